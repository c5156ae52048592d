import type { AssistantModelMessage } from '@ai-sdk/provider-utils';
import { parseJson, restoreIntegerText } from '../json.ts';
import { ModelCallError } from './errors.ts';
import { getExtraData } from './extra-data.ts';
import { getUsableFinish, type StreamEnd } from './finish.ts';
import { MAX_ARGUMENTS_DEPTH, MAX_ARGUMENTS_LENGTH } from './limits.ts';
import { getProvider } from './providers/index.ts';
import type {
  CallWarning,
  GenerateResult,
  ModelRequest,
  ModelResponse,
  ModelSource,
  ModelToolCall,
  ParsedPart,
  StreamPart,
} from './request.ts';
import { mergeSources } from './sources.ts';
import { toTokens } from './tokens.ts';
import { findUnknownKind } from './unknown-kinds.ts';
import { completeUsage, NO_TOKENS, type PartialResponse } from './usage.ts';
import { toModelWarnings } from './warnings.ts';

type MessagePart = Exclude<AssistantModelMessage['content'], string>[number];
type WrittenPart = Extract<MessagePart, { type: 'text' | 'reasoning' }>;
type Metadata = WrittenPart['providerOptions'];
type Content = GenerateResult['content'][number];
/** Parts that the provider creates besides the text and expects back unchanged. */
type ProviderPart = Extract<Content, { type: 'file' | 'reasoning-file' | 'custom' }>;
type ToolCallPart = Extract<Content, { type: 'tool-call' }>;

/** Durations of a call in milliseconds. */
type Timing = Pick<ModelResponse, 'firstDeltaMs' | 'totalMs'>;

/** Collects the parts of one response. */
export class ResponseCollector {
  readonly #parts: MessagePart[] = [];
  readonly #toolCalls: ModelToolCall[] = [];
  /** Open text and reasoning parts of a stream by id. */
  readonly #open = new Map<string, WrittenPart>();
  #streamEnd: StreamEnd | undefined;
  #warnings: CallWarning[] = [];
  /** Unknown kinds of events that were skipped. */
  readonly #unknownKinds = new Set<string>();
  readonly #sources: ModelSource[] = [];
  /** Arguments of an incomplete tool call. */
  #incompleteArguments = '';

  /** Adds a stream part. Returns the text that it adds. Throws the error that the stream reports. */
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

  /** Adds a complete part. Ignores parts that do not belong to the response. */
  #addPart(part: Content | StreamPart): void {
    if (part.type === 'tool-call') this.#addToolCall(part);
    if (part.type === 'file' || part.type === 'reasoning-file' || part.type === 'custom')
      this.#parts.push(toProviderPart(part));
    if (part.type === 'source')
      this.#sources.push({ url: part.sourceType === 'url' ? part.url : null, title: part.title ?? null });
  }

  /** Returns the text received so far and the provider's token counts. */
  getPartialResponse(): PartialResponse {
    const texts = this.#parts.map((part) =>
      'text' in part ? part.text : part.type === 'tool-call' ? JSON.stringify(part) : '',
    );
    const counted = this.#streamEnd && toTokens(this.#streamEnd.usage);
    return { text: texts.join('') + this.#incompleteArguments, counted };
  }

  /** Returns the complete response. Throws ModelCallError if it is incomplete or unusable. */
  finish(request: ModelRequest, timing: Timing): ModelResponse {
    const text = this.#parts.flatMap((part) => (part.type === 'text' ? part.text : [])).join('');
    const isEmpty =
      text.trim() === '' && this.#toolCalls.length === 0 && !this.#parts.some(({ type }) => type === 'file');
    const finish = getUsableFinish(this.#streamEnd, isEmpty);
    const extraData = getExtraData(this.#streamEnd?.providerMetadata);
    const { provider, baseUrl } = request.model;
    const providerOptions = getProvider(provider).toMessageOptions?.(extraData, baseUrl);
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

  /** Additions to a provider's API must not fail runs: unknown kinds of events are skipped. */
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

  /** Converts a text part to reasoning. The response text starts after it. */
  #convertToReasoning(id: string, text: string): void {
    const part = this.#open.get(id);
    if (part) {
      const { text: before, ...rest } = part;
      this.#parts[this.#parts.indexOf(part)] = { ...rest, type: 'reasoning', text: before + text };
    }
    this.#open.set(id, this.#openPart('text', '', undefined));
  }

  /** Extends a part. Returns false if the part was skipped. */
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
    // The provider executed this tool itself.
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

  /** Makes a call id unique within the response, since some servers reuse ids. */
  #toUniqueId(id: string): string {
    const isTaken = (candidate: string) => this.#toolCalls.some((call) => call.id === candidate);
    if (!isTaken(id)) return id;
    let count = 2;
    while (isTaken(`${id}-${count}`)) count++;
    return `${id}-${count}`;
  }
}

/**
 * Merges provider metadata of a part. A provider may sign a part at its start, middle or end, and sends null before
 * that.
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
  // The message is stored as JSON, which cannot hold bytes.
  const serialized = data.type === 'data' ? { type: data.type, data: toBase64(data.data) } : data;
  return { type: part.type, mediaType: part.mediaType, data: serialized, ...options };
}

function toBase64(data: string | Uint8Array): string {
  return typeof data === 'string' ? data : Buffer.from(data).toString('base64');
}

/** Converts a tool name to a form that every provider accepts in a history. An invented name must not fail the run. */
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
  // Servers send an empty text for tools without parameters.
  if (text.trim() === '') return { arguments: {} };
  if (text.length > MAX_ARGUMENTS_LENGTH || measureDepth(text) > MAX_ARGUMENTS_DEPTH)
    return { arguments: {}, malformed: text };
  try {
    return { arguments: parseJson(restoreIntegerText(text)) as ModelToolCall['arguments'] };
  } catch {
    return { arguments: {}, malformed: text };
  }
}

/** Returns the nesting depth of a JSON text. Avoids recursion, which the text could exhaust. */
function measureDepth(text: string): number {
  let depth = 0;
  let deepest = 0;
  // Strings are matched completely, so that brackets in them do not count.
  for (const [mark] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[{]|[\]}]/gs)) {
    if (mark === '[' || mark === '{') deepest = Math.max(deepest, ++depth);
    else if (mark === ']' || mark === '}') depth -= 1;
  }
  return deepest;
}
