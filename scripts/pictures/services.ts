import { LLMock } from '@copilotkit/aimock';
import { startMcpServer } from '../../test/support/mcp-server.ts';
import { CONVERSATIONS, type Reply, TASK_ANSWERS } from './conversations.ts';

/** The model provider and the shop that the pictured agents use, both on this machine. */
export interface PictureServices extends AsyncDisposable {
  /** Base address of the model provider, without `/v1`. */
  readonly modelUrl: string;
  /** Address of the shop's MCP server. */
  readonly shopUrl: string;
}

interface Message {
  readonly role: string;
  readonly content?: unknown;
}

/** Starts both servers. Every response follows from the last message of the user. */
export async function startServices(): Promise<PictureServices> {
  const model = new LLMock({ port: 0, logLevel: 'silent' });
  for (const { says, replies } of CONVERSATIONS)
    for (const [turn, reply] of replies.entries())
      model.on({ userMessage: says, predicate: ({ messages }) => countTurns(messages) === turn }, toResponse(reply), {
        latency: reply.latencyMs ?? 0,
      });
  for (const { says, answer, tokens } of TASK_ANSWERS)
    model.on({ userMessage: says }, toResponse({ text: JSON.stringify(answer), tokens }));
  const modelUrl = await model.start();
  const shop = await startMcpServer({
    tools: SHOP_TOOLS,
    handlers: {
      find_order: (call) => call.answer(toResult({ ...ORDER, order: call.args.order })),
      create_refund: (call) => call.answer(toResult({ refund: 're_5081', status: 'paid', ...call.args })),
      send_email: (call) => call.answer(toResult({ status: 'queued', to: call.args.to })),
    },
  });
  return {
    modelUrl,
    shopUrl: shop.url,
    async [Symbol.asyncDispose]() {
      await model.stop();
      await shop[Symbol.asyncDispose]();
    },
  };
}

/** Returns the number of the model's messages since the last one of the user. */
function countTurns(messages: readonly Message[]): number {
  const last = messages.findLastIndex(({ role }) => role === 'user');
  return messages.slice(last).filter(({ role }) => role === 'assistant').length;
}

function toResponse({ text, calls, tokens: [prompt, completion] }: Reply) {
  const usage = { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion };
  const toolCalls = calls?.map(({ name, args }) => ({ name, arguments: JSON.stringify(args) }));
  return { ...(text === undefined ? {} : { content: text }), ...(toolCalls ? { toolCalls } : {}), usage } as {
    content: string;
  };
}

const ORDER = { customer: 'Mara Lindqvist', paid: '89.90', currency: 'EUR', bought: '2026-11-19', status: 'delivered' };

const toResult = (value: object) => ({ content: [{ type: 'text', text: JSON.stringify(value) }] });

const STRING = { type: 'string' };
const SHOP_TOOLS = [
  {
    name: 'find_order',
    title: 'Find order',
    description: 'Returns an order with customer, amount and date.',
    inputSchema: { type: 'object', properties: { order: STRING }, required: ['order'] },
    annotations: { readOnlyHint: true },
  },
  {
    name: 'create_refund',
    title: 'Create refund',
    description: 'Pays an amount back to the customer of an order.',
    inputSchema: {
      type: 'object',
      properties: { order: STRING, amount: STRING, currency: STRING, reason: STRING },
      required: ['order', 'amount', 'currency'],
    },
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false },
  },
  {
    name: 'send_email',
    title: 'Send email',
    description: 'Sends an email to a customer.',
    inputSchema: {
      type: 'object',
      properties: { to: STRING, subject: STRING, body: STRING },
      required: ['to', 'subject', 'body'],
    },
    annotations: { readOnlyHint: false, destructiveHint: false },
  },
];
