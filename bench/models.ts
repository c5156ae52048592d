/**
 * Model servers of the bench and the servers of its tools in one process. Prints their URLs: `{"fast", "slow",
 * "thinking", "tool", "web", "mcp"}`.
 */
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { exitWithParent } from '../src/platform/local/parent-watch.ts';
import { startMcpServer } from '../test/support/mcp-server.ts';
import { startModelServer } from '../test/support/model-server.ts';
import { PAGE_DELAY_MS, SEARCH_DELAY_MS, SLOW_MODEL_DELAY_MS } from './constants.ts';

/** Streams a response whose first word is the milliseconds since the request arrived. */
async function answerSlowly(arrived: number, response: ServerResponse): Promise<void> {
  const send = (delta: object, finish: string | null = null) =>
    response.write(
      `data: ${JSON.stringify({ id: 'slow', object: 'chat.completion.chunk', created: 0, model: 'slow', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`,
    );
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  await pause(SLOW_MODEL_DELAY_MS);
  send({ role: 'assistant', content: String(performance.now() - arrived) });
  for (let word = 0; word < 5; word++) {
    await pause(10);
    send({ content: ' more' });
  }
  send({}, 'stop');
  response.end('data: [DONE]\n\n');
}

const fast = await startModelServer();
const mcp = await startMcpServer({ remembers: false });
const slow = createServer((request, response) => {
  const arrived = performance.now();
  request.resume();
  answerSlowly(arrived, response).catch((error: unknown) => response.destroy(error as Error));
});
/** Number of calls to thinking models. */
let begun = 0;
/** Echoes the message after the delay in the model's name. A GET returns the number of calls. */
const thinking = createServer(async (request, response) => {
  if (request.method === 'GET') {
    response.end(String(begun));
    return;
  }
  begun += 1;
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { model, messages } = JSON.parse(Buffer.concat(chunks).toString('utf8'));
  await pause(Number(String(model).split('-')[1]));
  const message = { role: 'assistant', content: `echo: ${messages.at(-1).content}` };
  const choices = [{ index: 0, message, finish_reason: 'stop' }];
  const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
  const answer = { id: 'thinking', object: 'chat.completion', created: 0, model, choices, usage };
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
});
/** Returns the same to reads and writes. */
const tool = createServer((request, response) => {
  request.resume();
  request.once('end', () => response.writeHead(200, { 'content-type': 'text/plain' }).end('received'));
});
/** Serves a page and a search result, each after its delay. */
const web = createServer(async (request, response) => {
  const isPage = request.url === '/page';
  await pause(isPage ? PAGE_DELAY_MS : SEARCH_DELAY_MS);
  const found = { results: [{ title: 'Runs', url: 'http://runs.example/', content: 'What durable runs are.' }] };
  response.writeHead(200, { 'content-type': isPage ? 'text/html' : 'application/json' });
  response.end(isPage ? '<main><h1>Runs</h1><p>What durable runs are.</p></main>' : JSON.stringify(found));
});
for (const server of [slow, thinking, tool, web])
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
process.on('SIGTERM', () => process.exit(0));
exitWithParent(() => undefined);
const urlOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
console.log(
  JSON.stringify({
    fast: fast.url,
    slow: urlOf(slow),
    thinking: urlOf(thinking),
    tool: urlOf(tool),
    web: urlOf(web),
    mcp: mcp.url,
  }),
);
