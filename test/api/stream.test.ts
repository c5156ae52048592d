import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { makeAgent, play, type TestAgent } from '../support/agents.ts';
import {
  Client,
  eventually,
  type OpenStream,
  openWorld,
  type StreamEvent,
  type Tenant,
  type World,
} from '../support/client.ts';
import { startExtraApi } from '../support/identity.ts';
import { startTcpProxy } from '../support/tcp-proxy.ts';

let second: Awaited<ReturnType<typeof startExtraApi>>;
let world: World;
let tenant: Tenant;
/** The tenant's owner on the second API process. */
let elsewhere: Client;
let agent: TestAgent;

beforeAll(async () => {
  world = openWorld();
  second = await startExtraApi(world.stack, {});
  tenant = await world.tenant();
  elsewhere = new Client(second.origin, tenant.key);
  agent = await makeAgent(tenant, { approval_policy: { default: 'never' } });
});
afterAll(async () => {
  await second.stop();
  await world.close();
});

const sum = { name: 'calculator', arguments: { expression: '6*7' } };
const kinds = (events: StreamEvent[]) => events.map((event) => event.event);
const idsFrom = (first: number, count: number) => Array.from({ length: count }, (_, index) => first + index);
const saysOf = (turn: number) => (event: StreamEvent) => event.event === 'text' && event.data.turn === turn;

/** Starts a streamed run that stops in the middle of its second turn's text until the gate opens. */
async function halfway(client = tenant.owner) {
  const gate = randomUUID();
  const script = await play(world, [
    { chunks: ['Let ', 'me ', 'see.'], tool_calls: [sum] },
    { chunks: ['It ', 'is ', 'forty-', 'two.'], gate_after_chunks: { count: 2, gate } },
  ]);
  const stream = await client.stream(`${agent.path}/run`, { body: { message: script.message } });
  await stream.until(saysOf(2));
  const runId: string = stream.events[0]!.data.run_id;
  return { stream, runId, path: `${agent.path}/run/${runId}/events`, open: () => world.model.open(gate), ...script };
}

/** A run that has ended, with all its events. */
async function ended() {
  const { stream, open, ...rest } = await halfway();
  await open();
  return { ...rest, events: await stream.end() };
}

/** A run that waits for a person. */
async function parked(calls: object[] = [sum], policy: object = { default: 'always' }) {
  const guarded = await makeAgent(tenant, { approval_policy: policy, builtin_tools: ['calculator', 'http_request'] });
  const script = await play(world, [{ tool_calls: calls as never }, { text: 'Done.' }]);
  const stream = await tenant.owner.stream(`${guarded.path}/run`, { body: { message: script.message } });
  const events = await stream.end();
  const runId: string = events[0]!.data.run_id;
  return { agent: guarded, runId, path: `${guarded.path}/run/${runId}/events`, events };
}

describe('the stream of a run', () => {
  it('numbers its events from one without a gap, and ends with done', async () => {
    const { events, runId } = await ended();
    expect(events.map((event) => event.id)).toEqual(idsFrom(1, events.length));
    const others = kinds(events).filter((kind) => kind !== 'text');
    expect(others).toEqual(['session_id', 'tool_call', 'tool_result', 'done']);
    const text = events.filter(saysOf(2)).map((event) => event.data.text);
    expect(text.join('')).toBe('It is forty-two.');
    expect(events.at(-1)?.data).toMatchObject({
      run_id: runId,
      session_id: events[0]!.data.session_id,
      status: 'completed',
      output: 'It is forty-two.',
      usage: { input_tokens: 20, output_tokens: 10, total_tokens: 30, charged_credits: '0.004' },
    });
  });

  it('sends text while the model is still generating', async () => {
    const { stream, open } = await halfway();
    const said = stream.events.filter(saysOf(2)).map((event) => event.data.text);
    expect('It is '.startsWith(said.join(''))).toBe(true);
    expect(kinds(stream.events)).not.toContain('done');
    await open();
    await stream.end();
  });

  it('has headers that keep proxies from buffering', async () => {
    const { path } = await ended();
    const response = await fetch(tenant.owner.url(path), {
      headers: { authorization: `Bearer ${tenant.key}`, accept: 'text/event-stream' },
    });
    await response.text();
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/);
    expect(response.headers.get('x-accel-buffering')).toBe('no');
    expect(response.headers.get('cache-control')).toContain('no-transform');
    expect(response.headers.get('x-request-id')).not.toBeNull();
  });

  it('ends at the pause once every branch waits, and not before', async () => {
    const guarded = { name: 'http_request', arguments: { method: 'POST', url: 'http://127.0.0.1:9/never' } };
    const { events } = await parked([guarded, sum], { default: 'destructive' });
    const expected = ['session_id', 'tool_call', 'approval_required', 'tool_call', 'tool_result'];
    expect(kinds(events)).toEqual(expected);
    const required = events[2]!.data;
    expect(required).toMatchObject({ tool_name: 'http_request', arguments: guarded.arguments, expires_at: null });
    expect(required.tool_call_id).toBe(events[1]!.data.tool_call_id);
  });
});

describe('an interrupted stream', () => {
  it('continues with Last-Event-ID at the same position, while the run continues', async () => {
    const { stream, path, open } = await halfway();
    stream.cut();
    const before = await stream.end();
    const rest = await tenant.owner.stream(path, { lastEventId: before.at(-1)!.id });
    await open();
    const after = await rest.end();
    expect(after.at(-1)?.event).toBe('done');
    const all = [...before, ...after];
    expect(all.map((event) => event.id)).toEqual(idsFrom(1, all.length));
    const text = all.filter(saysOf(2)).map((event) => event.data.text);
    expect(text.join('')).toBe('It is forty-two.');
  });

  it('can continue after any event, by header or by query, and the header has priority', async () => {
    const { events, path } = await ended();
    for (const event of events.slice(0, -1)) {
      const byHeader = await (await tenant.owner.stream(path, { lastEventId: event.id })).end();
      expect(byHeader).toEqual(events.slice(event.id));
      const byQuery = await (await tenant.owner.stream(`${path}?after=${event.id}`)).end();
      expect(byQuery).toEqual(byHeader);
    }
    const both = await (await tenant.owner.stream(`${path}?after=1`, { lastEventId: 3 })).end();
    expect(both).toEqual(events.slice(3));
  });

  it('of a waiting run ends after its last event and then returns 204, unless it follows', async () => {
    const { agent, runId, path, events } = await parked();
    const last = events.length;
    expect(kinds(await (await tenant.owner.stream(path, { lastEventId: last - 1 })).end())).toEqual([
      'approval_required',
    ]);
    for (const form of ['', '?deltas=false'])
      expect((await tenant.owner.stream(path + form, { lastEventId: last })).status).toBe(204);
    expect((await tenant.owner.stream(`${path}?after=${last}`)).status).toBe(204);
    expect(
      (await tenant.owner.get(path, { accept: 'text/event-stream', 'last-event-id': String(last + 1) })).status,
    ).toBe(400);
    const following = await tenant.owner.stream(`${path}?follow=true`, { lastEventId: last });
    expect(following.status).toBe(200);
    const [request] = await agent.requests(runId);
    await agent.approve(request!.id);
    expect(kinds(await following.end())[0]).toBe('approval_decided');
  });

  it('of an ended run returns 204 after its last event, so that browsers stop reconnecting', async () => {
    const { events, path } = await ended();
    const last = events.length;
    expect((await tenant.owner.stream(path, { lastEventId: last })).status).toBe(204);
    expect((await tenant.owner.stream(path, { lastEventId: last + 5 })).status).toBe(204);
    expect((await tenant.owner.stream(`${path}?after=${last}`)).status).toBe(204);
    expect((await tenant.owner.stream(path, { lastEventId: last - 1 })).status).toBe(200);
  });

  it.each([
    ['a stream', 'text/event-stream', ['include_history=true', 'page_limit=2', 'cursor=1']],
    ['JSON', 'application/json', ['follow=true', 'deltas=true']],
  ])('returns 422 if %s gets a parameter of the other form only', async (_form, accept, keys) => {
    const { path } = await ended();
    for (const key of keys) {
      const refused = await tenant.owner.get(`${path}?${key}`, { accept });
      const [name] = key.split('=');
      expect([refused.status, refused.body.detail]).toMatchObject([422, [{ loc: ['query', name] }]]);
    }
    const idle = await tenant.owner.get(`${path}?include_history=false&follow=false&deltas=false`, { accept });
    expect(idle.status).toBe(200);
  });

  it('returns 400 for a Last-Event-ID that no stream sent', async () => {
    const { path } = await ended();
    for (const bad of ['abc', '-1', '1.5', '99999999999999']) {
      const refused = await tenant.owner.get(path, { accept: 'text/event-stream', 'last-event-id': bad });
      expect(refused.status).toBe(400);
    }
  });
});

describe('a follower', () => {
  it('without deltas gets the complete text of each turn at its end', async () => {
    const { stream, path, open } = await halfway();
    const whole = await tenant.owner.stream(`${path}?deltas=false`);
    await whole.until((event) => event.event === 'tool_result');
    expect(whole.events.filter(saysOf(2))).toEqual([]);
    await open();
    const [events, all] = [await whole.end(), await stream.end()];
    const texts = events.filter((event) => event.event === 'text').map((event) => event.data.text);
    expect(texts).toEqual(['Let me see.', 'It is forty-two.']);
    const ids = events.map((event) => event.id);
    expect(ids).toEqual([...ids].sort((a, b) => a - b));
    expect(new Set(ids).size).toBe(ids.length);
    const others = (list: StreamEvent[]) => list.filter((event) => event.event !== 'text');
    expect(others(events)).toEqual(others(all));
  });

  it('with follow=true stays through every wait to the end', async () => {
    const waiting = await parked();
    const path = `${waiting.path}?follow=true`;
    const live = await tenant.owner.stream(path);
    await live.until((event) => event.event === 'approval_required');
    const { approval_request_id } = waiting.events.at(-1)!.data;
    await waiting.agent.approve(approval_request_id);
    const events = await live.end();
    expect(kinds(events)).toEqual([
      'session_id',
      'tool_call',
      'approval_required',
      'approval_decided',
      'tool_result',
      'text',
      'done',
    ]);
    expect(events.slice(0, waiting.events.length)).toEqual(waiting.events);
    const short = await (await tenant.owner.stream(waiting.path)).end();
    expect(short).toEqual(events);
  });

  it('of a waiting run without follow=true reads up to the pause', async () => {
    const waiting = await parked();
    expect(await (await tenant.owner.stream(waiting.path)).end()).toEqual(waiting.events);
  });

  it('receives the same as every other, at any start time and through any API process', async () => {
    const { stream, path, open } = await halfway();
    const followers: OpenStream[] = await Promise.all(
      [tenant.owner, elsewhere, tenant.owner, elsewhere, elsewhere].map((client) => client.stream(path)),
    );
    await Promise.all(followers.map((follower) => follower.until(saysOf(2))));
    followers.push(await elsewhere.stream(`${path}?follow=true`));
    await open();
    const expected = await stream.end();
    for (const follower of followers) expect(await follower.end()).toEqual(expected);
    expect(await (await elsewhere.stream(path)).end()).toEqual(expected);
  });

  it('sees nothing of another tenant’s run', async () => {
    const { runId, path } = await ended();
    const outsider = await world.tenant();
    const theirs = await makeAgent(outsider);
    expect((await outsider.owner.stream(path)).status).toBe(403);
    expect((await outsider.owner.stream(`${theirs.path}/run/${runId}/events`)).status).toBe(404);
  });
});

describe('an Idempotency-Key on a stream', () => {
  it('replays the run’s stream and creates no second run', async () => {
    const gate = randomUUID();
    const script = await play(world, [{ chunks: ['On', 'ce.'], gate_after_chunks: { count: 1, gate } }]);
    const options = { body: { message: script.message }, headers: { 'idempotency-key': randomUUID() } };
    const first = await tenant.owner.stream(`${agent.path}/run`, options);
    await first.until((event) => event.event === 'text');
    const meanwhile = await elsewhere.stream(`${agent.path}/run`, options);
    await meanwhile.until((event) => event.event === 'text');
    await world.model.open(gate);
    const events = await first.end();
    expect(events.at(-1)?.data).toMatchObject({ status: 'completed', output: 'Once.' });
    expect(await meanwhile.end()).toEqual(events);
    const later = await tenant.owner.stream(`${agent.path}/run`, options);
    expect(await later.end()).toEqual(events);
    expect(await world.model.requests(script.key)).toHaveLength(1);
    const other = { ...options, body: { message: 'something else' } };
    expect((await tenant.owner.stream(`${agent.path}/run`, other)).status).toBe(409);
  });
});

describe('an API process that shuts down', () => {
  // A body resolves only if it ended properly; a broken connection rejects.
  const read = (path: string, base = elsewhere) =>
    fetch(base.url(path), { headers: { authorization: `Bearer ${tenant.key}`, accept: 'text/event-stream' } });

  it('ends its streams cleanly, and their readers continue elsewhere without a gap', async () => {
    const speaking = await halfway();
    const waiting = await parked();
    const [words, pause] = await Promise.all([read(speaking.path), read(`${waiting.path}?follow=true`)]);
    expect([words.status, pause.status]).toEqual([200, 200]);
    const probe = await elsewhere.stream(speaking.path);
    await probe.until(saysOf(2));
    await second.stop();
    expect(second.process.child.exitCode).toBe(0);
    const seen = [...(await words.text()).matchAll(/^id: (\d+)$/gm)].map((match) => Number(match[1]));
    expect(await pause.text()).not.toContain('event: done');
    const rest = await tenant.owner.stream(speaking.path, { lastEventId: seen.at(-1) ?? 0 });
    await speaking.open();
    const ids = [...seen, ...(await rest.end()).map((event) => event.id)];
    expect(ids).toEqual(idsFrom(1, ids.length));
    expect((await speaking.stream.end()).length).toBe(ids.length);
  });

  it('also ends a stream whose reader was still being authorized', async () => {
    const { path } = await parked();
    const database = new URL(world.stack.databaseUrl);
    const way = await startTcpProxy(database.host);
    onTestFinished(() => way.close());
    database.host = way.address;
    const third = await startExtraApi(world.stack, { DATABASE_URL: database.href });
    const lookUp = way.holdBack('api_keys');
    const answer = read(`${path}?follow=true`, new Client(third.origin, tenant.key));
    await lookUp.reached;
    const stopped = third.stop();
    const isClosed = () =>
      fetch(`${third.origin}/-/health`).then(
        () => false,
        () => true,
      );
    await eventually(isClosed, (closed) => closed);
    lookUp.release();
    expect((await answer).status).toBe(200);
    await (await answer).text();
    await stopped;
    expect(third.process.child.exitCode).toBe(0);
  });
});
