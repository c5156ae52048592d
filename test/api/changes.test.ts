import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { makeAgent, makeTask, play } from '../support/agents.ts';
import {
  Client,
  eventually,
  getOwnerClient,
  type Json,
  type OpenStream,
  openWorld,
  type StreamEvent,
  type Tenant,
  type World,
} from '../support/client.ts';
import { findProfileApi } from '../support/profile-api.ts';

let world: World;
let tenant: Tenant;
/** An API process that comments in idle streams soon. */
let beside: string;
let changes: string;

beforeAll(async () => {
  const stack = inject('stack');
  beside = await findProfileApi('secure');
  world = openWorld({ ...stack, baseUrl: beside });
  tenant = await world.tenant();
  changes = `${tenant.project}/changes`;
});
afterAll(async () => {
  await world.close();
});

const NOTHING = {
  agent_run: { queued: 0, running: 0, waiting_for_human: 0, held: 0, cancelling: 0 },
  task_run: { queued: 0, running: 0, waiting_for_human: 0, cancelling: 0 },
  document: { queued: 0, parsing: 0, chunking: 0, embedding: 0, cancelling: 0 },
  source_run: { queued: 0, running: 0, cancelling: 0 },
  task_eval_run: { queued: 0, running: 0, cancelling: 0 },
  agent_eval_run: { queued: 0, running: 0, cancelling: 0 },
  approval_request: { pending: 0 },
  provisioning: { pending: 0, needs_authorization: 0 },
};
const sum = { name: 'calculator', arguments: { expression: '6*7' } };

/** The states of one resource in a stream, oldest first, without repeats: delivery is at least once. */
const statesOf = (stream: OpenStream, id: string) =>
  stream.events
    .filter((event) => event.data.id === id)
    .map((event) => event.data.status)
    .filter((status, at, all) => status !== all[at - 1]);
const hasStatus = (id: string, status: string) => (event: StreamEvent) =>
  event.data.id === id && event.data.status === status;
const counts = (stream: OpenStream): Json => stream.events.findLast((event) => event.event === 'counts')?.data.counts;
/** The position that a reader would reconnect with. */
const position = (stream: OpenStream) => stream.events.findLast((event) => event.position !== '')?.position ?? '';

async function follow(client: Client = tenant.owner, options: { lastEventId?: string } = {}): Promise<OpenStream> {
  const stream = await client.stream(changes, options);
  expect(stream.status).toBe(200);
  await stream.until((event) => event.event === 'counts');
  return stream;
}

/** A run that waits for approval. */
async function park(fields: object = {}) {
  const agent = await makeAgent(tenant, { approval_policy: { default: 'always' }, ...fields });
  const script = await play(world, [{ tool_calls: [sum] }, { text: 'Done.' }]);
  const run = await agent.run(script.message);
  expect(run.status).toBe('waiting_for_human');
  return { agent, run, requestId: run.approval_requests[0].id as string };
}

describe('the change stream of a project', () => {
  it('starts with current counts, then sends every state of a run and of its approval request, with counts', async () => {
    const stream = await follow();
    const [first] = stream.events;
    expect(first).toMatchObject({ event: 'counts', data: { counts: NOTHING, resumed: false } });
    const { agent, run, requestId } = await park();
    await stream.until(hasStatus(requestId, 'pending'));
    await eventually(
      async () => counts(stream),
      (now) => now.approval_request.pending === 1 && now.agent_run.waiting_for_human === 1,
    );
    const waiting = stream.events.find(hasStatus(run.id, 'waiting_for_human'));
    expect(waiting).toMatchObject({
      event: 'agent_run',
      data: {
        task_agent_id: agent.id,
        waiting_for: { kind: 'approval', detail: 'calculator waits for approval (roles: editor, owner)' },
      },
    });
    expect(stream.events.find(hasStatus(requestId, 'pending'))).toMatchObject({
      event: 'approval_request',
      data: { task_agent_id: agent.id, task_agent_run_id: run.id },
    });
    await agent.approve(requestId);
    await stream.until(hasStatus(run.id, 'completed'));
    expect(statesOf(stream, run.id)).toEqual(['queued', 'running', 'waiting_for_human', 'running', 'completed']);
    expect(statesOf(stream, requestId)).toEqual(['pending', 'approved']);
    await eventually(
      async () => counts(stream),
      (now) => JSON.stringify(now) === JSON.stringify(NOTHING),
    );
    stream.cut();
  });

  it('sends changes of task runs', async () => {
    const stream = await follow();
    const task = await makeTask(tenant);
    const response = await tenant.owner.post(`${tenant.project}/task/${task.id}/run`, { task_input: { text: 'x' } });
    const event = await stream.until(hasStatus(response.body.id, 'completed'));
    expect(event).toMatchObject({ event: 'task_run', data: { task_id: task.id, waiting_for: null } });
    expect(statesOf(stream, response.body.id)).toEqual(['queued', 'running', 'completed']);
    stream.cut();
  });

  it('sends changes from every API process', async () => {
    const stream = await follow(getOwnerClient(tenant));
    const { run, agent } = await park();
    await stream.until(hasStatus(run.id, 'waiting_for_human'));
    await tenant.owner.post(`${agent.path}/run/${run.id}/cancel`);
    await stream.until(hasStatus(run.id, 'cancelled'));
    stream.cut();
  });

  it('has counts that are also available as JSON', async () => {
    const other = await world.tenant();
    const response = await other.owner.get(`${other.project}/changes`);
    expect(response).toMatchObject({ status: 200, body: { counts: NOTHING } });
  });

  it('sends no changes of another project', async () => {
    const other = await world.tenant();
    const theirs = await other.owner.stream(`${other.project}/changes`);
    await theirs.until((event) => event.event === 'counts');
    const { run } = await park();
    const own = await makeAgent(other);
    const script = await play(world, [{ text: 'Own.' }]);
    const ownRun = await own.run(script.message);
    await theirs.until(hasStatus(ownRun.id, 'completed'));
    expect(statesOf(theirs, run.id)).toEqual([]);
    theirs.cut();
  });
});

describe('a user who may not see an agent’s runs', () => {
  it('gets no events and no counts of them, except for requests that they may decide', async () => {
    const viewer = await tenant.member({ project: 'viewer' });
    const before = counts(await follow(viewer));
    const [stream, all] = [await follow(viewer), await follow()];
    const hidden = await park({ task_agent_run_visibility: 'owner_only' });
    const asking = await park({
      task_agent_run_visibility: 'editors_and_owners',
      approval_policy: { rules: [{ tool: 'calculator', mode: 'always', approvers: ['viewer'] }] },
    });
    const open = await park();
    await all.until(hasStatus(hidden.run.id, 'waiting_for_human'));
    await stream.until(hasStatus(open.run.id, 'waiting_for_human'));
    await stream.until(hasStatus(asking.requestId, 'pending'));
    await all.until(hasStatus(open.run.id, 'waiting_for_human'));
    // They may read that such agents exist; only the runs are hidden from them.
    const moves = stream.events.filter(({ event }) => event !== 'record');
    const text = JSON.stringify(moves);
    for (const id of [hidden.run.id, hidden.requestId, hidden.agent.id, asking.run.id]) {
      expect(moves.some((event) => event.data.id === id)).toBe(false);
    }
    expect(text).not.toContain(hidden.agent.id);
    const now = (await viewer.get(changes)).body.counts;
    expect(now.agent_run.waiting_for_human - before.agent_run.waiting_for_human).toBe(1);
    expect(now.approval_request.pending - before.approval_request.pending).toBe(2);
    // Runs that are hidden from now on are also hidden from open streams.
    await tenant.owner.post(open.agent.path, { task_agent_run_visibility: 'owner_only' });
    await open.agent.approve(open.requestId);
    await all.until(hasStatus(open.run.id, 'completed'));
    await asking.agent.approve(asking.requestId, {}, viewer);
    await stream.until(hasStatus(asking.requestId, 'approved'));
    expect(statesOf(stream, open.run.id)).not.toContain('completed');
    stream.cut();
    all.cut();
  });

  it('gets their events once a role permits it, and the stream stops sending them when the role is removed', async () => {
    const viewer = await tenant.member({ project: 'viewer' });
    const { agent, run } = await park({ task_agent_run_visibility: 'owner_only' });
    const member = `${agent.path}/iam/members/user:${viewer.userId}`;
    const [stream, all] = [await follow(viewer), await follow()];
    await tenant.owner.post(member, { add: ['owner'] });
    await eventually(
      async () => {
        const other = await agent.run((await play(world, [{ text: 'Done.' }])).message);
        await all.until(hasStatus(other.id, 'completed'));
        return statesOf(stream, other.id);
      },
      (states) => states.length > 0,
    );
    const events = await viewer.stream(`${agent.path}/run/${run.id}/events?follow=true`);
    await events.until((event) => event.event === 'approval_required');
    await tenant.owner.post(member, { remove: ['owner'] });
    await events.end();
    expect((await viewer.stream(`${agent.path}/run/${run.id}/events`)).status).toBe(403);
    for (const open of [stream, all]) open.cut();
  });

  it('loses the open stream after a change of run visibility', async () => {
    const viewer = await tenant.member({ project: 'viewer' });
    const { agent, run } = await park();
    const stream = await viewer.stream(`${agent.path}/run/${run.id}/events?follow=true`);
    const own = await tenant.owner.stream(`${agent.path}/run/${run.id}/events?follow=true`);
    await stream.until((event) => event.event === 'approval_required');
    await tenant.owner.post(agent.path, { task_agent_run_visibility: 'owner_only' });
    await stream.end();
    await agent.approve(run.approval_requests[0].id);
    await own.until((event) => event.event === 'done');
    expect(stream.events.map((event) => event.event)).not.toContain('done');
  });

  it('loses the open stream when the key is revoked', async () => {
    const made = await tenant.owner.post(`${tenant.project}/api_key`, { name: 'short' });
    const stream = await follow(new Client(beside, made.body.value));
    await tenant.owner.post(`${tenant.project}/api_key/${made.body.id}/revoke`);
    const events = await stream.end();
    expect(events.map((event) => event.event)).toContain('counts');
  });
});

describe('a reader that reconnects', () => {
  it('receives what changed meanwhile, in whichever process, and then new changes', async () => {
    const stream = await follow();
    const { run, agent, requestId } = await park();
    await stream.until(hasStatus(run.id, 'waiting_for_human'));
    stream.cut();
    await agent.approve(requestId);
    await eventually(
      () => agent.read(run.id),
      (now) => now.status === 'completed',
    );
    const back = await follow(getOwnerClient(tenant), { lastEventId: position(stream) });
    expect(back.events[0]).toMatchObject({ event: 'counts', data: { resumed: true } });
    await back.until(hasStatus(run.id, 'completed'));
    expect(statesOf(back, requestId).at(-1)).toBe('approved');
    const next = await park();
    await back.until(hasStatus(next.run.id, 'waiting_for_human'));
    back.cut();
  });

  it('receives the same if the position is in the address, as for a page that continues after its first read', async () => {
    const stream = await follow();
    stream.cut();
    const { run } = await park();
    const before = position(stream);
    const at = `${changes}?after=${before}`;
    const back = await tenant.owner.stream(at);
    await back.until(hasStatus(run.id, 'waiting_for_human'));
    expect(back.events[0]).toMatchObject({ event: 'counts', data: { resumed: true } });
    // A transaction of another test can hold back the position. A later change then carries a newer one.
    const newest = await eventually(
      async () => {
        const found = back.events.find((event) => event.event === 'counts' && event.position !== before);
        if (found === undefined) await park();
        return found;
      },
      (event) => event !== undefined,
    );
    back.cut();
    const later = await tenant.owner.stream(at, { lastEventId: newest?.position ?? '' });
    const begun = await later.until((event) => event.event === 'counts');
    expect(begun.position).toBe(newest?.position);
    later.cut();
    const json = await tenant.owner.get(at);
    expect([json.status, json.body.detail[0].loc]).toEqual([422, ['query', 'after']]);
  });

  it('gets an instruction to reload its lists after a long absence or from another database', async () => {
    for (const lastEventId of ['1-1', `9999999999999999999-${Math.floor(Date.now() / 1000)}`]) {
      const stream = await follow(tenant.owner, { lastEventId });
      expect(stream.events[0]).toMatchObject({ event: 'counts', data: { resumed: false } });
      stream.cut();
    }
  });

  it('with a position that no stream sent gets a 400', async () => {
    for (const bad of ['abc', '5', '-1-1', '1-', '123456789012345678901-1']) {
      const refused = await tenant.owner.get(changes, { accept: 'text/event-stream', 'last-event-id': bad });
      expect(refused.status, bad).toBe(400);
    }
  });
});

describe('a change that is committed late', () => {
  it('is sent after later ones, also to a reader who reconnects with an earlier position', async () => {
    const [late, early] = [await park(), await park()];
    const stream = await follow();
    const slow = new pg.Client({ connectionString: world.stack.databaseUrl });
    await slow.connect();
    await slow.query('begin');
    const detail = `late ${randomUUID()}`;
    await slow.query(
      `update agent_runs set waiting_for = json_build_object('kind', 'approval', 'detail', json_build_object('msg', $2::text)) where id = $1`,
      [late.run.id, detail],
    );
    await early.agent.approve(early.requestId);
    await stream.until(hasStatus(early.run.id, 'completed'));
    await eventually(
      async () => stream.events.at(-1),
      (event) => event?.event === 'counts',
    );
    const before = position(stream);
    await slow.query('commit');
    await slow.end();
    const isLate = (event: StreamEvent) => event.data.id === late.run.id && event.data.waiting_for?.detail === detail;
    await stream.until(isLate);
    expect(stream.events.filter(isLate)).toHaveLength(1);
    const back = await follow(tenant.owner, { lastEventId: before });
    await back.until(isLate);
    stream.cut();
    back.cut();
  });
});
