import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { inject } from 'vitest';
import { EventStream, Holdfast } from '../../client/index.ts';
import { grantRole } from '../../src/access/grant-roles.ts';
import { createFoundation } from '../../src/bootstrap.ts';
import { createApiKey } from '../../src/identity/api-keys.ts';
import { createUser } from '../../src/identity/users.ts';
import { type Db, openDatabase } from '../../src/platform/db/client.ts';
import { checkDescribed } from './conformance.ts';
import { sendPlain } from './http.ts';
import { createModelControl, type ModelControl } from './model-server.ts';
import type { StackInfo } from './stack.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the API answers
export type Json = any;

/** A response of the API. */
export interface ApiResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Json;
  readonly text: string;
}

/** A server-sent event as a client reads it. */
export interface StreamEvent {
  readonly id: number;
  /** Id as sent; empty without one. */
  readonly position: string;
  readonly event: string;
  readonly data: Json;
}

/** A stream that a test reads at its own pace. */
export interface OpenStream {
  readonly status: number;
  /** All events so far. */
  readonly events: StreamEvent[];
  /** Resolves with the first matching event, past or future. Rejects when the stream ends without one. */
  until(fits: (event: StreamEvent) => boolean): Promise<StreamEvent>;
  /** Resolves with all events when the server ends the stream. */
  end(): Promise<StreamEvent[]>;
  /** Closes the connection. */
  cut(): void;
}

/** A client with a credential. It sends everything that a test specifies, including invalid requests. */
export class Client {
  readonly base: string;
  readonly key: string | undefined;
  /** The typed client without retries. Its responses are checked against the OpenAPI document too. */
  readonly api: Holdfast;

  constructor(base: string, key: string | undefined) {
    this.base = base;
    this.key = key;
    this.api = new Holdfast({ baseUrl: base, key, retries: 0, fetch: fetchDescribed });
  }

  /** Sends an untyped request and checks the response against the OpenAPI document. */
  async request(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<ApiResponse> {
    const url = this.url(path);
    if (body instanceof FormData) {
      const response = await this.api.raw(method, url.slice(this.base.length), { body, headers });
      const text = await response.text();
      return { status: response.status, headers: response.headers, body: parsed(text), text };
    }
    const asItIs = typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body);
    const own = {
      ...(this.key === undefined ? {} : { authorization: `Bearer ${this.key}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    };
    const plain = await sendPlain(method, url, { ...own, ...headers } as Record<string, string>, asItIs ?? null);
    const answer = Object.assign(plain, { body: parsed(plain.text) });
    checkDescribed(method, url, answer);
    return answer;
  }

  get(path: string, headers?: Record<string, string>): Promise<ApiResponse> {
    return this.request('GET', path, undefined, headers);
  }

  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<ApiResponse> {
    return this.request('POST', path, body, headers);
  }

  delete(path: string): Promise<ApiResponse> {
    return this.request('DELETE', path);
  }

  /** Opens a stream of events, with POST if there is a body. */
  async stream(
    path: string,
    options: { body?: unknown; lastEventId?: number | string; headers?: Record<string, string> } = {},
  ): Promise<OpenStream> {
    const { body, lastEventId, headers } = options;
    const abort = new AbortController();
    const response = await this.api.raw(body === undefined ? 'GET' : 'POST', this.url(path).slice(this.base.length), {
      body,
      signal: abort.signal,
      headers: {
        accept: 'text/event-stream',
        ...(lastEventId === undefined ? {} : { 'last-event-id': String(lastEventId) }),
        ...headers,
      },
    });
    return readStream(new EventStream(response, abort));
  }

  url(path: string): string {
    const outside = ['/-/', '/docs', '/public/', '/identity/', '/hooks/', '/v1/'].some((prefix) =>
      path.startsWith(prefix),
    );
    return this.base + (outside ? '' : '/api/v1') + path;
  }
}

/** Checks every response against the OpenAPI document; of a stream, only its head. */
async function fetchDescribed(request: Request): Promise<Response> {
  const response = await fetch(request);
  const { status, headers } = response;
  if (headers.get('content-type')?.startsWith('text/event-stream')) {
    checkDescribed(request.method, response.url, { status, body: undefined });
    return response;
  }
  const bytes = await response.arrayBuffer();
  checkDescribed(request.method, response.url, { status, body: parsed(new TextDecoder().decode(bytes)) });
  return new Response([204, 205, 304].includes(status) ? null : bytes, { status, headers });
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function readStream(stream: EventStream<Pick<StreamEvent, 'event' | 'data'> & { id?: string }>): OpenStream {
  const events: StreamEvent[] = [];
  const waiting = new Set<() => void>();
  let over = false;
  const wakeAll = () => {
    for (const wake of [...waiting]) wake();
  };
  const reading = (async () => {
    try {
      for await (const { id, event, data } of stream) {
        events.push({ id: Number(id), position: id ?? '', event, data });
        wakeAll();
      }
    } catch {
      // A closed connection ends the stream.
    }
    over = true;
    wakeAll();
  })();
  return {
    status: stream.status,
    events,
    async until(fits) {
      for (;;) {
        const found = events.find(fits);
        if (found) return found;
        if (over) throw new Error(`the stream ended without it: ${JSON.stringify(events)}`);
        await new Promise<void>((resolve) => {
          const wake = () => {
            waiting.delete(wake);
            resolve();
          };
          waiting.add(wake);
        });
      }
    },
    async end() {
      await reading;
      return events;
    },
    cut: () => stream.cut(),
  };
}

/** An organization of a test. Tenancy isolates tests. */
export interface Tenant {
  readonly orgId: string;
  readonly projectId: string;
  readonly userId: string;
  readonly key: string;
  /** Path of the project, the prefix of most operations. */
  readonly project: string;
  /** Client of the organization's owner. */
  readonly owner: Client;
  /** Creates a user of the organization with these roles, and returns a client. */
  member(roles: { org?: string; project?: string }): Promise<Client & { userId: string }>;
  /** Makes a user a member of the organization without roles, as joining does. */
  letIn(userId: string): Promise<void>;
}

/** Returns the same client at the other API process of the shared stack. */
export function getOwnerClient({ owner }: Tenant, stack: StackInfo = inject('stack')): Client {
  if (stack.besideUrl === undefined) throw new Error('this stack has one API process');
  return new Client(stack.besideUrl, owner.key);
}

/** Context of a test file. */
export interface World {
  readonly stack: StackInfo;
  readonly db: Db;
  readonly model: ModelControl;
  tenant(): Promise<Tenant>;
  close(): Promise<void>;
}

/** Opens the context of the shared stack, or of another. */
export function openWorld(stack: StackInfo = inject('stack')): World {
  const db = openDatabase(stack.databaseUrl, 4, () => undefined);
  return {
    stack,
    db,
    model: createModelControl(stack.modelServerUrl),
    tenant: () => createTenant(stack, db),
    close: () => db.destroy(),
  };
}

async function createTenant(stack: StackInfo, db: Db): Promise<Tenant> {
  const name = randomUUID();
  const made = await createFoundation(db, {
    organization: name,
    project: 'Test',
    email: `${name}@example.com`,
    credits: '1000',
  });
  const { orgId, projectId, userId } = made;
  return {
    orgId,
    projectId,
    userId,
    key: made.apiKey,
    project: `/org/${orgId}/project/${projectId}`,
    owner: new Client(stack.baseUrl, made.apiKey),
    async member(roles) {
      const id = await createUser(db, { email: `${randomUUID()}@example.com`, name: 'Member', administrator: false });
      if (roles.org)
        await grantRole(db, { resourceType: 'organization', resourceId: orgId, userId: id, role: roles.org });
      if (roles.project)
        await grantRole(db, { resourceType: 'project', resourceId: projectId, userId: id, role: roles.project });
      const key = await createApiKey(db, { orgId, projectId, userId: id, name: 'test', scopes: null });
      return Object.assign(new Client(stack.baseUrl, key.value), { userId: id });
    },
    letIn: (id) => grantRole(db, { resourceType: 'organization', resourceId: orgId, userId: id, role: 'member' }),
  };
}

/** Reads until the value matches, for states that change in the background. Fails after 100 s with the last value. */
export async function eventually<T>(read: () => Promise<T>, matches: (value: T) => boolean): Promise<T> {
  for (const begun = Date.now(); ; ) {
    const value = await read();
    if (matches(value)) return value;
    const waited = Date.now() - begun;
    if (waited > 100_000) throw new Error(`this did not come: ${JSON.stringify(value)}`);
    // The interval grows, to leave the CPU to the work.
    await sleep(Math.min(250, 25 + waited / 8));
  }
}
