import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  request as sendRequest,
} from 'node:http';
import { pipeline } from 'node:stream';
import { parseArgs } from 'node:util';
import { answerChat, type ChatBody } from './model-server-chat.ts';
import { answerEmbeddings, answerRerank } from './model-server-embeddings.ts';
import { answerMedia } from './model-server-media.ts';
import { ServerOutage } from './model-server-outage.ts';
import { ModelScripts, type RecordedRequest, type Script, type Step } from './model-server-scripts.ts';

export type { RecordedRequest, Script, Step, ToolCallStep } from './model-server-scripts.ts';

/** Timeout of a `wait` request in milliseconds, after which it returns 408. */
const LONGEST_WAIT_MS = 100_000;

/** Protocols of Anthropic, OpenAI responses and Google. A script provides the whole response as `body`. */
const OTHER_PROTOCOLS = /^\/v1\/(?:messages|responses)$|^\/v1beta\/models\//;
/** Paths below it and a name are answered by the emulator of providers that a test has started under this name. */
const EMULATOR_PATH = /^\/emulator\/([\w-]+)(\/.*)$/;
const MEDIA: Readonly<Record<string, 'image' | 'speech'>> = {
  '/v1/images/generations': 'image',
  '/v1/images/edits': 'image',
  '/v1/audio/speech': 'speech',
};

/** Addresses of the emulators that tests have started, by name. */
type EmulatorUrls = Map<string, string>;

/** A running scripted model server. */
export interface ModelServer {
  /** Base address without a path, such as `http://127.0.0.1:40123`; models live at `<url>/v1`. */
  readonly url: string;
  /** Ends open requests and stops listening. */
  close(): Promise<void>;
}

/**
 * Starts a server for OpenAI's chat completions, embeddings, images and speech with scripted responses. The marker
 * `[[script:<key>]]` in a message selects the script; without one, the last user message is echoed. An embeddings
 * request follows the script of one of its texts. Tests control scripts, gates and records over HTTP ({@link
 * createModelControl}), also from another process.
 */
export async function startModelServer(port = 0): Promise<ModelServer> {
  const scripts = new ModelScripts();
  const emulators: EmulatorUrls = new Map();
  const outage = new ServerOutage();
  const server = createServer((request, response) => {
    if (outage.answer(request, response)) return;
    route(scripts, emulators, request, response).catch((error: unknown) => {
      if (response.headersSent) response.destroy();
      else sendJson(response, 500, { error: { message: `model server: ${String(error)}`, type: 'test_server_fault' } });
    });
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return { url: `http://127.0.0.1:${portOf(server)}`, close: () => closeServer(server) };
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the model server does not listen on a port');
  return address.port;
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.close((error) => (error ? reject(error) : resolve()));
    server.closeAllConnections();
  });
}

async function route(
  scripts: ModelScripts,
  emulators: EmulatorUrls,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = request.url ?? '/';
  const [, emulator = '', rest = ''] = EMULATOR_PATH.exec(path) ?? [];
  const emulatorUrl = emulators.get(emulator);
  if (emulatorUrl !== undefined) return relay(new URL(rest, emulatorUrl), request, response);
  if (request.method === 'POST' && path === '/v1/chat/completions') {
    const raw = await readBody(request);
    return answerChat(scripts, { raw, body: JSON.parse(raw) as ChatBody, headers: request.headers }, response);
  }
  if (request.method === 'POST' && OTHER_PROTOCOLS.test(path)) {
    const raw = await readBody(request);
    const sent = JSON.parse(raw) as object;
    const body = { messages: [{ role: 'user', content: raw }] };
    return answerChat(scripts, { raw, body, sent, headers: request.headers }, response);
  }
  if (request.method === 'POST' && path === '/v1/embeddings') {
    const raw = await readBody(request);
    return answerEmbeddings(scripts, { raw, headers: request.headers }, response);
  }
  if (request.method === 'POST' && path === '/v1/rerank') {
    const raw = await readBody(request);
    return answerRerank(scripts, { raw, headers: request.headers }, response);
  }
  if (request.method === 'GET' && path === '/v1/models') return listModels(request, response);
  const kind = MEDIA[path];
  if (request.method === 'POST' && kind !== undefined)
    return answerMedia(scripts, { raw: await readBytes(request), headers: request.headers, kind }, response);
  const url = new URL(path, 'http://model-server');
  const [route, what, name, verb] = url.pathname.slice(1).split('/').map(decodeURIComponent);
  if (route === 'control' && what !== undefined && name) {
    if (request.method === 'PUT' && what === 'scripts') {
      scripts.set(name, JSON.parse(await readBody(request)) as Script);
      return sendJson(response, 200, {});
    }
    if (request.method === 'PUT' && what === 'emulators') {
      emulators.set(name, JSON.parse(await readBody(request)) as string);
      return sendJson(response, 200, {});
    }
    if (request.method === 'PUT' && what === 'gates') {
      scripts.openGate(name);
      return sendJson(response, 200, {});
    }
    if (request.method === 'GET' && what === 'requests') {
      if (verb === 'wait') return waitForRequests(scripts, name, url.searchParams, response);
      return sendJson(response, 200, scripts.requests(name));
    }
  }
  sendJson(response, 404, { error: { message: `no such route: ${request.method} ${path}`, type: 'not_found' } });
}

/** Passes a request and its response on unchanged. A broken connection on one side breaks the other. */
function relay(target: URL, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method, headers } = request;
  return new Promise((resolve) => {
    const outgoing = sendRequest(target, { method, headers: { ...headers, host: target.host } }, (incoming) => {
      response.writeHead(incoming.statusCode ?? 502, incoming.headers);
      pipeline(incoming, response, () => resolve());
    });
    outgoing.once('error', () => resolve(void response.destroy()));
    response.once('close', () => outgoing.destroy());
    request.pipe(outgoing);
  });
}

/** Responds to a key: one that ends in `wrong` is rejected with its text, one that ends in `broken` gets no list. */
function listModels({ headers }: IncomingMessage, response: ServerResponse): void {
  const key = headers.authorization ?? String(headers['x-api-key']);
  if (key.endsWith('wrong')) sendJson(response, 401, { error: { message: `Incorrect API key: ${key}` } });
  else if (key.endsWith('broken')) sendJson(response, 500, { error: { message: `no list for ${key}` } });
  else sendJson(response, 200, { object: 'list', data: [{ id: 'any', object: 'model' }] });
}

async function waitForRequests(
  scripts: ModelScripts,
  key: string,
  query: URLSearchParams,
  response: ServerResponse,
): Promise<void> {
  const count = Number(query.get('count') ?? '1');
  const aborted = query.get('aborted') === '1';
  const expired = new AbortController();
  const timer = setTimeout(() => expired.abort(), LONGEST_WAIT_MS);
  response.once('close', () => expired.abort());
  const arrived = await scripts.waitFor(key, { count, aborted }, expired.signal);
  clearTimeout(timer);
  sendJson(response, arrived ? 200 : 408, scripts.requests(key));
}

async function readBody(request: IncomingMessage): Promise<string> {
  return (await readBytes(request)).toString('utf8');
}

async function readBytes(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function sendJson(response: ServerResponse, status: number, value: unknown): void {
  const text = JSON.stringify(value);
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) });
  response.end(text);
}

/** Controls a model server over HTTP. */
export interface ModelControl {
  /** Returns the marker of this key for messages. */
  marker(key: string): string;
  /** Stores a script and deletes the recorded requests of its key. */
  script(key: string, steps: readonly Step[], options?: { by?: 'turn' | 'call' }): Promise<void>;
  /** Has the models of an emulator ({@link EMULATED_MODELS}) answered at this address. */
  emulate(emulator: string, url: string): Promise<void>;
  /** Has all model requests rejected with 503. */
  beginOutage(): Promise<void>;
  /** Ends the outage, and returns the times of the rejected requests in milliseconds since the epoch. */
  endOutage(): Promise<readonly number[]>;
  /** Opens a gate permanently. */
  open(gate: string): Promise<void>;
  /** Returns the model requests of a key, oldest first. */
  requests(key: string): Promise<RecordedRequest[]>;
  /** Waits for at least `count` requests of a key. Throws after 30 s. */
  waitForRequests(key: string, count: number): Promise<RecordedRequest[]>;
  /** Waits for at least `count` aborted requests of a key. Throws after 30 s. */
  waitForAborts(key: string, count: number): Promise<RecordedRequest[]>;
}

/** Creates a client for the control routes of the model server at `url`. */
export function createModelControl(url: string): ModelControl {
  const call = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const response = await fetch(`${url}/control/${path}`, {
      method,
      body: body && JSON.stringify(body),
    } as RequestInit);
    if (!response.ok) throw new Error(`${method} /control/${path} answered ${response.status}`);
    return response.json();
  };
  const records = (path: string) => call('GET', path) as Promise<RecordedRequest[]>;
  const of = (key: string) => `requests/${encodeURIComponent(key)}`;
  return {
    marker: (key) => `[[script:${key}]]`,
    script: async (key, steps, options) => {
      await call('PUT', `scripts/${encodeURIComponent(key)}`, { steps, ...options });
    },
    emulate: async (emulator, address) => {
      await call('PUT', `emulators/${emulator}`, address);
    },
    beginOutage: async () => void (await call('PUT', 'outage/begin')),
    endOutage: async () => (await call('PUT', 'outage/end')) as number[],
    open: async (gate) => {
      await call('PUT', `gates/${encodeURIComponent(gate)}`);
    },
    requests: (key) => records(of(key)),
    waitForRequests: (key, count) => records(`${of(key)}/wait?count=${count}&aborted=0`),
    waitForAborts: (key, count) => records(`${of(key)}/wait?count=${count}&aborted=1`),
  };
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { port: { type: 'string', default: '0' } } });
  const server = await startModelServer(Number(values.port));
  console.log(server.url);
}
