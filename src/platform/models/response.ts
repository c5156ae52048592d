import type { AssistantModelMessage } from '@ai-sdk/provider-utils';
import { parseJson, restoreIntegerText } from '../json.ts';
import { ModelCallError } from './errors.ts';
import { getUsableFinish, type StreamEnd } from './finish.ts';
import { MAX_ARGUMENTS_DEPTH, MAX_ARGUMENTS_LENGTH } from './limits.ts';
import { getExtraData, toReasoningOptions } from './openai-compatible.ts';
import type {
  CallWarning,
  GenerateResult,
  ModelRequest,
  ModelResponse,
  ModelSource,
  ModelToolCall,
  StreamPart,
} from './request.ts';
import { mergeSources } from './sources.ts';
import type { ParsedPart } from './tagged-reasoning.ts';
import { toTokens } from './tokens.ts';
import { findUnknownKind } from './unknown-kinds.ts';
import { completeUsage, NO_TOKENS, type PartialResponse } from './usage.ts';
import { toModelWarnings } from './warnings.ts';

type MessagePart = Exclude<AssistantModelMessage['content'], string>[number];
type WrittenPart = Extract<MessagePart, { type: 'text' | 'reasoning' }>;
type Metadata = WrittenPart['providerOptions'];
type Content = GenerateResult['content'][number];
/** Parts that the provider made beside the text, which it wants to see again as they are. */
type ProviderPart = Extract<Content, { type: 'file' | 'reasoning-file' | 'custom' }>;
type ToolCallPart = Extract<Content, { type: 'tool-call' }>;

/** What the gateway measured of a call, in milliseconds. */
type Timing = Pick<ModelResponse, 'firstDeltaMs' | 'totalMs'>;

/** Gathers the parts of one answer. */
export class ResponseCollector {
  readonly #parts: MessagePart[] = [];
  readonly #toolCalls: ModelToolCall[] = [];
  /** The open text and reasoning parts of a stream by their id. */
  readonly #open = new Map<string, WrittenPart>();
  #streamEnd: StreamEnd | undefined;
  #warnings: CallWarning[] = [];
  /** Kinds of events that nobody here knows, and that were passed over. */
  readonly #unknownKinds = new Set<string>();
  readonly #sources: ModelSource[] = [];
  /** Arguments of a call that is still being written. */
  #incompleteArguments = '';

  /** Takes one part of a stream and answers the text it adds, if any. Throws the error that the stream reports. */
  add(part: ParsedPart): string {
    switch (part.type) {
      case 'text-was-thoughts':
        this.#convertToReasoning(part.id, part.delta);
        return '';
      case 'text-start':
        this.#open.set(part.id, this.#openPart('text', '', part.providerMetadata));
        return '';
      case 'reasoning-start':
        this.#open.set(part.id, this.#openPart('reasoning', '', part.providerMetadata));
        return '';
      case 'text-delta':
      case 'reasoning-delta':
        return this.#extend(part.id, part.delta, part.providerMetadata) && part.type === 'text-delta' ? part.delta : '';
      case 'text-end':
      case 'reasoning-end':
        this.#extend(part.id, '', part.providerMetadata);
        return '';
      case 'stream-start':
        this.#warnings = part.warnings;
        return '';
      case 'tool-input-delta':
        this.#incompleteArguments += part.delta;
        return '';
      case 'finish':
        this.#streamEnd = part;
        return '';
      case 'error':
        this.#skipUnknown(part.error);
        return '';
      default:
        this.#addPart(part);
        return '';
    }
  }

  /** Takes a part that comes in one piece; what is none of an answer changes nothing. */
  #addPart(part: Content | StreamPart): void {
    if (part.type === 'tool-call') this.#addToolCall(part);
    // Anthropic's adapter marks the begin of a stream so; it is none of the answer.
    const isMark = part.type === 'custom' && part.kind === 'anthropic.message_start';
    if (part.type === 'file' || part.type === 'reasoning-file' || (part.type === 'custom' && !isMark))
      this.#parts.push(toProviderPart(part));
    if (part.type === 'source')
      this.#sources.push({ url: part.sourceType === 'url' ? part.url : null, title: part.title ?? null });
  }

  /** What was heard so far, and what the provider counted of it. */
  getPartialResponse(): PartialResponse {
    const texts = this.#parts.map((part) =>
      'text' in part ? part.text : part.type === 'tool-call' ? JSON.stringify(part) : '',
    );
    const counted = this.#streamEnd && toTokens(this.#streamEnd.usage);
    return { text: texts.join('') + this.#incompleteArguments, counted };
  }

  /** The answer to a request. Throws ModelCallError where it did not come to an end, or can't be used. */
  finish(request: ModelRequest, timing: Timing): ModelResponse {
    const text = this.#parts.flatMap((part) => (part.type === 'text' ? part.text : [])).join('');
    const isEmpty =
      text.trim() === '' && this.#toolCalls.length === 0 && !this.#parts.some(({ type }) => type === 'file');
    const finish = getUsableFinish(this.#streamEnd, isEmpty);
    const extraData = getExtraData(this.#streamEnd?.providerMetadata);
    const providerOptions = toReasoningOptions(extraData.thoughts, request.model.baseUrl);
    const { text: receivedText, counted = NO_TOKENS } = this.getPartialResponse();
    return {
      text,
      toolCalls: this.#toolCalls,
      finish,
      ...completeUsage(counted, request, receivedText),
      ...timing,
      warnings: toModelWarnings(
        [...this.#warnings, ...[...this.#unknownKinds, ...extraData.ignored].map(toUnknownKindWarning)],
        finish.reason,
      ),
      sources: mergeSources(this.#sources, extraData.sources),
      message: {
        role: 'assistant',
        content: this.#parts.filter((part) => !isEmptyPart(part)),
        ...(providerOptions && { providerOptions }),
      },
    };
  }

  /** What a provider adds to its API must not end runs: an event of a kind that nobody here knows is passed over. */
  #skipUnknown(error: unknown): void {
    const kind = findUnknownKind(error);
    if (kind === undefined) throw error;
    this.#unknownKinds.add(kind);
  }

  #openPart(type: WrittenPart['type'], text: string, metadata: Metadata): WrittenPart {
    const part: WrittenPart = { type, text, ...(metadata && { providerOptions: metadata }) };
    this.#parts.push(part);
    return part;
  }

  /** What a part of the text said so far was thoughts; its answer begins now. */
  #convertToReasoning(id: string, text: string): void {
    const part = this.#open.get(id);
    if (part) {
      const { text: before, ...rest } = part;
      this.#parts[this.#parts.indexOf(part)] = { ...rest, type: 'reasoning', text: before + text };
    }
    this.#open.set(id, this.#openPart('text', '', undefined));
  }

  /** Answers whether the piece belongs to the answer; it does not where the part that it is of was passed over. */
  #extend(id: string, text: string, metadata: Metadata): boolean {
    const part = this.#open.get(id);
    if (!part && this.#unknownKinds.size > 0) return false;
    if (!part) throw new ModelCallError('invalid_answer', "A piece of the model's answer belongs to no part of it.");
    part.text += text;
    if (metadata) part.providerOptions = mergeMetadata(part.providerOptions, metadata);
    return true;
  }

  #addToolCall(part: ToolCallPart): void {
    this.#incompleteArguments = '';
    // What the provider ran by itself is not ours to run.
    if (part.providerExecuted) return;
    const name = toValidToolName(part.toolName);
    const call: ModelToolCall = { id: this.#toUniqueId(part.toolCallId), name, ...parseArguments(part.input) };
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
  #toUniqueId(id: string): string {
    const isTaken = (candidate: string) => this.#toolCalls.some((call) => call.id === candidate);
    if (!isTaken(id)) return id;
    let count = 2;
    while (isTaken(`${id}-${count}`)) count++;
    return `${id}-${count}`;
  }
}

/**
 * What a provider says of a part, with what it said before: it may sign a part at its begin, in its middle or at its end, and
 * says null of what it has not yet.
 */
function mergeMetadata(current: Metadata, update: NonNullable<Metadata>): NonNullable<Metadata> {
  const merged = { ...current };
  for (const [provider, fields] of Object.entries(update)) {
    const changes = Object.entries(fields).filter(
      ([name, value]) => value !== null || merged[provider]?.[name] === undefined,
    );
    merged[provider] = { ...merged[provider], ...Object.fromEntries(changes) };
  }
  return merged;
}

function toProviderPart(part: ProviderPart): MessagePart {
  const options = part.providerMetadata && { providerOptions: part.providerMetadata };
  if (part.type === 'custom') return { type: part.type, kind: part.kind, ...options };
  const { data } = part;
  // The message is kept as JSON, which has no bytes.
  const serialized = data.type === 'data' ? { type: data.type, data: toBase64(data.data) } : data;
  return { type: part.type, mediaType: part.mediaType, data: serialized, ...options };
}

function toBase64(data: string | Uint8Array): string {
  return typeof data === 'string' ? data : Buffer.from(data).toString('base64');
}

/** The name as every provider takes it back in a conversation; whatever a model makes up must not end its run. */
function toValidToolName(name: string): string {
  return name.replace(/[^a-zA-Z0-9_-]+/g, '_').slice(0, 64) || '_';
}

function toUnknownKindWarning(kind: string): CallWarning {
  return {
    type: 'other',
    message: `the provider sent something of a kind that is not known here, which was passed over: ${kind}`,
  };
}

function isEmptyPart(part: MessagePart): boolean {
  return (part.type === 'text' || part.type === 'reasoning') && part.text === '' && part.providerOptions === undefined;
}

function parseArguments(text: string): Pick<ModelToolCall, 'arguments' | 'malformed'> {
  // Servers send nothing at all for tools without parameters.
  if (text.trim() === '') return { arguments: {} };
  if (text.length > MAX_ARGUMENTS_LENGTH || measureDepth(text) > MAX_ARGUMENTS_DEPTH)
    return { arguments: {}, malformed: text };
  try {
    return { arguments: parseJson(restoreIntegerText(text)) as ModelToolCall['arguments'] };
  } catch {
    return { arguments: {}, malformed: text };
  }
}

/** How deep brackets are nested in a JSON text; counted without recursion, which the text could exhaust. */
function measureDepth(text: string): number {
  let depth = 0;
  let deepest = 0;
  // Texts are matched whole, so that brackets in them do not count.
  for (const [mark] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[{]|[\]}]/gs)) {
    if (mark === '[' || mark === '{') deepest = Math.max(deepest, ++depth);
    else if (mark === ']' || mark === '}') depth -= 1;
  }
  return deepest;
}
