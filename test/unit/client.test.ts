import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type ApiError, Holdfast, ok, PROJECT, runAgent, runTask, type Schemas } from '../../client/index.ts';
import { getBackoffMs } from '../../client/retry.ts';

const AGENT = '/api/v1/org/o/project/p/task-agent/a';

function event(id: number, type: string, data: object = {}): string {
  return `id: ${id}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
}

const PATH = { org_id: 'o', project_id: 'p', task_agent_id: 'a' };
const REJECT =
  '/api/v1/org/{org_id}/project/{project_id}/task-agent/{task_agent_id}/approval-request/{approval_request_id}/reject';

let server: Server;
let requests: IncomingMessage[];
let bodies: string[];
let answers: ((request: IncomingMessage, response: ServerResponse) => void)[];
let client: Holdfast;
let said: string[];

beforeEach(async () => {
  requests = [];
  bodies = [];
  answers = [];
  said = [];
  server = createServer(async (request, response) => {
    requests.push(request);
    const answer = answers.shift();
    bodies.push(await text(request));
    if (answer) answer(request, response);
    else response.writeHead(500).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  client = new Holdfast({ baseUrl: `http://127.0.0.1:${port}/api/v1`, key: 'k', onRetry: (line) => said.push(line) });
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const stream = (response: ServerResponse) => response.writeHead(200, { 'content-type': 'text/event-stream' });
const json = (response: ServerResponse, status: number, body: object, headers: OutgoingHttpHeaders = {}) =>
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));

describe('the client of an agent run', () => {
  async function collect() {
    const events: Schemas['RunStreamEvent'][] = [];
    for await (const one of runAgent(client, PATH, { message: 'hello' })) events.push(one);
    return events;
  }

  test('resumes a disconnected stream after the last event, without gap or repeat', async () => {
    answers.push(
      (_request, response) => {
        stream(response).write(event(1, 'session_id', { run_id: 'r' }) + event(2, 'text', { text: 'a' }), () =>
          response.destroy(),
        );
      },
      (_request, response) => void response.writeHead(503).end(),
      (_request, response) =>
        void stream(response).end(
          event(2, 'text', { text: 'a' }) + event(3, 'text', { text: 'b' }) + event(4, 'done', {}),
        ),
    );
    const events = await collect();
    expect(events.map(({ id, event }) => [id, event])).toEqual([
      ['1', 'session_id'],
      ['2', 'text'],
      ['3', 'text'],
      ['4', 'done'],
    ]);
    expect(requests.map(({ method, url }) => [method, url])).toEqual([
      ['POST', `${AGENT}/run`],
      ['GET', `${AGENT}/run/r/events?follow=true`],
      ['GET', `${AGENT}/run/r/events?follow=true`],
    ]);
    expect(requests[2]?.headers).toMatchObject({
      'last-event-id': '2',
      accept: 'text/event-stream',
      authorization: 'Bearer k',
    });
    expect(said).toHaveLength(1);
  });

  test('starts the run once, however often the first request is sent', async () => {
    answers.push(
      (_request, response) => void response.destroy(),
      (_request, response) => void stream(response).end(event(1, 'session_id', { run_id: 'r' }) + event(2, 'done')),
    );
    await collect();
    expect(requests.map((request) => request.headers['idempotency-key'])).toEqual([
      expect.stringMatching(/./),
      requests[0]?.headers['idempotency-key'],
    ]);
  });

  test('polls after the stream ended for an approval', async () => {
    answers.push(
      (_request, response) =>
        void stream(response).end(
          event(1, 'session_id', { run_id: 'r' }) + event(2, 'approval_required', { approval_request_id: 'q' }),
        ),
      (_request, response) => void stream(response).end(event(3, 'done')),
    );
    expect((await collect()).map((one) => one.event)).toEqual(['session_id', 'approval_required', 'done']);
    expect(said).toEqual([]);
  });

  test('ends with the error that the API returns', async () => {
    answers.push((_request, response) => void response.writeHead(401).end('{"error":{"code":401}}'));
    await expect(collect()).rejects.toMatchObject({ name: 'ApiError', status: 401 } satisfies Partial<ApiError>);
    expect(requests).toHaveLength(1);
  });

  test('stops when its reader stops', async () => {
    answers.push((_request, response) => void stream(response).write(event(1, 'session_id', { run_id: 'r' })));
    const enough = new AbortController();
    const reading = async () => {
      for await (const _ of runAgent(client, PATH, { message: 'hello' }, enough.signal))
        enough.abort(new Error('read enough'));
    };
    await expect(reading()).rejects.toThrow('read enough');
    expect(requests).toHaveLength(1);
  });
});

describe('the client of a task run', () => {
  const formatEvent = (id: string, type: string, data: object = {}) =>
    `id: ${id}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`;

  test('starts the run once, and resumes after the last event', async () => {
    answers.push(
      (_request, response) => void response.destroy(),
      (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream', 'x-task-run-id': 'r' });
        response.write(formatEvent('1-1', 'text', { text: 'a', attempt: 1 }), () => response.destroy());
      },
      (_request, response) =>
        void stream(response).end(formatEvent('1-2', 'text', { text: 'b' }) + formatEvent('done', 'done')),
    );
    const events: string[] = [];
    const order = { body: { task_input: { text: 'hello' } }, query: { revision_id: 'v' } };
    for await (const { id } of runTask(client, { org_id: 'o', project_id: 'p', task_id: 't' }, order))
      events.push(`${id}`);
    expect(events).toEqual(['1-1', '1-2', 'done']);
    const task = '/api/v1/org/o/project/p/task/t/run';
    expect(requests.map(({ method, url, headers }) => [method, url, headers['last-event-id']])).toEqual([
      ['POST', `${task}?revision_id=v`, undefined],
      ['POST', `${task}?revision_id=v`, undefined],
      ['GET', `${task}/r/events?follow=true`, '1-1'],
    ]);
    expect(requests[0]?.headers['idempotency-key']).toBe(requests[1]?.headers['idempotency-key']);
    expect(JSON.parse(bodies[1] ?? '')).toEqual(order.body);
  });
});

describe('an event stream of the client', () => {
  test('ends when its reader stops, even long after its request was garbage collected', async () => {
    answers.push((_request, response) => void stream(response).write(event(1, 'counts', {})));
    const enough = new AbortController();
    const path = '/api/v1/org/{org_id}/project/{project_id}/changes';
    const idle = await client.stream('get', path, { params: { path: PATH }, signal: enough.signal });
    await idle.until('counts');
    setFlagsFromString('--expose_gc');
    const collectGarbage = runInNewContext('gc') as () => void;
    for (let round = 0; round < 5; round++) {
      await setImmediate();
      collectGarbage();
    }
    const reading = idle.end();
    enough.abort(new Error('enough'));
    await expect(reading).rejects.toThrow('enough');
  });

  test('is resumed after the last event with an id, and ends when nothing more follows', async () => {
    answers.push(
      (_request, response) =>
        void stream(response).end(`${event(7, 'counts', {})}event: task_run\ndata: {"id":"t"}\n\n`),
      (_request, response) => void response.writeHead(204).end(),
    );
    const path = '/api/v1/org/{org_id}/project/{project_id}/changes';
    const seen: string[] = [];
    for await (const one of client.follow(path, { params: { path: PATH }, lastEventId: '5' })) seen.push(one.event);
    expect(seen).toEqual(['counts', 'task_run']);
    expect(requests.map((request) => request.headers['last-event-id'])).toEqual(['5', '7']);
  });
});

describe('a request of the client', () => {
  test('is retried with its Idempotency-Key until it succeeds', async () => {
    answers.push(
      (_request, response) => void response.writeHead(502).end(),
      (_request, response) => void response.destroy(),
      (_request, response) =>
        json(response, 409, { detail: { reason: 'APPROVAL_REQUEST_NOT_PENDING', message: 'no' } }),
    );
    const params = { path: { ...PATH, approval_request_id: 'q' }, header: { 'Idempotency-Key': 'once' } };
    const answer = await client.post(REJECT, { params, body: { decision_note: 'late' } });
    expect(answer).toMatchObject({ status: 409, data: { detail: { reason: 'APPROVAL_REQUEST_NOT_PENDING' } } });
    expect(requests.map(({ url, headers }) => [url, headers['idempotency-key']])).toEqual(
      Array(3).fill([`${AGENT}/approval-request/q/reject`, 'once']),
    );
    expect(bodies).toEqual(Array(3).fill('{"decision_note":"late"}'));
    expect(said).toEqual(['the API answered 502']);
  });

  test('is retried after a 408: a process that was frozen refuses what had not arrived', async () => {
    answers.push(
      (_request, response) => json(response, 408, { detail: { reason: 'REQUEST_TOO_SLOW' } }),
      (_request, response) => json(response, 200, {}),
    );
    expect((await client.get('/api/v1/whoami')).status).toBe(200);
    expect(said).toEqual(['the API answered 408']);
  });

  test('is not retried if it could act twice, nor after another 4xx', async () => {
    answers.push((_request, response) => void response.writeHead(503).end('{}'));
    expect((await client.post('/api/v1/org', { body: { name: 'O', contact_email: 'o@example.com' } })).status).toBe(
      503,
    );
    answers.push((_request, response) => json(response, 403, { detail: { reason: 'PERMISSION_CHECK_FAILED' } }));
    await expect(ok(client.get('/api/v1/whoami'))).rejects.toMatchObject({
      status: 403,
      reason: 'PERMISSION_CHECK_FAILED',
    });
    expect(requests).toHaveLength(2);
  });

  test('backs off before each retry, or waits as long as the API asks for', () => {
    expect([0, 1, 9].map((repeat) => getBackoffMs(repeat))).toEqual([250, 500, 5000]);
    expect(getBackoffMs(0, '7')).toBe(7000);
    expect(getBackoffMs(2, 'Sun, 22 Nov 2026 00:00:00 GMT')).toBe(1000);
  });

  test('reads a list to its last page', async () => {
    const page = (ids: string[], next_cursor: string | null) => (_: IncomingMessage, response: ServerResponse) =>
      json(response, 200, { results: ids.map((id) => ({ id })), pagination: { next_cursor, has_next: !!next_cursor } });
    answers.push(page(['a', 'b'], 'x y'), page([], 'z'), page(['c'], null));
    const ids: string[] = [];
    const path = '/api/v1/org/{org_id}/project/{project_id}/task';
    for await (const { id } of client.pages(path, { params: { path: PATH, query: { page_limit: 2 } } })) ids.push(id);
    expect(ids).toEqual(['a', 'b', 'c']);
    expect(requests.map(({ url }) => new URL(`http://x${url}`).searchParams.get('cursor'))).toEqual([null, 'x y', 'z']);
    expect(requests.every(({ url }) => url?.includes('page_limit=2'))).toBe(true);
  });

  test('polls with one key until the started work has ended', async () => {
    answers.push(
      (_request, response) => json(response, 202, { status: 'running' }),
      (_request, response) => json(response, 200, { status: 'success' }),
    );
    const path = '/api/v1/org/{org_id}/project/{project_id}/task/{task_id}/run';
    const run = await client.finished(path, {
      params: { path: { ...PATH, task_id: 't' } },
      body: { task_input: { topic: 'x' } },
    });
    expect(run).toEqual({ status: 'success' });
    const sent = requests.map(({ headers }) => [headers.prefer, headers['idempotency-key']]);
    expect(sent).toEqual([sent[0], sent[0]]);
    expect(sent[0]).toEqual([expect.stringMatching(/^wait=\d+$/), expect.stringMatching(/./)]);
  });

  test('is a form if its body contains a file', async () => {
    answers.push((_request, response) => json(response, 200, {}));
    const path = '/api/v1/org/{org_id}/project/{project_id}/task/{task_id}/run';
    await client.post(path, {
      params: { path: { ...PATH, task_id: 't' } },
      body: { task_input: '{"topic":"x"}', task_file: [new File(['one'], '1.txt'), new File(['two'], '2.txt')] },
    });
    expect(requests[0]?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
    expect(bodies[0]?.match(/name="\w+"(; filename="[\w.]+")?/g)).toEqual([
      'name="task_input"',
      'name="task_file"; filename="1.txt"',
      'name="task_file"; filename="2.txt"',
    ]);
  });

  test('returns a file as such, whatever its type, and an export as text', async () => {
    const file = { 'content-type': 'application/json', 'content-disposition': 'attachment' };
    const lines = { 'content-type': 'application/x-ndjson', 'content-disposition': 'attachment' };
    answers.push(
      (_request, response) => void response.writeHead(200, file).end('{"a":1}'),
      (_request, response) => void response.writeHead(200, lines).end('{"b":2}\n'),
    );
    const path = '/api/v1/org/{org_id}/project/{project_id}/task/{task_id}/run/{task_run_id}/file/{file_name}';
    const got = await ok(
      client.get(path, { params: { path: { ...PATH, task_id: 't', task_run_id: 'r', file_name: 'a.json' } } }),
    );
    expect(await got.text()).toBe('{"a":1}');
    expect(await ok(client.get(`${PROJECT}/audit_event/export`, { params: { path: PATH } }))).toBe('{"b":2}\n');
  });

  test('can be one of no declared operation', async () => {
    answers.push((_request, response) => json(response, 400, { detail: 'no' }));
    const answer = await client.raw('PATCH', '/api/v1/nothing', { body: '{"broken', headers: { 'x-odd': '1' } });
    expect([answer.status, await answer.json()]).toEqual([400, { detail: 'no' }]);
    expect(requests[0]).toMatchObject({ method: 'PATCH', url: '/api/v1/nothing', headers: { 'x-odd': '1' } });
    expect(bodies[0]).toBe('{"broken');
  });
});
