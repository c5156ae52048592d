import { randomUUID } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'vitest';
import type { NewTaskRun } from '../../src/tasks/new-run.ts';
import type { ApiResponse, Client, Json, StreamEvent, Tenant, World } from './client.ts';
import type { Step } from './model-server.ts';

/** A stored script, with a message that follows it. */
export interface Played {
  readonly key: string;
  /** A message that makes the model follow the script. */
  readonly message: string;
}

/** Stores a script under a new key. */
export async function play(
  world: World,
  steps: readonly Step[],
  options?: { by?: 'turn' | 'call'; say?: string },
): Promise<Played> {
  const key = randomUUID();
  await world.model.script(key, steps, options);
  return { key, message: `${options?.say ?? 'Go.'} ${world.model.marker(key)}` };
}

/** A created agent, with the actions of tests. */
export interface TestAgent {
  readonly id: string;
  readonly record: Json;
  readonly path: string;
  /** Runs it and returns the run's record when it has ended or waits. The response must be a 200. */
  run(message: string, body?: object): Promise<Json>;
  read(runId: string): Promise<Json>;
  /** Returns all events of a run until it ends, across waits. */
  follow(runId: string, client?: Client): Promise<StreamEvent[]>;
  /** Returns the approval requests of a run in the order of the calls. */
  requests(runId: string, client?: Client): Promise<Json[]>;
  approve(requestId: string, body?: object, client?: Client, headers?: Record<string, string>): Promise<ApiResponse>;
  reject(requestId: string, body?: object, client?: Client): Promise<ApiResponse>;
  /** Resumes and waits until the run has ended or waits. */
  resume(requestId: string, body?: object): Promise<ApiResponse>;
}

/** Creates an agent of the tenant. */
export async function makeAgent(tenant: Tenant, fields: object = {}): Promise<TestAgent> {
  const made = await tenant.owner.post(`${tenant.project}/task-agent`, {
    name: 'Agent',
    instruction: 'Help.',
    llm_model_id: 'scripted',
    ...fields,
  });
  expect(made.body).toMatchObject({ id: expect.any(String) });
  const path = `${tenant.project}/task-agent/${made.body.id}`;
  const { owner } = tenant;
  return {
    id: made.body.id,
    record: made.body,
    path,
    async run(message, body) {
      const run = await owner.post(`${path}/run`, { message, ...body });
      expect(run).toMatchObject({ status: 200 });
      return run.body;
    },
    read: async (runId) => (await owner.get(`${path}/run/${runId}`)).body,
    async follow(runId, client = owner) {
      const stream = await client.stream(`${path}/run/${runId}/events?follow=true`);
      return stream.end();
    },
    async requests(runId, client = owner) {
      const page = await client.get(`${path}/approval-request?run_id=${runId}`);
      return page.body.results.reverse();
    },
    approve: (id, body = {}, client = owner, headers = {}) =>
      client.post(`${path}/approval-request/${id}/approve`, body, headers),
    reject: (id, body = {}, client = owner) => client.post(`${path}/approval-request/${id}/reject`, body),
    resume: (id, body = {}) => owner.post(`${path}/approval-request/${id}/resume`, body),
  };
}

/** Creates an enabled task of the tenant. */
export async function makeTask(tenant: Tenant, fields: object = {}): Promise<Json> {
  const made = await tenant.owner.post(`${tenant.project}/task`, {
    name: `Task ${randomUUID().slice(0, 8)}`,
    enabled: true,
    llm_model_id: 'scripted',
    system_prompt: 'Do it.',
    user_prompt: 'Summarise {text}.',
    ...fields,
  });
  expect(made.body).toMatchObject({ id: expect.any(String) });
  return made.body;
}

/** Returns a stored task run of the owner, for tests that start no workflow. */
export function toNewTaskRun(tenant: Tenant, id: string, task: Json, input: Record<string, unknown>): NewTaskRun {
  return {
    id,
    orgId: tenant.orgId,
    projectId: tenant.projectId,
    taskId: task.id,
    taskRevisionId: task.revisions[0].id,
    input,
    reference: null,
    contextId: null,
    reportingGroupId: null,
    useFallbackModel: false,
    triggerType: 'api',
    createdByType: 'user',
    createdBy: tenant.userId,
    toolCallId: null,
  };
}

/** A message of a conversation as the provider received it. */
export interface SentMessage {
  readonly role: string;
  readonly content: string;
  readonly tool_call_id?: string;
  readonly tool_calls?: readonly { readonly id: string; readonly function: { readonly name: string } }[];
}

/** Returns the conversations that the model received under a key, oldest first. */
export async function listConversations(world: World, key: string): Promise<SentMessage[][]> {
  const requests = await world.model.requests(key);
  return requests.map((request) =>
    (request.body as { messages: { content?: unknown }[] }).messages.map(
      (message) => ({ ...message, content: textOf(message.content) }) as SentMessage,
    ),
  );
}

function textOf(content: unknown): string {
  if (!Array.isArray(content)) return typeof content === 'string' ? content : '';
  return content.map((part: { text?: string }) => part.text ?? '').join('');
}

/** Returns the texts of tool results in the last conversation of a key. */
export async function getToolResults(world: World, key: string): Promise<string[]> {
  const last = (await listConversations(world, key)).at(-1) ?? [];
  return last.filter((message) => message.role === 'tool').map((message) => message.content);
}

/** A request to a receiver. */
interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** An HTTP server that represents the outside world. */
export interface Receiver {
  readonly url: string;
  readonly received: Received[];
  /** Resolves once at least `count` (1) requests have come to the path. */
  arrived(path: string, count?: number): Promise<void>;
  /** Closes every open connection. */
  hangUp(): void;
  close(): Promise<void>;
}

/**
 * Starts a server that records requests and returns `answer`. It never answers the first request to a path that starts
 * with `/hang`.
 */
export async function startReceiver(answer: { status?: number; body?: string } = {}): Promise<Receiver> {
  const received: Received[] = [];
  const waiting = new Set<() => void>();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const path = request.url ?? '/';
    const { method = '', headers } = request;
    const first = !received.some((request) => request.path === path);
    received.push({ method, path, headers, body: Buffer.concat(chunks).toString('utf8') });
    for (const wake of [...waiting]) wake();
    if (first && path.startsWith('/hang')) return;
    response.writeHead(answer.status ?? 200, { 'content-type': 'text/plain' }).end(answer.body ?? 'received');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    async arrived(path, count = 1) {
      while (received.filter((request) => request.path === path).length < count) {
        await new Promise<void>((resolve) => {
          const wake = () => {
            waiting.delete(wake);
            resolve();
          };
          waiting.add(wake);
        });
      }
    },
    hangUp: () => server.closeAllConnections(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
