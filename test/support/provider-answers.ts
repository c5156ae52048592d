import type { Step } from './model-server.ts';

/** Streams of provider-specific protocols, as documented. */

const toStream = (events: readonly string[]): Step => ({
  headers: { 'content-type': 'text/event-stream' },
  body: events.join(''),
});
const plain = (data: object) => `data: ${JSON.stringify(data)}\n\n`;
const event = (name: string, data: object) => `event: ${name}\ndata: ${JSON.stringify({ type: name, ...data })}\n\n`;

type Block = { readonly type: string } & Readonly<Record<string, unknown>>;

const getStopReason = (blocks: readonly Block[]) =>
  blocks.some(({ type }) => type === 'tool_use') ? 'tool_use' : 'end_turn';

/** End of a response. */
interface Ending {
  /** Usage; null for none. */
  readonly usage?: object | null | undefined;
  /** The provider's stop reason. */
  readonly stop?: string | undefined;
  /** Events between the parts and the end. */
  readonly events?: readonly object[];
  /** Data after the end; for chat completions before the usage. */
  readonly after?: readonly unknown[];
}

/** Returns an Anthropic message. Text arrives in parts, the signature in its own part. */
export function anthropicStream(blocks: readonly Block[], ending: Ending & { readonly details?: object } = {}): Step {
  const { usage = { input_tokens: 10, output_tokens: 5 }, stop = getStopReason(blocks), details, events = [] } = ending;
  // The events always have numbers; compatible servers without usage send zero.
  const counted = { usage: usage ?? { input_tokens: 0, output_tokens: 0 } };
  const message = { id: 'msg_1', model: 'claude-opus-4-5', role: 'assistant', content: [], type: 'message' };
  const delta = { stop_reason: stop, ...(details && { stop_details: details }) };
  return toStream([
    event('message_start', { message: { ...message, ...counted } }),
    ...blocks.flatMap((block, index) => anthropicBlock(block, index)),
    ...events.map((given) => event('unknown', given)),
    event('message_delta', { delta, ...counted }),
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

/** Returns Google contents, one stream part per list of parts. */
export function googleStream(pieces: readonly (readonly object[])[], ending: Ending = {}): Step {
  const usage = { promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 15 };
  const { usage: usageMetadata = usage, stop = 'STOP', events = [] } = ending;
  const answered = pieces.map((parts, index) => {
    const end = index === pieces.length - 1 ? { finishReason: stop } : {};
    const candidates = [{ content: { role: 'model', parts }, index: 0, ...end }];
    return { candidates, ...(usageMetadata && { usageMetadata }) };
  });
  return toStream([...answered, ...events].map(plain));
}

/** Returns a chat completion of an OpenAI-compatible server, one stream part per delta. */
export function chatStream(deltas: readonly object[], ending: Ending = {}): Step {
  const { usage = { prompt_tokens: 10, completion_tokens: 5 }, stop = 'stop', events = [], after = [] } = ending;
  const chunk = (fields: object) =>
    plain({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', ...fields });
  const piece = (delta: object, finish_reason: string | null = null) =>
    chunk({ choices: [{ index: 0, delta, finish_reason }] });
  return toStream([
    ...deltas.map((delta) => piece(delta)),
    ...events.map(plain),
    piece({}, stop),
    ...after.map(raw),
    ...(usage === null ? [] : [chunk({ choices: [], usage })]),
    'data: [DONE]\n\n',
  ]);
}

/** Returns a raw event, JSON or not. */
function raw(said: unknown): string {
  return `data: ${typeof said === 'string' ? said : JSON.stringify(said)}\n\n`;
}

/** Returns an OpenAI response, streamed as its items. */
export function openaiStream(items: readonly Block[], ending: Ending = {}): Step {
  const response = { id: 'resp_1', object: 'response', created_at: 1, model: 'gpt-6.1-terra', output: [] };
  const { usage = { input_tokens: 10, output_tokens: 5 }, stop, events = [], after = [] } = ending;
  const end = { ...response, output: items, ...(usage && { usage }) };
  return toStream([
    event('response.created', { response }),
    ...items.flatMap((item, output_index) => [
      event('response.output_item.added', { output_index, item: toEmptyItem(item) }),
      ...(item.type === 'message' ? openaiTexts(item, output_index) : []),
      event('response.output_item.done', { output_index, item }),
    ]),
    ...events.map((given) => event('unknown', given)),
    stop === undefined
      ? event('response.completed', { response: end })
      : event('response.incomplete', { response: { ...end, incomplete_details: { reason: stop } } }),
    ...after.map(raw),
  ]);
}

function openaiTexts({ id: item_id, content }: Block, output_index: number): string[] {
  return (content as { type: string; text?: string; refusal?: string }[]).map(
    ({ type, text, refusal }, content_index) =>
      event(`response.${type}.delta`, { item_id, output_index, content_index, delta: text ?? refusal }),
  );
}

/** Returns an item without content. */
function toEmptyItem(item: Block): object {
  if (item.type === 'reasoning') return { ...item, encrypted_content: null };
  if (item.type === 'function_call') return { ...item, arguments: '' };
  return { ...item, content: [] };
}
