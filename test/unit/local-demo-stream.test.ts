import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { AgentClient, RefusedError, type RunEvent } from '../../scripts/run-stream.ts';

const AGENT = '/api/v1/org/o/project/p/task-agent/a';

function event(id: number, type: string, data: object = {}): string {
  return `id: ${id}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
}

describe("the demo's stream of a run", () => {
  let server: Server;
  let requests: IncomingMessage[];
  let answers: ((request: IncomingMessage, response: ServerResponse) => void)[];
  let client: AgentClient;
  let said: string[];

  beforeEach(async () => {
    requests = [];
    answers = [];
    said = [];
    server = createServer((request, response) => {
      requests.push(request);
      const answer = answers.shift();
      if (answer) answer(request, response);
      else response.writeHead(500).end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const dev = {
      base_url: `http://127.0.0.1:${port}/api/v1`,
      org_id: 'o',
      project_id: 'p',
      agent_id: 'a',
      api_key: 'k',
    };
    client = new AgentClient(dev, (line) => said.push(line));
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  const stream = (response: ServerResponse) => response.writeHead(200, { 'content-type': 'text/event-stream' });
  async function collect(): Promise<RunEvent[]> {
    const events: RunEvent[] = [];
    for await (const one of client.run('hello')) events.push(one);
    return events;
  }

  test('goes on after a cut connection from the last event it saw, without gap or repeat', async () => {
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
    expect(events.map(({ id, type }) => [id, type])).toEqual([
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
    expect(said).toEqual([expect.stringContaining('the connection is lost')]);
  });

  test('starts the run once, however often the first request has to be sent', async () => {
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

  test('follows up a stream that ended where a person has to approve', async () => {
    answers.push(
      (_request, response) =>
        void stream(response).end(
          event(1, 'session_id', { run_id: 'r' }) + event(2, 'approval_required', { approval_request_id: 'q' }),
        ),
      (_request, response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('{}'),
      (_request, response) => void stream(response).end(event(3, 'done')),
    );
    const types: string[] = [];
    for await (const one of client.run('hello')) {
      types.push(one.type);
      if (one.type === 'approval_required') await client.decide('q', 'approve');
    }
    expect(types).toEqual(['session_id', 'approval_required', 'done']);
    expect(requests[1]?.url).toBe(`${AGENT}/approval-request/q/approve`);
    expect(said).toEqual([]);
  });

  test('ends with the refusal when the API says no', async () => {
    answers.push((_request, response) => void response.writeHead(401).end('{"error":{"code":401}}'));
    await expect(collect()).rejects.toThrow(RefusedError);
    expect(requests).toHaveLength(1);
  });

  test('sends a decision again until it got through, and leaves one that was made elsewhere', async () => {
    answers.push(
      (_request, response) => void response.writeHead(502).end(),
      (_request, response) => void response.writeHead(409).end('APPROVAL_REQUEST_NOT_PENDING'),
    );
    await client.decide('q', 'reject');
    expect(requests.map((request) => request.url)).toEqual([
      `${AGENT}/approval-request/q/reject`,
      `${AGENT}/approval-request/q/reject`,
    ]);
    expect(said.at(-1)).toContain('APPROVAL_REQUEST_NOT_PENDING');
  });
});
