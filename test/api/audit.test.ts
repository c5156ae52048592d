import { createHash, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordPendingEvents } from '../../src/audit/pending-events.ts';
import { createApiKey } from '../../src/identity/api-keys.ts';
import { makeTask } from '../support/agents.ts';
import { type ApiResponse, Client, type Json, openWorld, type Tenant, type World } from '../support/client.ts';
import { startExtraApi } from '../support/identity.ts';
import { getReason, startScene, sum } from '../support/scene.ts';

let world: World;

beforeAll(() => {
  world = openWorld();
});
afterAll(() => world.close());

const trail = (tenant: Tenant) => `${tenant.project}/audit_event`;

async function list(tenant: Tenant, query = ''): Promise<Json[]> {
  const response = await tenant.owner.get(`${trail(tenant)}?${query}`);
  expect(response).toMatchObject({ status: 200 });
  return response.body.results;
}

async function verify(tenant: Tenant, base = trail(tenant)): Promise<Json> {
  const response = await tenant.owner.post(`${base}/integrity/verify`);
  expect(response).toMatchObject({ status: 200 });
  return response.body;
}

/** Adds pending events with their payloads to the chains now, as the maintenance job does later. */
async function recordAllKept(): Promise<void> {
  while ((await recordPendingEvents(world.db)) > 0);
}

/** A tenant with the given number of audit events, and those events, oldest first. */
async function tenantWithEvents(count: number): Promise<{ tenant: Tenant; events: Json[] }> {
  const tenant = await world.tenant();
  for (let index = 0; index < count; index++) await makeTask(tenant);
  return { tenant, events: (await list(tenant)).toReversed() };
}

const lines = (response: ApiResponse): Json[] =>
  response.text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

/** The hash as defined in docs/audit.md, implemented independently. */
function hashOf(event: Json): string {
  const { hash: _hash, previous_hash, seq, ...content } = event;
  const sorted = (value: Json): Json =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(
          Object.keys(value)
            .toSorted()
            .map((key) => [key, sorted(value[key])]),
        )
      : Array.isArray(value)
        ? value.map(sorted)
        : value;
  const digest = createHash('sha256')
    .update(JSON.stringify(sorted(content)))
    .digest();
  const number = Buffer.alloc(8);
  number.writeBigUInt64BE(BigInt(seq));
  return createHash('sha256')
    .update(Buffer.concat([Buffer.from(previous_hash, 'hex'), number, digest]))
    .digest('hex');
}

describe('an audit event', () => {
  it('records who changed what, the key, the IP address and the request id', async () => {
    const tenant = await world.tenant();
    const task = await makeTask(tenant, { name: 'Invoices', system_prompt: 'The canary sings at dawn.' });
    const headers = { 'x-request-id': `audit-${randomUUID()}` };
    const change = { enabled: false, user_prompt: 'The canary: {text}', description: 'canary' };
    await tenant.owner.post(`${tenant.project}/task/${task.id}`, change, headers);

    const [updated, created] = await list(tenant);
    const key = await world.db
      .selectFrom('api_keys')
      .select('id')
      .where('user_id', '=', tenant.userId)
      .executeTakeFirstOrThrow();
    expect(updated).toMatchObject({
      org_id: tenant.orgId,
      project_id: tenant.projectId,
      actor_type: 'user',
      actor_user_id: tenant.userId,
      api_key_id: key.id,
      oauth_client_id: null,
      event_type: 'task.updated',
      resource_type: 'task',
      resource_id: task.id,
      message: 'task updated: Invoices',
      labels: { operation: 'task.update' },
      request_id: headers['x-request-id'],
      ip_address: expect.stringContaining('127.0.0.1'),
    });
    expect(updated).not.toHaveProperty('payload');
    expect(created.event_type).toBe('task.created');

    const whole = await tenant.owner.get(`${trail(tenant)}/${updated.id}`);
    expect(whole.body).toEqual({ ...updated, payload: expect.any(Object) });
    expect(whole.body.payload).toMatchObject({
      changed: ['description', 'enabled'],
      before: { enabled: true },
      after: { enabled: false },
      new_revision: { changed: expect.arrayContaining(['user_prompt']), before: {}, after: {} },
    });
    const exported = await tenant.owner.get(`${trail(tenant)}/export`);
    expect(exported.text).not.toContain('canary');
  });

  it('is not recorded if the change fails', async () => {
    const { tenant, events } = await tenantWithEvents(1);
    const taken = { name: events[0].message.replace('task created: ', ''), enabled: true, llm_model_id: 'scripted' };
    const response = await tenant.owner.post(`${tenant.project}/task`, {
      ...taken,
      system_prompt: '',
      user_prompt: 'x',
    });
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(await list(tenant)).toHaveLength(1);
  });

  it('is recorded in the transaction of its change: if it cannot be recorded, the change fails', async () => {
    const { tenant } = await tenantWithEvents(2);
    // The number of the next event is taken, so that inserting it fails.
    await sql`update audit_chains set seq = 1 where id = ${tenant.projectId}`.execute(world.db);
    const body = { name: 'Unrecorded', enabled: true, llm_model_id: 'scripted', system_prompt: '', user_prompt: 'x' };
    expect(await tenant.owner.post(`${tenant.project}/task`, body)).toMatchObject({ status: 500 });
    const { results } = (await tenant.owner.get(`${tenant.project}/task`)).body;
    expect(results.map((task: Json) => task.name)).not.toContain('Unrecorded');
    expect(results).toHaveLength(2);
  });

  it('of a decision is recorded with it, once for all repeats under one Idempotency-Key', async () => {
    const tenant = await world.tenant();
    const { agent, requests } = await startScene(world, tenant, [sum('1+1')]);
    const headers = { 'idempotency-key': randomUUID() };
    const secret = `note ${randomUUID()}`;
    for (let time = 0; time < 2; time++)
      await agent.approve(requests[0].id, { decision_note: secret }, tenant.owner, headers);
    expect(getReason(await agent.reject(requests[0].id))).toBe('APPROVAL_REQUEST_NOT_PENDING');

    const [decided, ...more] = await list(tenant, 'resource_type=approval_request');
    expect(more).toEqual([]);
    const whole = await tenant.owner.get(`${trail(tenant)}/${decided.id}`);
    expect(whole.body).toMatchObject({
      event_type: 'approval_request.approved',
      resource_id: requests[0].id,
      labels: { task_agent_id: agent.id },
      payload: { tool_name: 'calculator', arguments_edited: false, with_note: true },
    });
    expect(whole.text).not.toContain(secret);
  });

  it('of a start is stored with it and chained later: runs of tasks and agents, evals, and resumed runs', async () => {
    const tenant = await world.tenant();
    const task = await makeTask(tenant);
    const path = `${tenant.project}/task/${task.id}`;
    const secret = `secret ${randomUUID()}`;
    const run = await tenant.owner.post(`${path}/run`, { task_input: { text: secret } });
    const { agent, requests, run: waiting } = await startScene(world, tenant, [sum('1+1')]);
    const going = await tenant.owner.post(
      `${agent.path}/approval-request/${requests[0].id}/resume`,
      { message: secret },
      { prefer: 'respond-async' },
    );
    await tenant.owner.post(path, { user_prompt: 'Changed: {text}' });
    const evaluated = await tenant.owner.post(`${path}/eval/run`, {
      task_run_ids: [run.body.id],
      scorers: [{ scorer: 'same' }],
    });
    expect([run.status, going.status, evaluated.status], evaluated.text).toEqual([200, 202, 200]);
    await recordAllKept();
    const events = await list(tenant, 'event_type=task_run.started&event_type=task_agent_run.started');
    const others = await list(tenant, 'event_type=task_agent_run.resumed&event_type=task.eval_run_started');
    expect([...others, ...events]).toMatchObject([
      { event_type: 'task.eval_run_started', resource_id: evaluated.body.id },
      { event_type: 'task_agent_run.resumed', resource_id: waiting.id, actor_user_id: tenant.userId },
      { event_type: 'task_agent_run.started', resource_id: waiting.id, actor_user_id: tenant.userId },
      {
        event_type: 'task_run.started',
        resource_type: 'task_run',
        resource_id: run.body.id,
        actor_user_id: tenant.userId,
        labels: { operation: 'task_run.create' },
      },
    ]);
    const whole = await tenant.owner.get(`${trail(tenant)}/${events[1].id}`);
    expect(whole.body.payload).toEqual({
      task_id: task.id,
      task_revision_id: task.revisions[0].id,
      trigger_type: 'api',
    });
    expect(Date.parse(events[1].occurred_at)).toBeLessThanOrEqual(Date.parse(events[1].created));
    expect((await tenant.owner.get(`${trail(tenant)}/export`)).text).not.toContain(secret);
    expect(await verify(tenant)).toMatchObject({ valid: true });
  });

  it('of a repeated start is recorded once, and of a rejected start not at all', async () => {
    const tenant = await world.tenant();
    const path = `${tenant.project}/task/${(await makeTask(tenant)).id}/run`;
    const twice = () => tenant.owner.post(path, { task_input: { text: 'x' } }, { 'idempotency-key': 'one' });
    const [first, second] = [await twice(), await twice()];
    expect(second.body.id).toBe(first.body.id);
    expect((await tenant.owner.post(path, { task_input: {} })).status).toBe(422);
    await recordAllKept();
    expect(await list(tenant, 'event_type=task_run.started')).toMatchObject([{ resource_id: first.body.id }]);
  });
});

describe('the audit list', () => {
  it('returns events that match its filters, also with several types', async () => {
    const tenant = await world.tenant();
    const editor = await tenant.member({ project: 'editor' });
    const task = await makeTask(tenant);
    await editor.post(`${tenant.project}/task/${task.id}`, { enabled: false });
    const [updated] = await list(tenant);
    await tenant.owner.delete(`${tenant.project}/task/${task.id}`);
    const types = async (query: string) => (await list(tenant, query)).map((event) => event.event_type);

    expect(await types('')).toEqual(['task.deleted', 'task.updated', 'task.created']);
    expect(await types('event_type=task.deleted&event_type=task.created')).toEqual(['task.deleted', 'task.created']);
    expect(await types('event_type=task.deleted')).toEqual(['task.deleted']);
    expect(await types(`actor_user_id=${editor.userId}`)).toEqual(['task.updated']);
    expect(await types('resource_type=project')).toEqual([]);
    expect(await types(`resource_id=${task.id.toUpperCase()}&resource_type=task`)).toHaveLength(3);
    expect(await types(`end_date=${updated.occurred_at}`)).toEqual(['task.created']);
    expect(await types(`start_date=${updated.occurred_at}`)).toEqual(['task.deleted', 'task.updated']);
  });

  it('is paged without gaps, and rejects a malformed cursor', async () => {
    const { tenant, events } = await tenantWithEvents(5);
    const seen: string[] = [];
    let cursor = '';
    for (let pages = 0; pages < 3; pages++) {
      const { body } = await tenant.owner.get(`${trail(tenant)}?page_limit=2&cursor=${cursor}`);
      seen.push(...body.results.map((event: Json) => event.id));
      cursor = body.pagination.next_cursor;
    }
    expect(cursor).toBeNull();
    expect(seen).toEqual(events.map((event) => event.id).toReversed());
    expect(await tenant.owner.get(`${trail(tenant)}?cursor=nonsense`)).toMatchObject({ status: 400 });
  });

  it('of an organization contains the events of its projects and of no other organization', async () => {
    const { tenant, events } = await tenantWithEvents(2);
    await tenantWithEvents(1);
    const below = `/org/${tenant.orgId}/audit_event`;
    const { body } = await tenant.owner.get(below);
    expect(body.results).toEqual(events.toReversed());
    expect((await tenant.owner.get(`${below}/${events[0].id}`)).body).toMatchObject(events[0]);
    expect(lines(await tenant.owner.get(`${below}/export`))).toHaveLength(2);
    expect(await verify(tenant, below)).toMatchObject({ valid: true, events_checked: 2 });
  });

  it('is readable by owners only', async () => {
    const tenant = await world.tenant();
    const editor = await tenant.member({ org: 'editor', project: 'editor' });
    for (const path of [trail(tenant), `${trail(tenant)}/export`, `/org/${tenant.orgId}/audit_event`])
      expect(getReason(await editor.get(path))).toBe('PERMISSION_CHECK_FAILED');
  });
});

describe('the audit export', () => {
  it('contains every event with its payload, oldest first, so that anyone can verify the chain', async () => {
    const { tenant, events } = await tenantWithEvents(4);
    const response = await tenant.owner.get(`${trail(tenant)}/export`);
    expect(response.headers.get('content-type')).toContain('application/x-ndjson');
    const exported = lines(response);
    expect(exported.map((event) => event.id)).toEqual(events.map((event) => event.id));
    let previous = '0'.repeat(64);
    for (const [index, event] of exported.entries()) {
      expect(event).toMatchObject({ seq: index + 1, previous_hash: previous, payload: expect.any(Object) });
      expect(hashOf(event)).toBe(event.hash);
      previous = event.hash;
    }
    const { body: head } = await tenant.owner.get(`${trail(tenant)}/integrity`);
    expect(head).toMatchObject({ chain_id: tenant.projectId, head_seq: 4, head_hash: previous, checkpoint_seq: 0 });
    expect(lines(await tenant.owner.get(`${trail(tenant)}/export?event_type=task.deleted`))).toEqual([]);
  });
});

describe('the audit chain', () => {
  it('has no gap and no fork under concurrent writers', async () => {
    const tenant = await world.tenant();
    await Promise.all(Array.from({ length: 24 }, () => makeTask(tenant)));
    const seqs = (await list(tenant)).map((event) => event.seq);
    expect(seqs.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 24 }, (_, index) => index + 1));
    expect(await verify(tenant)).toEqual({ valid: true, chains_checked: 1, events_checked: 24, first_break: null });
  });

  /** Changes that a user with database access can make, and the result of verification. */
  const TAMPERINGS: Readonly<Record<string, [(events: Json[], tenant: Tenant) => string, object]>> = {
    'an altered message': [
      ([, second]) => `update audit_events set message = 'nothing' where id = '${second.id}'`,
      { seq: 2, kind: 'altered' },
    ],
    'an altered payload': [
      ([, second]) => `update audit_events set payload = '{}' where id = '${second.id}'`,
      { seq: 2, kind: 'altered' },
    ],
    'another actor': [
      ([, , third]) => `update audit_events set actor_user_id = null where id = '${third.id}'`,
      { seq: 3, kind: 'altered' },
    ],
    'another time': [
      ([, , third]) => `update audit_events set occurred_at = now() where id = '${third.id}'`,
      { seq: 3, kind: 'altered' },
    ],
    'a deleted event': [
      ([, second]) => `delete from audit_events where id = '${second.id}'`,
      { seq: 2, kind: 'missing', audit_event_id: null },
    ],
    'a deleted newest event': [
      (events) => `delete from audit_events where id = '${events[3].id}'`,
      { seq: 4, kind: 'missing', audit_event_id: null },
    ],
    'two events in each other’s place': [
      ([, second, third]) => `update audit_events set seq = seq + 100 where id = '${second.id}';
        update audit_events set seq = 2 where id = '${third.id}'; update audit_events set seq = 3 where id = '${second.id}'`,
      { seq: 2, kind: 'out_of_order' },
    ],
    'an event put behind the head': [
      (
        events,
      ) => `insert into audit_events select (json_populate_record(e, json_build_object('id', gen_random_uuid(), 'seq', 5))).*
        from audit_events e where id = '${events[3].id}'`,
      { seq: 5, kind: 'inserted' },
    ],
    'an event taken from another chain': [
      ([first]) => `update audit_events set chain_id = gen_random_uuid() where id = '${first.id}'`,
      { kind: 'inserted' },
    ],
    'a head turned back': [
      (_events, tenant) => `update audit_chains set seq = 3 where id = '${tenant.projectId}'`,
      { seq: 4, kind: 'inserted' },
    ],
    'a head that was written over': [
      (_events, tenant) => `update audit_chains set hash = sha256('x') where id = '${tenant.projectId}'`,
      { seq: 4, kind: 'head' },
    ],
    'a head that is gone': [
      (_events, tenant) => `delete from audit_chains where id = '${tenant.projectId}'`,
      { seq: 1, kind: 'inserted' },
    ],
  };

  it.each(Object.entries(TAMPERINGS))('detects %s', async (_name, [tamper, found]) => {
    const { tenant, events } = await tenantWithEvents(4);
    expect((await verify(tenant)).valid).toBe(true);
    await sql.raw(tamper(events, tenant)).execute(world.db);
    for (const base of [trail(tenant), `/org/${tenant.orgId}/audit_event`])
      expect(await verify(tenant, base)).toMatchObject({ valid: false, first_break: found });
  });

  it('names the altered event', async () => {
    const { tenant, events } = await tenantWithEvents(3);
    await sql`update audit_events set ip_address = '203.0.113.9' where id = ${events[1].id}`.execute(world.db);
    const { first_break } = await verify(tenant);
    expect(first_break).toEqual({
      chain_id: tenant.projectId,
      audit_event_id: events[1].id,
      seq: 2,
      kind: 'altered',
      message: expect.stringContaining('its content does not match its hash'),
    });
  });

  it('detects an event that was replaced together with its hash', async () => {
    const { tenant } = await tenantWithEvents(3);
    const [, second] = lines(await tenant.owner.get(`${trail(tenant)}/export`));
    const forged = hashOf({ ...second, message: 'nothing' });
    await sql`update audit_events set message = 'nothing', hash = decode(${forged}, 'hex') where id = ${second.id}`.execute(
      world.db,
    );
    expect((await verify(tenant)).first_break).toMatchObject({ seq: 3, kind: 'broken_link' });
  });
});

/** Runs in its own process, whose limits no other test uses up. */
describe('the audit log', () => {
  const refusals = (tenant: Tenant, type = 'access.refused') => list(tenant, `event_type=${type}`);
  let beside: Awaited<ReturnType<typeof startExtraApi>>;
  /** The same client at that process. */
  const there = ({ key }: Client) => new Client(beside.origin, key);

  beforeAll(async () => {
    beside = await startExtraApi(world.stack, {});
  });
  afterAll(() => beside.stop());

  it('records a change rejected for missing permissions, but no rejected read', async () => {
    const tenant = await world.tenant();
    const task = await makeTask(tenant);
    const viewer = await tenant.member({ project: 'viewer' });
    await there(viewer).get(trail(tenant));
    expect(await refusals(tenant)).toEqual([]);
    await there(viewer).delete(`${tenant.project}/task/${task.id}`);
    const [refused, ...more] = await refusals(tenant);
    expect(more).toEqual([]);
    expect(refused).toMatchObject({
      actor_user_id: viewer.userId,
      resource_type: 'task',
      resource_id: task.id,
      labels: { operation: 'task.delete' },
    });
  });

  it('records a rejected decision', async () => {
    const tenant = await world.tenant();
    const { agent, requests } = await startScene(world, tenant, [sum('1+1')]);
    const viewer = await tenant.member({ project: 'viewer' });
    expect(await agent.approve(requests[0].id, {}, there(viewer))).toMatchObject({ status: 403 });
    expect(await refusals(tenant)).toMatchObject([
      { resource_type: 'approval_request', resource_id: requests[0].id, actor_user_id: viewer.userId },
    ]);
  });

  it('records even a read that is rejected for a missing scope', async () => {
    const tenant = await world.tenant();
    const { orgId, projectId, userId } = tenant;
    const key = await createApiKey(world.db, { orgId, projectId, userId, name: 'cut down', scopes: ['task:run'] });
    expect(await new Client(beside.origin, key.value).get(tenant.project)).toMatchObject({ status: 403 });
    expect(await refusals(tenant)).toMatchObject([{ labels: { operation: 'project.read' }, api_key_id: key.id }]);
  });

  it('records an attempt of an outsider in the project that they tried', async () => {
    const tenant = await world.tenant();
    const outsider = await world.tenant();
    await there(outsider.owner).delete(tenant.project);
    expect(await refusals(tenant)).toMatchObject([{ actor_user_id: outsider.userId, resource_type: 'project' }]);
    expect(await verify(tenant)).toMatchObject({ valid: true, events_checked: 1 });
  });

  it('records a revoked key as the key, without an actor', async () => {
    const tenant = await world.tenant();
    const made = await tenant.owner.post(`${tenant.project}/api_key`, { name: 'to be revoked' });
    await tenant.owner.post(`${tenant.project}/api_key/${made.body.id}/revoke`);
    await new Client(beside.origin, made.body.value).get(tenant.project);
    const [refused] = await refusals(tenant, 'credential.refused');
    expect(refused).toMatchObject({
      actor_type: 'anonymous',
      actor_user_id: null,
      resource_type: 'api_key',
      resource_id: made.body.id,
    });
    const whole = await tenant.owner.get(`${trail(tenant)}/${refused.id}`);
    expect(whole.text).not.toContain(made.body.value);
  });

  it('counts repeated rejections, and limits a flood of different ones', async () => {
    const tenant = await world.tenant();
    const viewer = await tenant.member({ project: 'viewer' });
    const client = new Client(beside.origin, viewer.key);
    for (let time = 0; time < 30; time++) await client.post(`${tenant.project}/task`, {});
    await Promise.all(Array.from({ length: 60 }, () => client.delete(`${tenant.project}/task/${randomUUID()}`)));
    const flood = randomUUID();
    const guess = (headers: Record<string, string>) =>
      new Client(beside.origin, `hf_${randomUUID()}`).get('/org', headers);
    await Promise.all(Array.from({ length: 60 }, (_, n) => guess({ 'x-request-id': `${flood}-${n}` })));
    await beside.stop();

    // The requests may fall into two counting windows.
    const events = lines(await tenant.owner.get(`${trail(tenant)}/export?event_type=access.refused`));
    const repeated = events.filter((event) => event.labels.operation === 'task.create');
    expect(repeated.length).toBeLessThanOrEqual(4);
    const times = repeated.map((event) => event.payload.repeats ?? 1);
    expect(times.reduce((sum, count) => sum + count, 0)).toBe(30);
    expect(events.length).toBeLessThanOrEqual(2 * 20 + 2);
    const { rows } = await sql`select from audit_events where request_id like ${`${flood}-%`}`.execute(world.db);
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.length).toBeLessThanOrEqual(2 * 20);
    expect((await verify(tenant)).valid).toBe(true);
  });
});
