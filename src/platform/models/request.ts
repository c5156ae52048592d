import type { LanguageModel as AnyLanguageModel, AssistantModelMessage, ModelMessage } from 'ai';
import type { ModelEntry } from './catalogue.ts';

/** A model as the AI SDK's specification describes it, in the version that its providers implement. */
export type LanguageModel = Extract<AnyLanguageModel, { specificationVersion: 'v4' }>;
/** What a call of such a model takes. */
export type CallOptions = Parameters<LanguageModel['doGenerate']>[0];
/** The whole answer of a model. */
export type GenerateResult = Awaited<ReturnType<LanguageModel['doGenerate']>>;
/** One piece of a streamed answer. */
export type StreamPart =
  Awaited<ReturnType<LanguageModel['doStream']>>['stream'] extends ReadableStream<infer Part> ? Part : never;
/** A JSON schema as the AI SDK types it. */
export type JsonSchema = Extract<NonNullable<CallOptions['tools']>[number], { type: 'function' }>['inputSchema'];
/** Any JSON value. */
export type Json = null | string | number | boolean | Json[] | { [key: string]: Json | undefined };

/** A tool that the model may ask for; it is never executed here. */
export interface ModelTool {
  readonly name: string;
  readonly description: string;
  /** JSON schema of the arguments; an object schema. */
  readonly parameters: JsonSchema;
}

/** How the model should write its answer; what a provider does not know is left out by its adapter. */
export interface ModelSettings {
  readonly temperature?: number;
  /** Most tokens of the answer. */
  readonly max_tokens?: number;
  readonly top_p?: number;
  readonly top_k?: number;
  readonly presence_penalty?: number;
  readonly frequency_penalty?: number;
  /** Texts that end the answer. */
  readonly stop?: readonly string[];
  readonly seed?: number;
}

/** One call of a model. */
export interface ModelRequest {
  readonly model: ModelEntry;
  readonly system?: string;
  readonly messages: readonly ModelMessage[];
  readonly tools?: readonly ModelTool[];
  readonly toolChoice?: 'auto' | 'none' | 'required' | { readonly tool: string };
  readonly settings: ModelSettings;
  /** Asks the provider for JSON of this schema; whether the answer fits is the caller's to check. */
  readonly output?: { readonly name: string; readonly schema: JsonSchema };
}

/** A tool call that the model asked for. */
export interface ModelToolCall {
  /** Unique within the answer. */
  readonly id: string;
  /** As the model wrote it; it may name no offered tool. */
  readonly name: string;
  /** The parsed arguments; `{}` where they could not be taken. */
  readonly arguments: unknown;
  /** The raw text of the arguments, present only where it was not JSON, too long or nested too deep. */
  readonly malformed?: string;
}

/** What the model answered, and what it cost. */
export interface ModelAnswer {
  readonly text: string;
  readonly toolCalls: readonly ModelToolCall[];
  /** stop, length, tool-calls, content-filter or other. */
  readonly finishReason: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Milliseconds from the call to the first piece of text; null where none was streamed. */
  readonly firstDeltaMs: number | null;
  /** Milliseconds from the call to the end of the answer. */
  readonly totalMs: number;
  /**
   * The answer as the message that belongs into the history: besides text and tool calls it keeps what the provider
   * wants to see again (reasoning, signatures). Plain JSON.
   */
  readonly message: AssistantModelMessage;
}

/** Calls models of any provider. Both ways throw only ModelCallError, save what `onDelta` itself throws. */
export interface ModelGateway {
  /** One answer in one piece. */
  generate(request: ModelRequest, call: { readonly signal: AbortSignal }): Promise<ModelAnswer>;
  /** The same, with every piece of text handed over as it arrives; none comes after the signal's abort. */
  stream(
    request: ModelRequest,
    call: { readonly signal: AbortSignal; readonly onDelta: (text: string) => void },
  ): Promise<ModelAnswer>;
}
