import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { Holdfast, ok } from '../../client/index.ts';
import { grantRole } from '../../src/access/grant-roles.ts';
import { createApiKey } from '../../src/identity/api-keys.ts';
import { createUser } from '../../src/identity/users.ts';
import { play } from '../support/agents.ts';
import { openWorld } from '../support/client.ts';
import { startExtraApi } from '../support/identity.ts';
import { waitForStoredMails } from '../support/mail-server.ts';
import { OPEN_SIGN_UP } from '../support/stack.ts';
import { type DescribedOperation, Document } from './document.ts';

/** The service that the journeys go through, known by nothing but its address, its document and a key. */
export interface Service {
  readonly origin: string;
  readonly document: Document;
  /** Speaks with the key that was given. */
  readonly client: Holdfast;
  /** Name of the model that tasks and agents are made with. */
  readonly model: string;
  /** A message that makes the model call the calculator once, which the agents of the journeys ask for. */
  message(): Promise<string>;
  /** Whether anybody may sign up, and mails can be read. */
  readonly takesPeople: boolean;
  /** The mails to an address, once there is one. */
  mails(address: string): Promise<string[]>;
  /** Begins a journey. */
  enter(journey: string): void;
  /** What was answered by now, well or with a refusal: the id of the operation and the journey. */
  readonly answered: Readonly<Record<'good' | 'refused', ReadonlySet<string>>>;
  /** A client with another credential, or with a `fetch` of its own. */
  speaker(options: { key?: string; fetch?: (request: Request) => Promise<Response> }): Holdfast;
  close(): Promise<void>;
}

type Basis = Pick<Service, 'origin' | 'model' | 'message' | 'takesPeople' | 'mails' | 'close'> & {
  readonly key: string;
};

/** The service of HOLDFAST_URL and HOLDFAST_KEY; without them one of the suite's own. */
export async function openService(): Promise<Service> {
  const { HOLDFAST_URL, HOLDFAST_KEY } = process.env;
  const basis =
    HOLDFAST_URL !== undefined && HOLDFAST_KEY !== undefined
      ? servedAt(HOLDFAST_URL.replace(/(\/api\/v1)?\/*$/, ''), HOLDFAST_KEY)
      : await servedHere();
  const document = await Document.fetch(basis.origin);
  const answered = { good: new Set<string>(), refused: new Set<string>() };
  let journey = '';
  const enter = (next: string) => {
    journey = next;
  };
  const record = (request: Request, status: number) => {
    const op = operationOf(document, request);
    if (op) answered[status < 400 ? 'good' : 'refused'].add(`${op.id} ${journey}`);
  };
  const speaker: Service['speaker'] = ({ key, fetch: send = fetch }) =>
    new Holdfast({
      baseUrl: basis.origin,
      key,
      async fetch(request) {
        const response = await send(request);
        record(request, response.status);
        return response;
      },
    });
  return { ...basis, document, enter, answered, speaker, client: speaker({ key: basis.key }) };
}

/** A running service, for example that of `npm start`. */
function servedAt(origin: string, key: string): Basis {
  const { HOLDFAST_MODEL = 'demo', HOLDFAST_MAILS } = process.env;
  return {
    origin,
    key,
    model: HOLDFAST_MODEL,
    message: async () => 'Please use calculator {"expression":"6*7"} and tell me the answer.',
    takesPeople: HOLDFAST_MAILS !== undefined,
    mails: (address) => waitForStoredMails(HOLDFAST_MAILS ?? '', address),
    close: async () => undefined,
  };
}

async function servedHere(): Promise<Basis> {
  const stack = inject('stack');
  // One of its own: to the services of integrations it is a stranger.
  const api = await startExtraApi(stack, OPEN_SIGN_UP);
  const world = openWorld(stack);
  const { orgId, projectId } = await world.tenant();
  const email = `${randomUUID()}@example.com`;
  const userId = await createUser(world.db, { email, name: 'Ada', administrator: true });
  await grantRole(world.db, { resourceType: 'organization', resourceId: orgId, userId, role: 'owner' });
  const { value } = await createApiKey(world.db, { orgId, projectId, userId, name: 'acceptance', scopes: null });
  const call = { tool_calls: [{ name: 'calculator', arguments: { expression: '6*7' } }] };
  return {
    origin: api.origin,
    key: value,
    model: 'scripted',
    message: async () => (await play(world, [call, { text: 'It is 42.' }])).message,
    takesPeople: true,
    mails: (address) => waitForStoredMails(stack.dataDir, address),
    async close() {
      await world.close();
      await api.stop();
    },
  };
}

/** The operation that a request asks for, as the document tells of it. */
function operationOf(document: Document, request: Request): DescribedOperation | undefined {
  const { pathname } = new URL(request.url);
  const fitting = document.operations.filter(({ method, path }) => {
    const pattern = path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+');
    return method === request.method && new RegExp(`^${pattern}$`).test(pathname);
  });
  return fitting.toSorted((a, b) => a.slots.length - b.slots.length)[0];
}

/** Where the key of a service was made: its organization and project. */
export async function findProject({ client }: Service): Promise<{ org_id: string; project_id: string }> {
  const { org_id, project_id } = await ok(client.get('/api/v1/whoami'));
  if (org_id === null || project_id === null) throw new Error('the key belongs to no project');
  return { org_id, project_id };
}
