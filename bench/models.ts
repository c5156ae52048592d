/** The model servers of the bench and the servers its tools call, in a process of their own; prints `{"fast": url, "slow": url, "thinking": url, "tool": url, "mcp": url}`. */
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { exitWithParent } from '../src/platform/local/parent-watch.ts';
import { startMcpServer } from '../test/support/mcp-server.ts';
import { startModelServer } from '../test/support/model-server.ts';
import { SLOW_MODEL_MS } from './names.ts';

/** Streams an answer whose first word is the milliseconds from the request's arrival until that word left. */
async function answerSlowly(arrived: number, response: ServerResponse): Promise<void> {
  const send = (delta: object, finish: string | null = null) =>
    response.write(
      `data: ${JSON.stringify({ id: 'slow', object: 'chat.completion.chunk', created: 0, model: 'slow', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`,
    );
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  await pause(SLOW_MODEL_MS);
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
/** Echoes the message after the milliseconds that the model's name tells. */
const thinking = createServer(async (request, response) => {
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
/** Answers the same to reading and to writing requests. */
const tool = createServer((request, response) => {
  request.resume();
  request.once('end', () => response.writeHead(200, { 'content-type': 'text/plain' }).end('received'));
});
for (const server of [slow, thinking, tool])
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
process.on('SIGTERM', () => process.exit(0));
exitWithParent(() => undefined);
const urlOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
console.log(
  JSON.stringify({ fast: fast.url, slow: urlOf(slow), thinking: urlOf(thinking), tool: urlOf(tool), mcp: mcp.url }),
);
