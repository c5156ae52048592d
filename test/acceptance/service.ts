import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { Holdfast, ok } from '../../client/index.ts';
import { grantRole } from '../../src/access/grant-roles.ts';
import { createApiKey } from '../../src/identity/api-keys.ts';
import { createUser } from '../../src/identity/users.ts';
import { play } from '../support/agents.ts';
import { openWorld } from '../support/client.ts';
import { waitForStoredMails } from '../support/mail-server.ts';
import { findProfileApi } from '../support/profile-api.ts';
import { type DescribedOperation, Document } from './document.ts';

/** The service under test, known only by its address, its document and a key. */
export interface Service {
  readonly origin: string;
  readonly document: Document;
  /** Client with the given key. */
  readonly client: Holdfast;
  /** Name of the model for tasks and agents. */
  readonly model: string;
  /** A message that makes the model call the calculator once. */
  message(): Promise<string>;
  /** Whether sign-up is open and mails are readable. */
  readonly takesPeople: boolean;
  /** Returns the mails to an address once there is one. */
  mails(address: string): Promise<string[]>;
  /** Starts a journey. */
  enter(journey: string): void;
  /** Responses so far, including refusals: the operation id and the journey. */
  readonly answered: Readonly<Record<'good' | 'refused', ReadonlySet<string>>>;
  /** Returns a client with another credential or its own `fetch`. */
  speaker(options: { key?: string; fetch?: (request: Request) => Promise<Response> }): Holdfast;
  close(): Promise<void>;
}

type Basis = Pick<Service, 'origin' | 'model' | 'message' | 'takesPeople' | 'mails' | 'close'> & {
  readonly key: string;
};

/** Opens the service of HOLDFAST_URL and HOLDFAST_KEY, or else one of the test suite. */
export async function openService(): Promise<Service> {
  const { HOLDFAST_URL, HOLDFAST_KEY } = process.env;
  const basis =
    HOLDFAST_URL !== undefined && HOLDFAST_KEY !== undefined
      ? connectToService(HOLDFAST_URL.replace(/(\/api\/v1)?\/*$/, ''), HOLDFAST_KEY)
      : await startOwnService();
  const document = await Document.fetch(basis.origin);
  const answered = { good: new Set<string>(), refused: new Set<string>() };
  let journey = '';
  const enter = (next: string) => {
    journey = next;
  };
  const record = (request: Request, status: number) => {
    const op = findOperation(document, request);
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
function connectToService(origin: string, key: string): Basis {
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

async function startOwnService(): Promise<Basis> {
  const stack = inject('stack');
  // Without the settings of the integration services, which know no other address.
  const origin = await findProfileApi('public');
  const world = openWorld(stack);
  const { orgId, projectId } = await world.tenant();
  const email = `${randomUUID()}@example.com`;
  const userId = await createUser(world.db, { email, name: 'Ada', administrator: true });
  await grantRole(world.db, { resourceType: 'organization', resourceId: orgId, userId, role: 'owner' });
  const { value } = await createApiKey(world.db, { orgId, projectId, userId, name: 'acceptance', scopes: null });
  const call = { tool_calls: [{ name: 'calculator', arguments: { expression: '6*7' } }] };
  return {
    origin,
    key: value,
    model: 'scripted',
    message: async () => (await play(world, [call, { text: 'It is 42.' }])).message,
    takesPeople: true,
    mails: (address) => waitForStoredMails(stack.dataDir, address),
    close: () => world.close(),
  };
}

/** The operation of a request in the document. */
function findOperation(document: Document, request: Request): DescribedOperation | undefined {
  const { pathname } = new URL(request.url);
  const fitting = document.operations.filter(({ method, path }) => {
    const pattern = path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+');
    return method === request.method && new RegExp(`^${pattern}$`).test(pathname);
  });
  return fitting.toSorted((a, b) => a.slots.length - b.slots.length)[0];
}

/** Returns organization and project of the service's key. */
export async function findProject({ client }: Service): Promise<{ org_id: string; project_id: string }> {
  const { org_id, project_id } = await ok(client.get('/api/v1/whoami'));
  if (org_id === null || project_id === null) throw new Error('the key belongs to no project');
  return { org_id, project_id };
}
