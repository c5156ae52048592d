import type { Step } from './model-server.ts';

/** Answers in the ways of providers that have their own: whole ones for tasks, streamed ones for agents. */

const whole = (body: object): Step => ({ body });
const streamed = (events: readonly string[]): Step => ({
  headers: { 'content-type': 'text/event-stream' },
  body: events.join(''),
});
const event = (name: string, data: object) => `event: ${name}\ndata: ${JSON.stringify({ type: name, ...data })}\n\n`;

type Block = { readonly type: string } & Readonly<Record<string, unknown>>;

const stopOf = (blocks: readonly Block[]) => (blocks.some(({ type }) => type === 'tool_use') ? 'tool_use' : 'end_turn');

/** A message of Anthropic. */
export function anthropic(blocks: readonly Block[], usage: object = { input_tokens: 10, output_tokens: 5 }): Step {
  const message = { type: 'message', id: 'msg_1', model: 'claude-opus-4-5', role: 'assistant' };
  return whole({ ...message, content: blocks, stop_reason: stopOf(blocks), usage });
}

/** The same, streamed: what a block says comes in pieces, its signature in one of its own. */
export function anthropicStream(blocks: readonly Block[]): Step {
  const message = { id: 'msg_1', model: 'claude-opus-4-5', role: 'assistant', content: [] };
  return streamed([
    event('message_start', { message: { ...message, type: 'message', usage: { input_tokens: 10, output_tokens: 1 } } }),
    ...blocks.flatMap((block, index) => anthropicBlock(block, index)),
    event('message_delta', { delta: { stop_reason: stopOf(blocks) }, usage: { output_tokens: 5 } }),
    event('message_stop', {}),
  ]);
}

function anthropicBlock(block: Block, index: number): string[] {
  const delta = (fields: object) => event('content_block_delta', { index, delta: fields });
  const around = (content_block: object, deltas: readonly string[]) => [
    event('content_block_start', { index, content_block }),
    ...deltas,
    event('content_block_stop', { index }),
  ];
  switch (block.type) {
    case 'thinking':
      return around({ type: 'thinking', thinking: '', signature: '' }, [
        delta({ type: 'thinking_delta', thinking: block.thinking }),
        delta({ type: 'signature_delta', signature: block.signature }),
      ]);
    case 'text':
      return around({ type: 'text', text: '' }, [delta({ type: 'text_delta', text: block.text })]);
    case 'tool_use':
      return around({ ...block, input: {} }, [
        delta({ type: 'input_json_delta', partial_json: JSON.stringify(block.input) }),
      ]);
    default:
      return around(block, []);
  }
}

/** Contents of Google, a piece of the stream for each list of parts. */
export function googleStream(pieces: readonly (readonly object[])[]): Step {
  const usageMetadata = { promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 15 };
  return streamed(
    pieces.map((parts, index) => {
      const end = index === pieces.length - 1 ? { finishReason: 'STOP' } : {};
      const candidates = [{ content: { role: 'model', parts }, index: 0, ...end }];
      return `data: ${JSON.stringify({ candidates, usageMetadata })}\n\n`;
    }),
  );
}

/** A response of OpenAI, streamed as the items that it is made of. */
export function openaiStream(items: readonly Block[]): Step {
  const response = { id: 'resp_1', object: 'response', created_at: 1, model: 'gpt-6.1-terra', output: [] };
  const usage = { input_tokens: 10, output_tokens: 5 };
  return streamed([
    event('response.created', { response }),
    ...items.flatMap((item, output_index) => [
      event('response.output_item.added', { output_index, item: begun(item) }),
      ...(item.type === 'message'
        ? [
            event('response.output_text.delta', {
              item_id: item.id,
              output_index,
              content_index: 0,
              delta: textOf(item),
            }),
          ]
        : []),
      event('response.output_item.done', { output_index, item }),
    ]),
    event('response.completed', { response: { ...response, output: items, usage } }),
  ]);
}

/** An item before anything of it was said. */
function begun(item: Block): object {
  if (item.type === 'reasoning') return { ...item, encrypted_content: null };
  if (item.type === 'function_call') return { ...item, arguments: '' };
  return { ...item, content: [] };
}

function textOf(item: Block): string {
  return (item.content as { text: string }[]).map(({ text }) => text).join('');
}
