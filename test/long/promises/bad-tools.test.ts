import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getToolResults, listConversations, makeAgent, play } from '../../support/agents.ts';
import { openWorld, type Tenant, type World } from '../../support/client.ts';
import { get, NEVER, post, QUEUED, startScene, sum } from '../../support/scene.ts';

let world: World;
let tenant: Tenant;
const servers: Server[] = [];

beforeAll(async () => {
  world = openWorld();
  tenant = await world.tenant();
});
afterAll(async () => {
  for (const server of servers) server.close();
  await world.close();
});

const MEGABYTE = 1024 * 1024;
const OK = 'HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\n';

/** A raw socket server with arbitrary responses. */
interface RawServer {
  readonly url: string;
  /** Received requests. */
  count(): number;
  /** Resolves when a connection was closed. */
  readonly closed: Promise<void>;
}

async function rawServer(answer: (socket: Socket) => void): Promise<RawServer> {
  let requests = 0;
  const closed = Promise.withResolvers<void>();
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('close', () => closed.resolve());
    socket.once('data', () => {
      requests += 1;
      answer(socket);
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/x`;
  return { url, count: () => requests, closed: closed.promise };
}

/** Writes the same chunk until the client disconnects. */
function writeRepeatedly(socket: Socket, piece: Buffer | string, times: number): void {
  if (times <= 0 || socket.destroyed) return;
  socket.write(piece, () => writeRepeatedly(socket, piece, times - 1));
}

describe('arguments of 5 MB', () => {
  it('from the model return an error to it, and are not stored, streamed or sent back', async () => {
    const long = 'x'.repeat(5 * MEGABYTE);
    const { run, key, agent } = await startScene(world, tenant, [sum(long), sum('6*7')], { policy: NEVER });
    expect(run).toMatchObject({ status: 'completed', output: 'All done.' });
    expect(await getToolResults(world, key)).toEqual([
      expect.stringMatching(/INVALID_TOOL_CALL.*have more than 1000000 characters/),
      expect.stringContaining('42'),
    ]);
    const [, second] = await world.model.requests(key);
    expect(JSON.stringify(second?.body).length).toBeLessThan(100_000);
    const events = await tenant.owner.get(`${agent.path}/run/${run.id}/events`);
    expect(events.text.length).toBeLessThan(100_000);
  });

  it('as edits of a reviewer are rejected with a 422, and the request stays pending', async () => {
    const { agent, requests } = await startScene(world, tenant, [sum('1+1')]);
    const refused = await agent.approve(requests[0].id, { arguments: { expression: '1'.repeat(5 * MEGABYTE) } });
    expect(refused.status).toBe(422);
    expect(refused.body.detail[0]).toMatchObject({
      loc: ['body', 'arguments'],
      msg: expect.stringContaining('have more than 1000000 characters'),
    });
    const read = await tenant.owner.get(`${agent.path}/approval-request/${requests[0].id}`);
    expect(read.body).toMatchObject({ status: 'pending', decisions: [] });
  });
});

describe('arguments nested a hundred thousand deep', () => {
  it('return an error to the model, which is called only once more', async () => {
    const deep = `{"expression":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    const { run, key } = await startScene(world, tenant, [{ name: 'calculator', arguments: deep }], { policy: NEVER });
    expect(run).toMatchObject({ status: 'completed' });
    expect(await getToolResults(world, key)).toEqual([expect.stringContaining('INVALID_TOOL_CALL')]);
    expect(await world.model.requests(key)).toHaveLength(2);
  });
});

describe('a tool', () => {
  it('that responds with 50 MB is truncated at its limit and disconnected, and its side effect counts as done', async () => {
    const piece = Buffer.alloc(MEGABYTE, 'y');
    const flood = () =>
      rawServer((socket) => {
        socket.write(`${OK}content-length: ${50 * MEGABYTE}\r\n\r\n`);
        writeRepeatedly(socket, piece, 50);
      });
    const [read, written] = [await flood(), await flood()];
    const { run, key, agent } = await startScene(world, tenant, [get(read.url), post(written.url)], { policy: NEVER });
    await Promise.all([read.closed, written.closed]);
    expect(run).toMatchObject({ status: 'completed' });
    const results = await getToolResults(world, key);
    expect(results).toHaveLength(2);
    for (const result of results) {
      expect(result).toContain('"truncated":true');
      expect(result.length).toBeLessThan(70_000);
    }
    const effects = await tenant.owner.get(`${agent.path}/run/${run.id}/effects`);
    expect(effects.body.results).toMatchObject([{ status: 'done' }]);
    expect(written.count()).toBe(1);
  });

  it('that never responds times out: a read returns an error to the model, and a side effect leads to a question to a person', async () => {
    const [read, written] = [await rawServer(() => undefined), await rawServer(() => undefined)];
    const { run, agent } = await startScene(world, tenant, [get(read.url), post(written.url)], { policy: NEVER });
    expect(run).toMatchObject({ status: 'waiting_for_human' });
    expect(await agent.requests(run.id)).toMatchObject([{ kind: 'confirm_effect', effect: 'unknown' }]);
    const events = await tenant.owner.get(`${agent.path}/run/${run.id}/events`);
    const results = events.body.events.flatMap((event: { tool_results: object[] }) => event.tool_results);
    expect(results).toMatchObject([{ outcome: 'error', result: { reason: 'TIMEOUT' } }]);
    expect([read.count(), written.count()]).toEqual([1, 1]);
  });

  it('that never responds is disconnected as soon as its run is cancelled', async () => {
    const silent = await rawServer(() => undefined);
    const script = await play(world, [{ tool_calls: [get(silent.url)] }]);
    const agent = await makeAgent(tenant, { builtin_tools: ['http_request'], approval_policy: NEVER });
    const run = await tenant.owner.post(`${agent.path}/run`, { message: script.message }, QUEUED);
    const stream = await tenant.owner.stream(`${agent.path}/run/${run.body.id}/events?follow=true`);
    await stream.until((event) => event.event === 'tool_call');
    const stopped = await tenant.owner.post(`${agent.path}/run/${run.body.id}/cancel`);
    expect(stopped.body.run).toMatchObject({ status: 'cancelled' });
    expect((await stream.end()).at(-1)?.data).toMatchObject({ status: 'cancelled' });
    if (silent.count() > 0) await silent.closed;
  });

  it('that responds twice has its first response used', async () => {
    const twice = await rawServer((socket) => {
      const say = (text: string) => `${OK}content-length: ${text.length}\r\n\r\n${text}`;
      socket.write(`${say('first')}${say('second')}\u0000garbage\r\n\r\n`);
    });
    const { run, key, agent } = await startScene(world, tenant, [post(twice.url)], { policy: NEVER });
    expect(run).toMatchObject({ status: 'completed' });
    const [results] = await getToolResults(world, key);
    expect(results).toContain('"body":"first"');
    expect(results).not.toContain('second');
    const effects = await tenant.owner.get(`${agent.path}/run/${run.id}/effects`);
    expect(effects.body.results).toMatchObject([{ status: 'done' }]);
    expect(twice.count()).toBe(1);
  });

  it('that responds with garbage returns an error to the model for a read, and leads to a question for a possible side effect', async () => {
    const garbage = () => rawServer((socket) => socket.end('\u0016\u0003\u0001 not HTTP at all\r\n\r\n'));
    const [read, written] = [await garbage(), await garbage()];
    const { run, agent } = await startScene(world, tenant, [get(read.url), post(written.url)], { policy: NEVER });
    expect(run).toMatchObject({ status: 'waiting_for_human' });
    const [question] = await agent.requests(run.id);
    expect(question).toMatchObject({ kind: 'confirm_effect' });
    await agent.approve(question.id);
    expect((await agent.resume(question.id)).body).toMatchObject({ status: 'completed' });
    expect([read.count(), written.count()]).toEqual([1, 1]);
  });

  it('that sends endless headers is disconnected', async () => {
    const endless = await rawServer((socket) => {
      socket.write(OK);
      writeRepeatedly(socket, `x-more: ${'z'.repeat(1000)}\r\n`, 100_000);
    });
    const { run, key } = await startScene(world, tenant, [get(endless.url)], { policy: NEVER });
    await endless.closed;
    expect(run).toMatchObject({ status: 'completed' });
    expect(await getToolResults(world, key)).toEqual([expect.stringContaining('TOO_LARGE')]);
  });

  it('that redirects in circles, to a private address or after a side effect is not followed', async () => {
    const redirect = (to: (self: string) => string) => {
      const own = { url: '' };
      return rawServer((socket) =>
        socket.end(`HTTP/1.1 302 Found\r\nlocation: ${to(own.url)}\r\ncontent-length: 0\r\n\r\n`),
      ).then((server) => {
        own.url = server.url;
        return server;
      });
    };
    const target = await rawServer((socket) => socket.end(`${OK}content-length: 2\r\n\r\nhi`));
    const circle = await redirect((self) => self);
    const inward = await redirect(() => 'http://169.254.169.254/latest/meta-data');
    const acting = await redirect(() => target.url);
    const calls = [get(circle.url), get(inward.url), post(acting.url)];
    const { run, key } = await startScene(world, tenant, calls, { policy: NEVER });
    expect(run).toMatchObject({ status: 'completed' });
    expect(await getToolResults(world, key)).toEqual([
      expect.stringContaining('TOO_MANY_REDIRECTS'),
      expect.stringContaining('REFUSED_ADDRESS'),
      expect.stringContaining('"status":302'),
    ]);
    expect([circle.count(), acting.count(), target.count()]).toEqual([6, 1, 0]);
  });
});

describe('the conversation', () => {
  it('of a run with invalid calls is accepted by every provider: each call has its result', async () => {
    const calls = [{ name: 'no such tool!', arguments: '{' }, { name: 'calculator', arguments: '[1]' }, sum('1+1')];
    const { key } = await startScene(world, tenant, calls, { policy: NEVER });
    const last = (await listConversations(world, key)).at(-1) ?? [];
    const asked = last.flatMap((message) => message.tool_calls ?? []);
    const answered = last.filter((message) => message.role === 'tool').map((message) => message.tool_call_id);
    expect(asked).toHaveLength(calls.length);
    expect(answered).toEqual(asked.map((call) => call.id));
    for (const call of asked) expect(call.function.name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
  });
});
