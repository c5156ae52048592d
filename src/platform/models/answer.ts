import type { AssistantModelMessage } from '@ai-sdk/provider-utils';
import { parseJson, restoreIntegerText } from '../json.ts';
import { besideOf, sendingThoughts } from './compatible.ts';
import { ModelCallError } from './errors.ts';
import { type Ending, usableFinish } from './finish.ts';
import { DEEPEST_ARGUMENTS, LONGEST_ARGUMENTS } from './limits.ts';
import type {
  CallWarning,
  GenerateResult,
  ModelAnswer,
  ModelRequest,
  ModelSource,
  ModelToolCall,
  StreamPart,
} from './request.ts';
import { joinedSources } from './sources.ts';
import type { HeardPart } from './thoughts.ts';
import { countedTokens } from './tokens.ts';
import { unknownKindOf } from './unknown-kinds.ts';
import { completed, type HeardAnswer, NO_TOKENS } from './usage.ts';
import { warningsOf } from './warnings.ts';

type MessagePart = Exclude<AssistantModelMessage['content'], string>[number];
type WrittenPart = Extract<MessagePart, { type: 'text' | 'reasoning' }>;
type Metadata = WrittenPart['providerOptions'];
type Content = GenerateResult['content'][number];
/** Parts that the provider made beside the text, which it wants to see again as they are. */
type MadePart = Extract<Content, { type: 'file' | 'reasoning-file' | 'custom' }>;
type ToolCallPart = Extract<Content, { type: 'tool-call' }>;

/** What the gateway measured of a call, in milliseconds. */
type Timing = Pick<ModelAnswer, 'firstDeltaMs' | 'totalMs'>;

/** Gathers the parts of one answer. */
export class AnswerParts {
  readonly #parts: MessagePart[] = [];
  readonly #toolCalls: ModelToolCall[] = [];
  /** The open text and reasoning parts of a stream by their id. */
  readonly #open = new Map<string, WrittenPart>();
  #ending: Ending | undefined;
  #warnings: CallWarning[] = [];
  /** Kinds of events that nobody here knows, and that were passed over. */
  readonly #unknown = new Set<string>();
  readonly #sources: ModelSource[] = [];
  /** Arguments of a call that is still being written. */
  #unfinished = '';

  /** Takes one part of a stream and answers the text it adds, if any. Throws the error that the stream reports. */
  add(part: HeardPart): string {
    switch (part.type) {
      case 'text-was-thoughts':
        this.#turnIntoThoughts(part.id, part.delta);
        return '';
      case 'text-start':
        this.#open.set(part.id, this.#write('text', '', part.providerMetadata));
        return '';
      case 'reasoning-start':
        this.#open.set(part.id, this.#write('reasoning', '', part.providerMetadata));
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
        this.#unfinished += part.delta;
        return '';
      case 'finish':
        this.#ending = part;
        return '';
      case 'error':
        this.#passOver(part.error);
        return '';
      default:
        this.#keep(part);
        return '';
    }
  }

  /** Takes a part that comes in one piece; what is none of an answer changes nothing. */
  #keep(part: Content | StreamPart): void {
    if (part.type === 'tool-call') this.#call(part);
    // Anthropic's adapter marks the begin of a stream so; it is none of the answer.
    const isMark = part.type === 'custom' && part.kind === 'anthropic.message_start';
    if (part.type === 'file' || part.type === 'reasoning-file' || (part.type === 'custom' && !isMark))
      this.#parts.push(madePart(part));
    if (part.type === 'source')
      this.#sources.push({ url: part.sourceType === 'url' ? part.url : null, title: part.title ?? null });
  }

  /** What was heard so far, and what the provider counted of it. */
  heard(): HeardAnswer {
    const written = this.#parts.map((part) =>
      'text' in part ? part.text : part.type === 'tool-call' ? JSON.stringify(part) : '',
    );
    const counted = this.#ending && countedTokens(this.#ending.usage);
    return { text: written.join('') + this.#unfinished, counted };
  }

  /** The answer to a request. Throws ModelCallError where it did not come to an end, or can't be used. */
  finish(request: ModelRequest, timing: Timing): ModelAnswer {
    const text = this.#parts.flatMap((part) => (part.type === 'text' ? part.text : [])).join('');
    const isEmpty =
      text.trim() === '' && this.#toolCalls.length === 0 && !this.#parts.some(({ type }) => type === 'file');
    const finish = usableFinish(this.#ending, isEmpty);
    const beside = besideOf(this.#ending?.providerMetadata);
    const providerOptions = sendingThoughts(beside.thoughts, request.model.baseUrl);
    const { text: heard, counted = NO_TOKENS } = this.heard();
    return {
      text,
      toolCalls: this.#toolCalls,
      finish,
      ...completed(counted, request, heard),
      ...timing,
      warnings: warningsOf(
        [...this.#warnings, ...[...this.#unknown, ...beside.ignored].map(unknownKind)],
        finish.reason,
      ),
      sources: joinedSources(this.#sources, beside.sources),
      message: {
        role: 'assistant',
        content: this.#parts.filter((part) => !isVoid(part)),
        ...(providerOptions && { providerOptions }),
      },
    };
  }

  /** What a provider adds to its API must not end runs: an event of a kind that nobody here knows is passed over. */
  #passOver(error: unknown): void {
    const kind = unknownKindOf(error);
    if (kind === undefined) throw error;
    this.#unknown.add(kind);
  }

  #write(type: WrittenPart['type'], text: string, metadata: Metadata): WrittenPart {
    const part: WrittenPart = { type, text, ...(metadata && { providerOptions: metadata }) };
    this.#parts.push(part);
    return part;
  }

  /** What a part of the text said so far was thoughts; its answer begins now. */
  #turnIntoThoughts(id: string, text: string): void {
    const said = this.#open.get(id);
    if (said) {
      const { text: before, ...rest } = said;
      this.#parts[this.#parts.indexOf(said)] = { ...rest, type: 'reasoning', text: before + text };
    }
    this.#open.set(id, this.#write('text', '', undefined));
  }

  /** Answers whether the piece belongs to the answer; it does not where the part that it is of was passed over. */
  #extend(id: string, text: string, metadata: Metadata): boolean {
    const part = this.#open.get(id);
    if (!part && this.#unknown.size > 0) return false;
    if (!part) throw new ModelCallError('invalid_answer', "A piece of the model's answer belongs to no part of it.");
    part.text += text;
    if (metadata) part.providerOptions = joined(part.providerOptions, metadata);
    return true;
  }

  #call(part: ToolCallPart): void {
    this.#unfinished = '';
    // What the provider ran by itself is not ours to run.
    if (part.providerExecuted) return;
    const name = acceptableName(part.toolName);
    const call: ModelToolCall = { id: this.#freshId(part.toolCallId), name, ...argumentsOf(part.input) };
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

/**
 * What a provider says of a part, with what it said before: it may sign a part at its begin, in its middle or at its end, and
 * says null of what it has not yet.
 */
function joined(before: Metadata, now: NonNullable<Metadata>): NonNullable<Metadata> {
  const all = { ...before };
  for (const [provider, said] of Object.entries(now)) {
    const news = Object.entries(said).filter(([name, value]) => value !== null || all[provider]?.[name] === undefined);
    all[provider] = { ...all[provider], ...Object.fromEntries(news) };
  }
  return all;
}

function madePart(part: MadePart): MessagePart {
  const signed = part.providerMetadata && { providerOptions: part.providerMetadata };
  if (part.type === 'custom') return { type: part.type, kind: part.kind, ...signed };
  const { data } = part;
  // The message is kept as JSON, which has no bytes.
  const kept = data.type === 'data' ? { type: data.type, data: asBase64(data.data) } : data;
  return { type: part.type, mediaType: part.mediaType, data: kept, ...signed };
}

function asBase64(data: string | Uint8Array): string {
  return typeof data === 'string' ? data : Buffer.from(data).toString('base64');
}

/** The name as every provider takes it back in a conversation; whatever a model makes up must not end its run. */
function acceptableName(name: string): string {
  return name.replace(/[^a-zA-Z0-9_-]+/g, '_').slice(0, 64) || '_';
}

function unknownKind(kind: string): CallWarning {
  return {
    type: 'other',
    message: `the provider sent something of a kind that is not known here, which was passed over: ${kind}`,
  };
}

function isVoid(part: MessagePart): boolean {
  return (part.type === 'text' || part.type === 'reasoning') && part.text === '' && part.providerOptions === undefined;
}

function argumentsOf(text: string): Pick<ModelToolCall, 'arguments' | 'malformed'> {
  // Servers send nothing at all for tools without parameters.
  if (text.trim() === '') return { arguments: {} };
  if (text.length > LONGEST_ARGUMENTS || depthOf(text) > DEEPEST_ARGUMENTS) return { arguments: {}, malformed: text };
  try {
    return { arguments: parseJson(restoreIntegerText(text)) as ModelToolCall['arguments'] };
  } catch {
    return { arguments: {}, malformed: text };
  }
}

/** How deep brackets are nested in a JSON text; counted without recursion, which the text could exhaust. */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  // Texts are matched whole, so that brackets in them do not count.
  for (const [mark] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[{]|[\]}]/gs)) {
    if (mark === '[' || mark === '{') deepest = Math.max(deepest, ++depth);
    else if (mark === ']' || mark === '}') depth -= 1;
  }
  return deepest;
}
