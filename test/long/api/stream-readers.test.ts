import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, request as forward, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { createParser } from 'eventsource-parser';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { makeAgent, makeTask, play, type TestAgent } from '../../support/agents.ts';
import { Client, eventually, openWorld, type StreamEvent, type Tenant, type World } from '../../support/client.ts';
import { addFile } from '../../support/files.ts';
import { Stack, WITHOUT_INGESTION } from '../../support/stack.ts';

let stack: Stack;
let world: World;
let tenant: Tenant;
let agent: TestAgent;

beforeAll(async () => {
  // Maximum time that other work of this process may delay a reader.
  const settings = { STREAM_COMMENT_MS: '250', STREAM_STALL_MS: '4000' };
  stack = await Stack.create(inject('servers'), 'readers', { ...WITHOUT_INGESTION, ...settings });
  stack.startWorker();
  await stack.startApi();
  await stack.ready();
  world = openWorld(stack.info);
  tenant = await world.tenant();
  agent = await makeAgent(tenant, { approval_policy: { default: 'never' } });
});
afterAll(async () => {
  await world.close();
  await stack.stop();
});

const sum = { name: 'calculator', arguments: { expression: '6*7' } };
/** Incompressible text. */
const generateNoise = (length: number) => randomBytes(length).toString('base64').slice(0, length);
const idsFrom = (first: number, count: number) => Array.from({ length: count }, (_, index) => first + index);

async function startRun(steps: Parameters<typeof play>[1], by: TestAgent = agent) {
  const script = await play(world, steps);
  const run = await tenant.owner.post(`${by.path}/run`, { message: script.message }, { prefer: 'respond-async' });
  expect(run.status).toBe(202);
  return { ...script, runId: run.body.id as string, path: `${by.path}/run/${run.body.id}/events` };
}

/** A reader that also records comment lines. */
async function openCommentReader(path: string) {
  const response = await fetch(tenant.owner.url(path), {
    headers: { authorization: `Bearer ${tenant.key}`, accept: 'text/event-stream' },
  });
  const reader = (response.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  return {
    /** Resolves after this many comments. */
    async until(count: number) {
      while (text.split(': still here\n\n').length <= count) text += (await reader.read()).value;
    },
    /** Resolves with the complete stream when it ends. */
    async whole() {
      for (let part = await reader.read(); !part.done; part = await reader.read()) text += part.value;
      return text;
    },
    cut: () => reader.cancel(),
  };
}

/** A reader of the raw connection, which reads nothing while it is paused. */
class RawReader {
  readonly socket: Socket;
  readonly events: { id: number; event: string }[] = [];
  readonly #text: string[] = [];

  constructor(path: string) {
    const { hostname, port } = new URL(stack.info.baseUrl);
    this.socket = connect(Number(port), hostname);
    this.socket.on('error', () => undefined);
    this.socket.write(
      `GET /api/v1${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${tenant.key}\r\naccept: text/event-stream\r\nconnection: close\r\n\r\n`,
    );
    this.socket.pause();
  }

  /** Resolves when the response starts, with its first line, and then pauses. */
  async begun(): Promise<string> {
    await once(this.socket, 'readable');
    this.#text.push(String(this.socket.read()));
    return this.#text[0]?.split('\r\n')[0] ?? '';
  }

  /** Reads until the connection ends. Returns the complete events. */
  async rest(): Promise<StreamEvent[]> {
    const over = once(this.socket, 'close');
    this.socket.setEncoding('utf8');
    this.socket.on('data', (chunk: string) => this.#text.push(chunk));
    this.socket.resume();
    await over;
    const events: StreamEvent[] = [];
    const parser = createParser({
      onEvent: ({ id, event = '', data }) =>
        events.push({ id: Number(id), position: id ?? '', event, data: JSON.parse(data) }),
    });
    parser.feed(decodeChunks(this.#text.join('')));
    return events;
  }
}

/** Decodes the received part of a chunked response. */
function decodeChunks(answer: string): string {
  let rest = Buffer.from(answer.slice(answer.indexOf('\r\n\r\n') + 4));
  const parts: Buffer[] = [];
  for (;;) {
    const line = rest.indexOf('\r\n');
    const size = line < 0 ? Number.NaN : Number.parseInt(rest.subarray(0, line).toString(), 16);
    if (!(size > 0)) return Buffer.concat(parts).toString();
    parts.push(rest.subarray(line + 2, line + 2 + size));
    rest = rest.subarray(line + 2 + size + 2);
  }
}

/** Returns from the API's log the buffered bytes of disconnected readers. */
function cutReaders(): { unread: number }[] {
  const log = readFileSync(join(stack.info.dataDir, `api-${new URL(stack.info.baseUrl).port}.log`), 'utf8');
  const lines = log.split('\n').filter((line) => line.includes('disconnected a client that did not read'));
  return lines.map((line) => JSON.parse(line));
}

describe('a reader that stops reading', () => {
  it('a large run stream has a bounded buffer, is disconnected, and resumes without loss', async () => {
    const gate = randomUUID();
    const chunks = ['Hear. ', ...idsFrom(1, 24).map(() => generateNoise(500_000))];
    const { path } = await startRun([{ chunks, gate_after_chunks: { count: 1, gate } }]);
    const attentive = await tenant.owner.stream(path);
    await attentive.until((event) => event.event === 'text');
    const stalled = Array.from({ length: 6 }, () => new RawReader(path));
    const begun = await Promise.all(stalled.map((reader) => reader.begun()));
    expect(new Set(begun)).toEqual(new Set(['HTTP/1.1 200 OK']));
    await world.model.open(gate);
    const all = await attentive.end();
    expect(all.at(-1)?.data.output).toHaveLength(chunks.join('').length);
    const cuts = await eventually(
      async () => cutReaders(),
      (all) => all.length === stalled.length,
    );
    // The buffer of a disconnected reader: at most the unread limit, a batch, and one event.
    const largest = Math.max(...all.map((event) => JSON.stringify(event.data).length));
    for (const { unread } of cuts) expect(unread).toBeLessThan(600_000 + largest);
    const seen = await Promise.all(stalled.map((reader) => reader.rest()));
    for (const events of seen) {
      expect(events.length).toBeLessThan(all.length);
      expect(events).toEqual(all.slice(0, events.length));
    }
    const [first = []] = seen;
    const back = await tenant.owner.stream(path, { lastEventId: first.at(-1)?.id ?? 0 });
    expect([...first, ...(await back.end())]).toEqual(all);
  });

  it('only briefly is not disconnected and receives everything', async () => {
    const chunks = idsFrom(1, 12).map(() => generateNoise(500_000));
    const { path } = await startRun([{ chunks }]);
    const all = await (await tenant.owner.stream(path)).end();
    const late = new RawReader(path);
    await once(late.socket, 'connect');
    const events = await late.rest();
    expect(events).toEqual(all);
  });

  it('a file is disconnected, however much of it is left', async () => {
    const { runId } = await startRun([{ text: 'Done.' }]);
    const data = randomBytes(40 * 1024 * 1024);
    await addFile(world, tenant, { type: 'agent_run', id: runId }, { name: 'a.bin', mediaType: 'a/b', data });
    const before = cutReaders().length;
    const reader = new RawReader(`${agent.path}/run/${runId}/file/a.bin`);
    await eventually(
      async () => cutReaders().length,
      (cuts) => cuts === before + 1,
    );
    reader.socket.destroy();
  });
});

describe('a request that waits for its run to end', () => {
  it('gets no result once its key is revoked', async () => {
    const gate = randomUUID();
    const { message } = await play(world, [{ text: 'Secret.', gate }]);
    const made = await tenant.owner.post(`${tenant.project}/api_key`, { name: 'short' });
    const waiting = new Client(stack.info.baseUrl, made.body.value).post(`${agent.path}/run`, { message });
    const runs = () => tenant.owner.get(`${agent.path}/run?status=running`);
    const { body } = await eventually(runs, (page) => page.body.results.length === 1);
    await tenant.owner.post(`${tenant.project}/api_key/${made.body.id}/revoke`);
    const id = body.results[0].id;
    // A later reader received two comments, so this one has waited longer than the comment interval.
    const later = await openCommentReader(`${agent.path}/run/${id}/events`);
    await later.until(2);
    await later.cut();
    await world.model.open(gate);
    expect(await waiting).toMatchObject({ status: 401, text: expect.not.stringContaining('Secret.') });
    const ended = await eventually(
      () => agent.read(id),
      (run) => run.status === 'completed',
    );
    expect(ended.output).toBe('Secret.');
  });
});

describe('a stream', () => {
  it('of a waiting run stays open and sends comment lines, and one of an ended run ends', async () => {
    const guarded = await makeAgent(tenant, { approval_policy: { default: 'always' } });
    const { path, runId } = await startRun([{ tool_calls: [sum] }, { text: 'Done.' }], guarded);
    await eventually(
      () => guarded.read(runId),
      (run) => run.status === 'waiting_for_human',
    );
    const comments = await openCommentReader(`${path}?follow=true`);
    await comments.until(3);
    const [request] = await guarded.requests(runId);
    await guarded.approve(request.id);
    const text = await comments.whole();
    expect(text).toContain('event: done');
    expect([...text.matchAll(/^id: (\d+)$/gm)].map((match) => Number(match[1]))).toEqual(idsFrom(1, 7));
  });

  it('ends when the reader’s key is revoked', async () => {
    const gate = randomUUID();
    const { path } = await startRun([{ text: 'Secret.', gate }]);
    const made = await tenant.owner.post(`${tenant.project}/api_key`, { name: 'short' });
    const stream = await new Client(stack.info.baseUrl, made.body.value).stream(path);
    await stream.until((event) => event.event === 'session_id');
    await tenant.owner.post(`${tenant.project}/api_key/${made.body.id}/revoke`);
    expect((await stream.end()).map((event) => event.event)).toEqual(['session_id']);
    await world.model.open(gate);
    expect((await (await tenant.owner.stream(path)).end()).at(-1)?.event).toBe('done');
  });

  it('of a task’s run ends when the task’s token is replaced or its runs become visible to owners only', async () => {
    const gate = randomUUID();
    const script = await play(world, [{ chunks: ['Half', ' of it.'], gate_after_chunks: { count: 1, gate } }]);
    const task = await makeTask(tenant, { user_prompt: '{text}', public: true });
    const path = `${tenant.project}/task/${task.id}`;
    const shown = await tenant.owner.get(path);
    const token = new Client(stack.info.baseUrl, shown.body.access_token);
    const editor = await tenant.member({ project: 'editor' });
    const asked = { body: { task_input: { text: script.message } } };
    const byToken = await token.stream(`${path}/run`, asked);
    const said = await byToken.until(({ event }) => event === 'text');
    expect(said.data.text).toBe('Half');
    const [run] = (await tenant.owner.get(`${path}/run`)).body.results;
    const byEditor = await editor.stream(`${path}/run/${run.id}/events`);
    await byEditor.until(({ event }) => event === 'text');
    await tenant.owner.post(path, { rotate_access_token: true });
    expect((await byToken.end()).map(({ event }) => event)).toEqual(['text']);
    await tenant.owner.post(path, { task_run_visibility: 'owner_only' });
    expect((await byEditor.end()).map(({ event }) => event)).toEqual(['text']);
    await world.model.open(gate);
    const whole = await (await tenant.owner.stream(`${path}/run/${run.id}/events`)).end();
    expect(whole.map(({ data }) => data.text ?? '').join('')).toBe('Half of it.');
    expect(whole.at(-1)?.data.output).toBe('Half of it.');
  });

  it('passes through a proxy event by event', async () => {
    const proxy = await startProxy();
    const gates = [randomUUID(), randomUUID(), randomUUID()];
    const steps = gates.map((gate, at) => ({ text: `Word ${at}.`, gate, ...(at < 2 ? { tool_calls: [sum] } : {}) }));
    const { path } = await startRun(steps);
    const behind = new Client(proxy.url, tenant.key);
    const stream = await behind.stream(path);
    for (const [at, gate] of gates.entries()) {
      const words = (event: StreamEvent) => event.event === 'text' && event.data.text === `Word ${at}.`;
      expect(stream.events.some(words)).toBe(false);
      await world.model.open(gate);
      await stream.until(words);
    }
    expect((await stream.end()).at(-1)?.data.output).toBe('Word 2.');
    await proxy.close();
  });
});

/** A reverse proxy between a browser and the API. */
async function startProxy() {
  const server: Server = createServer((incoming, outgoing) => {
    const onward = forward(
      new URL(incoming.url ?? '/', stack.info.baseUrl),
      { method: incoming.method, headers: incoming.headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      const closed = close();
      server.closeAllConnections();
      return closed;
    },
  };
}

describe('a Last-Event-ID', () => {
  it('of another run that is ahead of this one is a 400 while the run continues and a 204 once it has ended', async () => {
    const gate = randomUUID();
    const { path } = await startRun([{ text: 'Here.', gate }]);
    const ahead = { accept: 'text/event-stream', 'last-event-id': '500' };
    expect((await tenant.owner.get(path, ahead)).status).toBe(400);
    expect((await tenant.owner.get(`${path}?after=500`, { accept: 'text/event-stream' })).status).toBe(400);
    await world.model.open(gate);
    await (await tenant.owner.stream(path)).end();
    expect((await tenant.owner.get(path, ahead)).status).toBe(204);
  });
});

describe('the events endpoint in JSON', () => {
  it('pages events in order, each once, with complete turns in place of deltas', async () => {
    const turns = { chunks: ['It ', 'is ', 'so.'], tool_calls: [sum, sum] };
    const { path } = await startRun([turns, turns, { text: 'Over.' }]);
    await (await tenant.owner.stream(path)).end();
    const whole = (await tenant.owner.get(path)).body;
    const ids = whole.events.map((event: { id: string }) => Number(event.id));
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => Number(a) - Number(b)));
    const paged = [];
    for (let cursor = ''; ; ) {
      const page = (await tenant.owner.get(`${path}?page_limit=3${cursor}`)).body;
      expect(page.events.length).toBeLessThanOrEqual(3);
      paged.push(...page.events);
      if (!page.pagination.has_next) break;
      cursor = `&cursor=${page.pagination.next_cursor}`;
    }
    expect(paged).toEqual(whole.events);
    const said = whole.events.filter((event: { author: string }) => event.author === 'agent');
    expect(said.map((event: { content: string | null }) => event.content).filter(Boolean)).toEqual([
      'It is so.',
      'It is so.',
      'Over.',
    ]);
  });
});
