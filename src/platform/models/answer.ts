import type { AssistantModelMessage } from 'ai';
import { ModelCallError } from './errors.ts';
import type { GenerateResult, ModelAnswer, ModelToolCall, StreamPart } from './request.ts';

type MessagePart = Exclude<AssistantModelMessage['content'], string>[number];
type WrittenPart = Extract<MessagePart, { type: 'text' | 'reasoning' }>;
type Metadata = WrittenPart['providerOptions'];
type ToolCallPart = Extract<GenerateResult['content'][number], { type: 'tool-call' }>;
type Ending = Pick<GenerateResult, 'finishReason' | 'usage'>;

/** What the gateway measured of a call, in milliseconds. */
type Timing = Pick<ModelAnswer, 'firstDeltaMs' | 'totalMs'>;

/** Gathers the parts of one answer, whole or streamed. */
export class AnswerParts {
  readonly #parts: MessagePart[] = [];
  readonly #toolCalls: ModelToolCall[] = [];
  /** The open text and reasoning parts of a stream by their id. */
  readonly #open = new Map<string, WrittenPart>();
  #ending: Ending | undefined;

  /** Takes a whole answer. */
  addAll(result: GenerateResult): void {
    for (const part of result.content) {
      if (part.type === 'text' || part.type === 'reasoning') this.#write(part.type, part.text, part.providerMetadata);
      if (part.type === 'tool-call') this.#call(part);
    }
    this.#ending = result;
  }

  /** Takes one part of a stream and answers the text it adds, if any. Throws the error that the stream reports. */
  add(part: StreamPart): string {
    switch (part.type) {
      case 'text-start':
        this.#open.set(part.id, this.#write('text', '', part.providerMetadata));
        return '';
      case 'reasoning-start':
        this.#open.set(part.id, this.#write('reasoning', '', part.providerMetadata));
        return '';
      case 'text-delta':
      case 'reasoning-delta':
        this.#extend(part.id, part.delta, part.providerMetadata);
        return part.type === 'text-delta' ? part.delta : '';
      case 'text-end':
      case 'reasoning-end':
        this.#extend(part.id, '', part.providerMetadata);
        return '';
      case 'tool-call':
        this.#call(part);
        return '';
      case 'finish':
        this.#ending = part;
        return '';
      case 'error':
        throw part.error;
      default:
        return '';
    }
  }

  /** The answer. Throws ModelCallError where the model did not come to an end. */
  finish(timing: Timing): ModelAnswer {
    const reason = this.#ending?.finishReason.unified;
    if (this.#ending === undefined || reason === undefined || reason === 'error' || reason === 'interrupted') {
      throw new ModelCallError('invalid_answer', "The model's answer broke off.");
    }
    const { inputTokens, outputTokens } = this.#ending.usage;
    return {
      text: this.#parts.flatMap((part) => (part.type === 'text' ? part.text : [])).join(''),
      toolCalls: this.#toolCalls,
      finishReason: reason,
      inputTokens: inputTokens.total ?? 0,
      outputTokens: outputTokens.total ?? 0,
      ...timing,
      message: { role: 'assistant', content: this.#parts.filter((part) => !isVoid(part)) },
    };
  }

  #write(type: WrittenPart['type'], text: string, metadata: Metadata): WrittenPart {
    const part: WrittenPart = { type, text, ...(metadata && { providerOptions: metadata }) };
    this.#parts.push(part);
    return part;
  }

  #extend(id: string, text: string, metadata: Metadata): void {
    const part = this.#open.get(id);
    if (!part) throw new ModelCallError('invalid_answer', "A piece of the model's answer belongs to no part of it.");
    part.text += text;
    if (metadata) part.providerOptions = metadata;
  }

  #call(part: ToolCallPart): void {
    // What the provider ran by itself is not ours to run.
    if (part.providerExecuted) return;
    const call: ModelToolCall = { id: this.#freshId(part.toolCallId), name: part.toolName, ...argumentsOf(part.input) };
    this.#toolCalls.push(call);
    this.#parts.push({
      type: 'tool-call',
      toolCallId: call.id,
      toolName: call.name,
      input: call.arguments,
      ...(part.providerMetadata && { providerOptions: part.providerMetadata }),
    });
  }

  /** Some servers number the calls of every answer alike; within one answer ids must differ. */
  #freshId(id: string): string {
    const taken = (candidate: string) => this.#toolCalls.some((call) => call.id === candidate);
    if (!taken(id)) return id;
    let count = 2;
    while (taken(`${id}-${count}`)) count++;
    return `${id}-${count}`;
  }
}

function isVoid(part: MessagePart): boolean {
  return (part.type === 'text' || part.type === 'reasoning') && part.text === '' && part.providerOptions === undefined;
}

function argumentsOf(text: string): Pick<ModelToolCall, 'arguments' | 'malformed'> {
  // Servers send nothing at all for tools without parameters.
  if (text.trim() === '') return { arguments: {} };
  try {
    return { arguments: JSON.parse(text) };
  } catch {
    return { arguments: {}, malformed: text };
  }
}
