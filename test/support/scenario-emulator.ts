import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { findFreePort } from '../../src/platform/local/ports.ts';
import { killProgram, waitForServer } from './other-server.ts';
import { installPythonPackages } from './python.ts';

const PACKAGES = ['mock-ai-api==0.1.1'];
/** Applications of the emulator by path. */
const APPS = { openai: 'app.openai_app:app', anthropic: 'app.anthropic_app:app' } as const;
/** Marker in a message: a number of its own, and the scenarios that answer its requests in turn. */
const MARKER = /\[\[scenarios:(\w+):([\w,-]+)\]\]/;

/** An emulator of OpenAI and Anthropic, in Python, whose model names choose a scenario. */
export interface ScenarioEmulator extends AsyncDisposable {
  /** Address before the emulator. It appends the next scenario of a message's marker to the model's name. */
  readonly url: string;
  /** Number of requests with the marker of this key. */
  count(key: string): number;
}

/** Installs and starts the emulator. */
export async function startScenarioEmulator(): Promise<ScenarioEmulator> {
  const env = await installPythonPackages(...PACKAGES);
  const [openai, anthropic] = await Promise.all([startApp(APPS.openai, env), startApp(APPS.anthropic, env)]);
  const counts = new Map<string, number>();
  const server = createServer((request, response) => {
    const target = request.url === '/v1/messages' ? anthropic.url : openai.url;
    forward(target, counts, request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    count: (key) => counts.get(key) ?? 0,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await Promise.all([openai, anthropic].map(({ process }) => killProgram(process)));
    },
  };
}

async function forward(
  target: string,
  counts: Map<string, number>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString('utf8');
  const [, key = '', names = 'mock-text'] = MARKER.exec(text) ?? [];
  const scenarios = names.split(',');
  const count = counts.get(key) ?? 0;
  counts.set(key, count + 1);
  const body = JSON.parse(text) as { model: string };
  const model = `${body.model}:${scenarios[count] ?? scenarios.at(-1)}`;
  const answer = await fetch(new URL(request.url ?? '/', target), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...body, model }),
  });
  response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
  if (answer.body) await pipeline(Readable.fromWeb(answer.body as never), response);
  else response.end();
}

async function startApp(app: string, env: NodeJS.ProcessEnv) {
  const port = await findFreePort();
  const args = ['-m', 'uvicorn', app, '--host', '127.0.0.1', '--port', String(port), '--log-level', 'error'];
  const child = spawn('python3', args, { env, stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}`;
  await waitForServer(`${url}/health`, child, 'the emulator');
  return { url, process: child };
}
