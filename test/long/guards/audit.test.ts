import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AUTHORIZED_EVENT as INTEGRATION_AUTHORIZED } from '../../../api/connections/integrations/authorization.ts';
import { AUTHORIZED_EVENT } from '../../../api/connections/mcp-servers/callback.ts';
import { CONSENT_EVENT } from '../../../api/identity/oauth/interaction.ts';
import { OPERATIONS } from '../../../api/modules.ts';
import type { Operation } from '../../../api/operation.ts';
import { REFUSAL_TYPES } from '../../../api/plugins/refusals.ts';
import { createApiKey } from '../../../src/identity/api-keys.ts';
import { createSignInLink } from '../../../src/identity/sign-in-links.ts';
import { createUser } from '../../../src/identity/users.ts';
import { isId } from '../../../src/platform/ids.ts';
import { zip } from '../../../src/skills/format/zip.ts';
import { followChanges } from '../../guards/change-followers.ts';
import { createFixture, type Fixture, findLastSlot, getExample, runInLanes, toPath } from '../../guards/fixture.ts';
import { digestRows } from '../../guards/rows.ts';
import { makeAgent, makeTask, play } from '../../support/agents.ts';
import { Browser } from '../../support/browser.ts';
import { type ApiResponse, Client, eventually, openWorld, type World } from '../../support/client.ts';
import { createPerson, createSession, startExtraApi } from '../../support/identity.ts';
import { addDocument, addWithheldRemovals, type IngestionState } from '../../support/knowledge.ts';
import { makeCollection } from '../../support/library.ts';
import { waitForStoredMails } from '../../support/mail-server.ts';
import { NEVER, QUEUED, startScene, sum } from '../../support/scene.ts';

/**
 * Changes of the installation, which all tests share: test/api/model-keys.test.ts and test/long/workflows/serve.test.ts
 * cover them.
 */
const OF_ALL = ['model_key.set', 'model_key.delete', 'organization.kill_worker'];
const AUDITED = OPERATIONS.filter((op) => op.audit.event !== null && !OF_ALL.includes(op.id));

let world: World;
/** A process of this file only, whose refusal limits no other test uses up. */
let beside: Awaited<ReturnType<typeof startExtraApi>>;
/** The tenant of the current walk. */
let fixture: Fixture;

beforeAll(async () => {
  world = openWorld();
  beside = await startExtraApi(world.stack, { SIGN_UP: 'open' });
  await sql`create or replace function refuse_event() returns trigger language plpgsql as $$
    begin raise exception 'this event is not to be written'; end $$`.execute(world.db);
  await sql`create or replace trigger refuse_event before insert on audit_events for each row
    when (new.request_id like '${sql.raw(UNWRITABLE)}%') execute function refuse_event()`.execute(world.db);
});
afterAll(async () => {
  await beside.stop();
  await sql`drop function refuse_event() cascade`.execute(world.db);
  await world.close();
});

/** Tables that only requests write, not runs or mails. */
const BY_REQUESTS = [
  'agents',
  'agent_revisions',
  'api_keys',
  'approval_decisions',
  'avatars',
  'documents',

  'oauth_clients',
  'organizations',
  'organization_domains',
  'projects',
  'role_grants',
  'sessions',
  'tasks',
  'task_active_revisions',
  'task_revisions',
  'users',
];

/** Returns event types by request id, of many at once because the column has no index. */
async function listEventTypes(requestIds: readonly string[]): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ request_id: string; event_type: string }>`
    select request_id, event_type from audit_events where request_id = any(${requestIds}) order by id`.execute(
    world.db,
  );
  const left = new Map(requestIds.map((id): [string, string[]] => [id, []]));
  for (const row of rows) left.get(row.request_id)?.push(row.event_type);
  return left;
}

/** Prefix of the ids of requests whose events cannot be written. */
const UNWRITABLE = 'unwritable-';

/** A request with its own id. */
interface Sent {
  readonly id: string;
  readonly status: number;
  readonly text: string;
}

async function sent(send: Send, prefix = 'guard-'): Promise<Sent> {
  const id = prefix + randomUUID();
  const { status, text } = await send({ 'x-request-id': id });
  return { id, status, text };
}

/** Sends a request and returns its status and events. */
async function sendTraced(send: Send) {
  const { id, ...answer } = await sent(send);
  return { ...answer, events: (await listEventTypes([id])).get(id) ?? [] };
}

/** Returns the requests with wrong events. */
async function findWrongEvents<T extends Sent & { readonly op: Operation }>(
  all: readonly T[],
  isRight: (one: T, events: string) => boolean,
): Promise<object[]> {
  const left = await listEventTypes(all.map(({ id }) => id));
  return all.flatMap((one) => {
    const events = left.get(one.id)?.join() ?? '';
    return isRight(one, events) ? [] : [{ operation: one.op.id, status: one.status, events, text: one.text }];
  });
}

type Send = (headers: Record<string, string>) => Promise<{ status: number; text: string }>;

function picture(): FormData {
  const form = new FormData();
  const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  form.set('file', new Blob([Buffer.from(pixel, 'base64')], { type: 'image/png' }), 'a.png');
  return form;
}

/** Returns a client of a user who can join an organization by the domain of the address. */
async function createJoiningClient(orgId: string): Promise<Client> {
  const domain = `${randomUUID()}.example`;
  const { userId, orgId: home, projectId } = fixture.tenant;
  await sql`insert into organization_domains (id, org_id, domain, status, verification_token, created_by, verified_at)
    values (${randomUUID()}, ${orgId}, ${domain}, 'verified', 'x', ${userId}, now())`.execute(world.db);
  const id = await createUser(world.db, { email: `a@${domain}`, name: 'Joiner', administrator: false });
  const key = await createApiKey(world.db, { orgId: home, projectId, userId: id, name: 'join', scopes: null });
  return new Client(world.stack.baseUrl, key.value);
}

/** Acts on the ingestion of a document in this state. */
async function onIngestion(op: Operation, ingestion: IngestionState): Promise<Send> {
  const { tenant, ids } = fixture;
  const { id } = await addDocument(world, tenant, { ingestion });
  const path = toPath(op, { ...ids, document_id: id });
  return (headers) => tenant.owner.post(path, undefined, { ...QUEUED, ...headers });
}

/** Creates an eval whose only case never ends. */
async function evalToCancel(kind: 'task' | 'task_agent'): Promise<Send> {
  const { tenant } = fixture;
  const { key, message } = await play(world, [{ hang: true }]);
  const [path, input] =
    kind === 'task'
      ? [
          `${tenant.project}/task/${(await makeTask(tenant, { user_prompt: '{text}' })).id}`,
          { task_input: { text: message } },
        ]
      : [(await makeAgent(tenant)).path, { message }];
  const runs = kind === 'task' ? { task_run_ids: [] } : { task_agent_run_ids: [] };
  const set = await tenant.owner.post(`${path}/eval/set`, { name: 'x', ...runs, cases: [input] });
  const run = await tenant.owner.post(`${path}/eval/run`, { eval_set_id: set.body.id });
  // From then on, its runs hang at the model and write nothing.
  await eventually(
    () => world.model.requests(key),
    (found) => found.length > 0,
  );
  return (headers) => tenant.owner.post(`${path}/eval/run/${run.body.id}/cancel`, undefined, headers);
}

async function casesToImport(op: Operation, kind: 'task' | 'task_agent'): Promise<Send> {
  const form = new FormData();
  form.set('file', new Blob([kind === 'task' ? 'text\nx\n' : 'message\nx\n']), 'cases.csv');
  return (headers) => fixture.tenant.owner.request('POST', toPath(op, fixture.ids), form, headers);
}

/** Setup of operations that need more than the fixture and the example body to succeed. */
const RECIPES: Readonly<Record<string, (op: Operation) => Promise<Send>>> = {
  'approval_request.reject': async () => {
    const { agent, requests } = await startScene(world, fixture.tenant, [sum('1+1')]);
    const path = `${agent.path}/approval-request/${requests[0].id}/reject`;
    return (headers) => fixture.tenant.owner.post(path, {}, headers);
  },
  // Records no event if the assignee stays.
  'approval_request.assign': async (op) => (headers) =>
    fixture.tenant.owner.post(toPath(op, fixture.ids), { user_id: fixture.tenant.userId }, headers),
  'task_agent_run.cancel': async () => {
    const { agent, run } = await startScene(world, fixture.tenant, [sum('1+1')]);
    return (headers) => fixture.tenant.owner.post(`${agent.path}/run/${run.id}/cancel`, undefined, headers);
  },
  // Records no event if no run waits.
  'run.resume': async (op) => {
    const { agent } = await startScene(world, fixture.tenant, [sum('1+1')]);
    const body = { waiting_for: 'approval', action: 'cancel', task_agent_id: agent.id };
    return (headers) => fixture.tenant.owner.post(toPath(op, fixture.ids), body, headers);
  },
  'openai_response.delete': async () => {
    const { owner } = fixture.tenant;
    const { message } = await play(world, [{ text: 'Hello.' }]);
    const { name } = await makeTask(fixture.tenant, { user_prompt: '{text}' });
    const { body } = await owner.post('/v1/responses', { model: `task/${name}`, input: message });
    return (headers) => owner.request('DELETE', `/v1/responses/${body.id}`, undefined, headers);
  },
  'task_run.cancel': async () => {
    const { tenant } = fixture;
    const { message } = await play(world, [{ hang: true }]);
    const task = await makeTask(tenant, { user_prompt: '{text}' });
    const path = `${tenant.project}/task/${task.id}/run`;
    const run = await tenant.owner.post(path, { task_input: { text: message } }, QUEUED);
    return (headers) => tenant.owner.post(`${path}/${run.body.id}/cancel`, undefined, headers);
  },
  // Only the first scrape of a project creates its source.
  ...Object.fromEntries(
    ['scrape.enable', 'scrape.start'].map((id) => [
      id,
      async (op: Operation) => {
        const { owner, orgId } = fixture.tenant;
        const project = await owner.post(`/org/${orgId}/project`, { name: 'Scrapes' });
        const path = toPath(op, { ...fixture.ids, project_id: project.body.id });
        return (headers: Record<string, string>) => owner.post(path, getExample(op) ?? undefined, headers);
      },
    ]),
  ),
  ...Object.fromEntries(
    (['add', 'remove'] as const).map((way) => [
      `collection.${way}`,
      async (op: Operation) => {
        const { id } = await addDocument(world, fixture.tenant);
        const collection = await makeCollection(fixture.tenant, {
          document_embedding_instance_ids: way === 'remove' ? [id] : [],
        });
        const path = toPath(op, { ...fixture.ids, collection_id: collection });
        const body = { embedding_instance_ids: [id] };
        return (headers: Record<string, string>) => fixture.tenant.owner.post(path, body, headers);
      },
    ]),
  ),
  ...Object.fromEntries(
    (['task', 'task_agent'] as const).flatMap((kind) => [
      [`${kind}.eval_run.cancel`, () => evalToCancel(kind)],
      [`${kind}.eval_case.import`, (op: Operation) => casesToImport(op, kind)],
    ]),
  ),
  'task_agent.eval_case.from_approvals': async (op) => {
    const { tenant, ids } = fixture;
    const { agent, requests } = await startScene(world, tenant, [sum('1+1')]);
    await agent.reject(requests[0].id);
    const set = await tenant.owner.post(`${agent.path}/eval/set`, { name: 'x', task_agent_run_ids: [] });
    const path = toPath(op, { ...ids, task_agent_id: agent.id, task_agent_eval_set_id: set.body.id });
    return (headers) => tenant.owner.post(path, { approval_request_ids: [requests[0].id] }, headers);
  },
  'knowledge_source.decide_removals': async (op) => {
    const { tenant, ids } = fixture;
    const digest = await addWithheldRemovals(world, tenant, ids.knowledge_source_id ?? '', 1);
    return (headers) => tenant.owner.post(toPath(op, ids), { digest, decision: 'keep' }, headers);
  },
  'source_run.cancel': async () => {
    const { owner, project } = fixture.tenant;
    // That address does not respond, and is retried after a while.
    const config = { urls: ['http://127.0.0.1:9/'] };
    const source = await owner.post(`${project}/knowledge_source`, { kind: 'web', name: 'x', config });
    const path = `${project}/knowledge_source/${source.body.id}`;
    const run = await owner.post(`${path}/sync`);
    return (headers) => owner.post(`${path}/run/${run.body.id}/cancel`, undefined, headers);
  },
  'task.rollback': async () => {
    const { owner, project } = fixture.tenant;
    const task = await makeTask(fixture.tenant);
    const path = `${project}/task/${task.id}`;
    const { revisions } = (await owner.post(path, { user_prompt: 'Next.' })).body;
    await owner.post(path, { active_revisions: [{ task_revision_id: revisions[0].id, weight: 1 }] });
    return (headers) => owner.post(`${path}/rollback`, undefined, headers);
  },
  'task_agent_session.delete': async () => {
    const { message } = await play(world, [{ text: 'Done.' }]);
    const agent = await makeAgent(fixture.tenant, { approval_policy: NEVER });
    const run = await agent.run(message);
    return (headers) =>
      fixture.tenant.owner.request('DELETE', `${agent.path}/session/${run.session_id}`, undefined, headers);
  },
  'organization.join': async (op) => {
    const client = await createJoiningClient(fixture.tenant.orgId);
    return (headers) => client.post(toPath(op, fixture.ids), {}, headers);
  },
  'organization.leave': async (op) => {
    const member = await fixture.tenant.member({ org: 'viewer' });
    return (headers) => member.post(toPath(op, fixture.ids), undefined, headers);
  },
  'user.grant.withdraw': async (op) => {
    const { owner, project, userId } = fixture.tenant;
    const client = await owner.post(`${project}/oauth_client`, { redirect_uris: ['https://client.example.com/'] });
    await sql`insert into oauth_records (key, model, payload, client_id, account_id, expires_at)
      values (${randomBytes(32)}, 'Grant', '{}', ${client.body.id}, ${userId}, now() + interval '1 hour')`.execute(
      world.db,
    );
    const path = toPath(op, { ...fixture.ids, client_id: client.body.id });
    return (headers) => owner.request('DELETE', path, undefined, headers);
  },
  'user.password.change': async () => {
    const { browser, password, signIn } = await createPerson(world);
    await signIn();
    return (headers) =>
      browser.post('/api/v1/user/password', { current_password: password, password: 'another one of mine' }, headers);
  },
  'user.session.end': async (op) => {
    const path = toPath(op, { ...fixture.ids, user_session_id: await createSession(world, fixture.tenant.userId) });
    return (headers) => fixture.tenant.owner.request('DELETE', path, undefined, headers);
  },
  ...Object.fromEntries(
    ['task', 'task_agent', 'document', 'collection'].flatMap((kind) =>
      ['remove', 'add'].map((way) => [
        `${kind}.tag.${way}`,
        async (op: Operation) => {
          const { owner } = fixture.tenant;
          const path = toPath(op, fixture.ids);
          const body = { entities: [fixture.ids[`${kind}_id`]] };
          await owner.post(path.replace(/\w+$/, way === 'add' ? 'remove' : 'add'), body);
          return (headers: Record<string, string>) => owner.post(path, body, headers);
        },
      ]),
    ),
  ),
  'document.retry': (op) => onIngestion(op, { status: 'failed' }),
  'document.cancel': (op) => onIngestion(op, { status: 'queued', completed: null }),
  'document.pause': (op) => onIngestion(op, { status: 'queued', completed: null }),
  'document.resume': (op) => onIngestion(op, { status: 'queued', completed: null, paused_at: new Date() }),
  'skill.activate': async (op) => {
    const path = toPath(op, fixture.ids).replace(/activate$/, 'revision');
    const made = await fixture.tenant.owner.post(path, { instructions: 'x', activate: false });
    return (headers) => fixture.tenant.owner.post(toPath(op, fixture.ids), { revision_id: made.body.id }, headers);
  },
  'skill_revision.activate': async (op) => {
    const { owner, project } = fixture.tenant;
    const { skill_id } = fixture.ids;
    const made = await owner.post(`${project}/skill/${skill_id}/revision`, { instructions: 'x', activate: false });
    return (headers) => owner.post(toPath(op, { ...fixture.ids, skill_revision_id: made.body.id }), undefined, headers);
  },
  'skill.import': async (op) => {
    const form = new FormData();
    const skillFile = { path: 'SKILL.md', bytes: Buffer.from('---\nname: imported\ndescription: x\n---\n') };
    form.set('file', new Blob([new Uint8Array(await zip('imported', [skillFile]))]), 'imported.zip');
    return (headers) => fixture.tenant.owner.post(toPath(op, fixture.ids), form, headers);
  },
  'identity.sign_in': async () => {
    const { email, password, browser } = await createPerson(world);
    return (headers) => browser.post('/identity/sign-in', { email, password }, headers);
  },
  'identity.sign_in_by_link': async () => {
    const { id, browser } = await createPerson(world);
    const link = await createSignInLink(world.db, id);
    return (headers) => browser.post('/identity/sign-in-by-link', { link }, headers);
  },
  'identity.sign_out': async () => {
    const { browser, signIn } = await createPerson(world);
    await signIn();
    return (headers) => browser.post('/identity/sign-out', {}, headers);
  },
};

/** Operations that need a mailed token. A separate test covers them. */
const BY_MAIL = ['identity.reset_password', 'identity.verify_address'];

async function getSender(op: Operation): Promise<Send> {
  const recipe = RECIPES[op.id];
  if (recipe) return recipe(op);
  const body = op.request.form?.only ? picture() : op.request.body === null ? undefined : getExample(op, fixture.ids);
  if (op.id === 'organization.create') body.name = `Acme ${randomUUID()}`;
  return (headers) => fixture.tenant.owner.request(op.method, toPath(op, fixture.ids), body, headers);
}

describe('every operation that declares an audit event', () => {
  // Sequential, since each checks all events. Split into parts, so that none takes minutes.
  it.each([1, 2, 3, 4])(
    'records exactly this one on success, sends it to its audience, and changes nothing if it cannot record it: part %i',
    async (part) => {
      fixture = await createFixture(world);
      // The deepest resources are deleted first, and the project last, which ends the key of the walk. Before it the
      // document, which is in no part with it: maintenance deletes its rows in its own time, while others would be
      // checked.
      const last = ['project.delete', 'document.delete'];
      const depth = (op: Operation) => (last.includes(op.id) ? last.indexOf(op.id) : op.path.length);
      const deletes = AUDITED.filter((op) => op.method === 'DELETE').toSorted((a, b) => depth(b) - depth(a));
      const rest = AUDITED.filter((op) => op.method !== 'DELETE' && !BY_MAIL.includes(op.id));
      const wrong: unknown[] = [];
      const done: (Sent & { op: Operation })[] = [];
      const ofPart = (_: Operation, at: number) => at % 4 === part - 1;
      const followers = await followChanges(world, fixture);
      const checkPublished = async () => {
        expect(await followers.findUnpublished(done.filter(({ status }) => status < 300))).toEqual([]);
        expect(followers.listLeakedTypes()).toEqual([]);
        followers.close();
      };
      const isLast = (op: Operation) => op.id === 'project.delete';
      for (const op of [...rest.filter(ofPart), ...deletes.filter(ofPart)]) {
        // The streams of a project end with it.
        if (isLast(op)) await checkPublished();
        const send = await getSender(op);
        const ids = [...Object.values(fixture.ids), fixture.tenant.userId].filter(isId);
        const before = await digestRows(world.db, ids, BY_REQUESTS);
        const refused = await sent(send, UNWRITABLE);
        const after = await digestRows(world.db, ids, BY_REQUESTS);
        if (refused.status !== 500 || !isDeepStrictEqual(after, before))
          wrong.push({ operation: op.id, refused, before, after });
        done.push({ op, ...(await sent(send)) });
      }
      if (!done.some(({ op }) => isLast(op))) await checkPublished();
      wrong.push(
        ...(await findWrongEvents(done, ({ op, status }, events) => status < 300 && events === op.audit.event)),
      );
      expect(wrong).toEqual([]);
    },
  );

  it('records nothing if its body is rejected or a referenced resource is missing', async () => {
    fixture = await createFixture(world);
    const attempts = await runInLanes(AUDITED, async (op) => {
      const send = (ids: Readonly<Record<string, string>>, body: unknown): Send => {
        return (headers): Promise<ApiResponse> =>
          fixture.tenant.owner.request(op.method, toPath(op, ids), body, headers);
      };
      const place = findLastSlot(op);
      const failing = [
        ...(op.request.body === null || op.request.form?.schema ? [] : [send(fixture.ids, '[]')]),
        ...(place === undefined ? [] : [send({ ...fixture.ids, [place]: randomUUID() }, getExample(op))]),
      ];
      return Promise.all(failing.map(async (attempt) => ({ op, ...(await sent(attempt)) })));
    });
    const isRight = ({ status }: Sent, events: string) => [400, 404, 409, 422].includes(status) && events === '';
    expect(await findWrongEvents(attempts.flat(), isRight)).toEqual([]);
  });

  it('records only the refusal if the permission is missing', async () => {
    const [own, stranger] = await Promise.all([createFixture(world), world.tenant()]);
    const below = AUDITED.filter(
      ({ auth, path }) => !['public', 'authenticated'].includes(auth.permission) && path.includes('{org_id}'),
    );
    const attempts = await runInLanes(below, async (op) => {
      const member = new Client(beside.origin, (await stranger.member({ org: 'viewer' })).key);
      const path = toPath(op, own.ids);
      return { op, ...(await sent((headers) => member.request(op.method, path, getExample(op), headers))) };
    });
    const isRight = ({ status }: Sent, events: string) => status === 403 && events === REFUSAL_TYPES.access;
    expect(await findWrongEvents(attempts, isRight)).toEqual([]);
  });
});

/** Operations that are repeatable, only read, or record their event when the requested change happens. */
const UNRECORDED: Readonly<Record<string, string>> = {
  'identity.sign_up': 'user.signed_up, once the address is confirmed',
  'identity.resend_verification': 'a mail that was asked for before',
  'identity.request_password_reset': 'user.password_reset, once the mail is used',
  'task_agent.policy_dry_run': 'evaluates a policy and changes nothing',
  'collection.query': 'reads; its model calls are in usage',
  'collections.query': 'reads; its model calls are in usage',
  'document.query': 'reads; its model calls are in usage',
  'openai_chat.create': 'task_run.started or task_agent_run.started of the operation that it is authorized as',
  'openai_response.create': 'the same, and the events of the decisions that it executes',
  'openai_response.cancel': 'task_run.cancelled or task_agent_run.cancelled of the operation that it executes',
  'webhook.receive': 'the trigger’s own events, and the start of its run',
};

it('leaves no writing operation unaudited without a reason', () => {
  const silent = OPERATIONS.filter(
    (op) =>
      op.method !== 'GET' &&
      op.audit.event === null &&
      op.audit.startedEvent === undefined &&
      !op.id.endsWith('.iam.test'),
  );
  expect(silent.map(({ id }) => id).toSorted()).toEqual(Object.keys(UNRECORDED).toSorted());
});

it('only changes and refusals write audit events', () => {
  const root = fileURLToPath(new URL('../../..', import.meta.url));
  const writing = globSync('{api,src,activities}/**/*.ts', { cwd: root }).filter((file) =>
    readFileSync(join(root, file), 'utf8').includes('recordAudit('),
  );
  expect(writing.toSorted()).toEqual(['src/audit/chain.ts', 'src/audit/change.ts', 'src/audit/refusals.ts']);
});

describe('the list of event types', () => {
  it('matches docs/audit.md exactly', () => {
    const text = readFileSync(new URL('../../../docs/audit.md', import.meta.url), 'utf8');
    const table = text.split('## Event types')[1] ?? '';
    const listed = [...table.matchAll(/^\| `([a-z_.]+)` \|/gm)].map((match) => match[1]);
    const declared = OPERATIONS.flatMap(({ audit }) => [audit.event ?? [], audit.startedEvent ?? []].flat());
    const root = fileURLToPath(new URL('../../..', import.meta.url));
    const sources = globSync('{src,activities}/**/*.ts', { cwd: root }).map((file) =>
      readFileSync(join(root, file), 'utf8'),
    );
    const direct = sources.flatMap((source) => [...source.matchAll(/: AuditEvent = \{[^;]*?\btype: '([a-z_.]+)'/g)]);
    const written = direct.map((match) => match[1]);
    const all = new Set([
      ...declared,
      ...written,
      ...Object.values(REFUSAL_TYPES),
      CONSENT_EVENT,
      AUTHORIZED_EVENT,
      INTEGRATION_AUTHORIZED,
    ]);
    expect(listed).toEqual([...all].toSorted());
  });
});

describe('signing in', () => {
  /** Returns the token of the newest mail to a matching address. Without a mail server, mails are files. */
  async function tokenFor(address: string, words: string): Promise<string> {
    const mails = await eventually(
      () => waitForStoredMails(world.stack.dataDir, address),
      (found) => found.some((text) => text.includes(words)),
    );
    const mail = mails.findLast((text) => text.includes(words));
    return decodeURIComponent(/\?token=([\w.%-]+)/.exec(mail ?? '')?.[1] ?? '');
  }

  it('with an own account records an event for each successful step', async () => {
    const browser = new Browser(beside.origin);
    const who = { email: `${randomUUID()}@example.com`, password: `secret ${randomUUID()}`, name: 'Grace' };
    const step = (path: string, body: object) =>
      sendTraced((headers) => browser.post(`/identity/${path}`, body, headers));
    expect(await step('sign-up', who)).toMatchObject({ status: 200, events: [] });
    const answer = { token: await tokenFor(who.email, 'Confirm your address'), password: who.password };
    expect(await step('verify-address', answer)).toMatchObject({ status: 200, events: ['user.signed_up'] });
    expect(await step('verify-address', answer)).toMatchObject({ status: 400, events: [] });
    await step('request-password-reset', { email: who.email });
    const reset = { token: await tokenFor(who.email, 'reset-password'), password: `new ${who.password}` };
    expect(await step('reset-password', reset)).toMatchObject({ status: 200, events: ['user.password_reset'] });
    expect(await step('reset-password', reset)).toMatchObject({ status: 400, events: [] });
  });

  it('records a refusal with the user and without what was typed', async () => {
    const { id, email, browser } = await createPerson(world, beside.origin);
    const typed = `wrong ${randomUUID()}`;
    const { status, events } = await sendTraced((headers) =>
      browser.post('/identity/sign-in', { email, password: typed }, headers),
    );
    expect([status, events]).toEqual([401, [REFUSAL_TYPES.signIn]]);
    const { rows } = await sql<{ text: string }>`
      select row_to_json(e)::text as text from audit_events e where resource_id = ${id}`.execute(world.db);
    expect(rows).toHaveLength(1);
    expect(rows[0]?.text).not.toContain(typed);
    expect(rows[0]?.text).not.toContain(email);
  });

  it('of a client with a wrong secret is recorded in its project', async () => {
    const { owner, project, projectId } = await world.tenant();
    const made = await owner.post(`${project}/oauth_client`, { name: 'Robot' });
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: made.body.client_id,
      client_secret: 'hfs_wrong',
    });
    const answer = await fetch(`${beside.origin}/auth/oauth2/token`, { method: 'POST', body });
    expect(answer.status).toBe(401);
    const refused = () =>
      sql<{ project_id: string; actor_type: string }>`
        select project_id, actor_type from audit_events
        where event_type = ${REFUSAL_TYPES.token} and resource_id = ${made.body.client_id}`.execute(world.db);
    const { rows } = await eventually(refused, (found) => found.rows.length > 0);
    expect(rows).toEqual([{ project_id: projectId, actor_type: 'anonymous' }]);
  });

  it('for a client, and authorizing it, is recorded with the user as the actor', async () => {
    const { owner, project } = await world.tenant();
    const redirect = 'https://client.example.com/callback';
    const { body: client } = await owner.post(`${project}/oauth_client`, { name: 'Robot', redirect_uris: [redirect] });
    const { id, email, password, browser } = await createPerson(world);
    const asked = new URLSearchParams({
      client_id: client.client_id,
      response_type: 'code',
      redirect_uri: redirect,
      scope: 'openid task:view',
      state: randomUUID(),
      code_challenge: createHash('sha256').update('v'.repeat(50)).digest('base64url'),
      code_challenge_method: 'S256',
    });
    const form = (text: string, name: string) => new RegExp(`action="([^"]+/${name})"`).exec(text)?.[1] ?? '';
    const first = await browser.follow(await browser.get(`/auth/oauth2/auth?${asked}`));
    const next = await browser.follow(await browser.submit(form(first.text, 'sign-in'), { email, password }));
    const back = await browser.follow(await browser.submit(form(next.text, 'consent'), {}));
    expect(back.location).toContain('code=');

    const { body: trail } = await owner.get(`${project}/audit_event?event_type=${CONSENT_EVENT}`);
    expect(trail.results).toMatchObject([{ actor_type: 'user', actor_user_id: id, resource_id: client.client_id }]);
    const { body: event } = await owner.get(`${project}/audit_event/${trail.results[0].id}`);
    expect(event.payload).toEqual({ scopes: ['openid', 'task:view'] });
    const { rows } = await sql<{ event_type: string }>`
      select event_type from audit_events where actor_user_id = ${id} order by id`.execute(world.db);
    expect(rows.map((row) => row.event_type)).toEqual(['user.signed_in', CONSENT_EVENT]);
  });
});
