import type {
  LanguageModelV4CallOptions as CallOptions,
  SharedV4Warning as CallWarning,
  LanguageModelV4GenerateResult as GenerateResult,
  LanguageModelV4 as LanguageModel,
  LanguageModelV4FunctionTool,
  LanguageModelV4StreamPart as StreamPart,
} from '@ai-sdk/provider';
import type { AssistantModelMessage, ModelMessage } from '@ai-sdk/provider-utils';
import type { ModelEntry } from './catalogue.ts';
import type { Finish } from './finish.ts';
import type { ModelUsage } from './usage.ts';

/** The AI SDK's specification of models, in the version that its providers implement. */
export type { CallOptions, CallWarning, GenerateResult, LanguageModel, StreamPart };
/** A JSON schema as the AI SDK types it. */
export type JsonSchema = LanguageModelV4FunctionTool['inputSchema'];
/** Any JSON value. */
export type Json = null | string | number | boolean | Json[] | { [key: string]: Json | undefined };

/** A tool that the model may ask for; it is never executed here. */
export interface ModelTool {
  readonly name: string;
  readonly description: string;
  /** JSON schema of the arguments; an object schema. */
  readonly parameters: JsonSchema;
}

/** How the model should write its answer. What each provider takes of it is checked before: its adapter drops the rest. */
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
  /** How much the model thinks before it answers. */
  readonly reasoning_effort?: NonNullable<CallOptions['reasoning']>;
  readonly reasoning_summary?: string;
  /** Most tokens of thinking. */
  readonly thinking_budget?: number;
  readonly include_thoughts?: boolean;
  readonly verbosity?: string;
  readonly service_tier?: string;
  readonly prompt_caching?: boolean;
  readonly prompt_cache_key?: string;
  readonly prompt_cache_ttl?: string;
  readonly parallel_tool_calls?: boolean;
  readonly inference_geo?: string;
  readonly safety_threshold?: string;
  readonly media_resolution?: string;
  readonly min_p?: number;
  readonly repetition_penalty?: number;
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

/** Something about a call that its caller should know, though it was answered. */
export interface ModelWarning {
  /** unsupported, compatibility, deprecated, other, or cut_off. */
  readonly type: string;
  /** What it is about, as the provider's adapter calls it; null where it is nothing of the request. */
  readonly setting: string | null;
  readonly message: string;
}

/** A page or document that a provider names beside an answer. */
export interface ModelSource {
  /** Null for a document that has none. */
  readonly url: string | null;
  readonly title: string | null;
}

/** What the model answered, and what it cost. */
export interface ModelResponse extends ModelUsage {
  readonly text: string;
  readonly toolCalls: readonly ModelToolCall[];
  readonly finish: Finish;
  /** Milliseconds from the call to the first piece of text; null where there was none. */
  readonly firstDeltaMs: number | null;
  /** Milliseconds from the call to the end of the answer. */
  readonly totalMs: number;
  /** What the provider's adapter changed or left out of the request, and whether the answer was cut off. */
  readonly warnings: readonly ModelWarning[];
  /** What the provider says the answer stands on, each once. */
  readonly sources: readonly ModelSource[];
  /**
   * The answer as the message that belongs into the history: besides text and tool calls it keeps what the provider
   * wants to see again (reasoning, signatures). Plain JSON.
   */
  readonly message: AssistantModelMessage;
}

/**
 * Calls models of any provider. Both ways ask for a stream, so that a provider is silent only where it says nothing, and throw only
 * ModelCallError, save what `onDelta` and `onRestart` throw themselves.
 */
export interface ModelGateway {
  /** One answer, handed over when it is whole. */
  generate(request: ModelRequest, call: { readonly signal: AbortSignal }): Promise<ModelResponse>;
  /**
   * The same, with every piece of text handed over as it arrives; none comes after the signal's abort. `onRestart` is called where
   * the text so far turns out to be no part of the answer.
   */
  stream(
    request: ModelRequest,
    call: {
      readonly signal: AbortSignal;
      readonly onDelta: (text: string) => void;
      readonly onRestart?: () => Promise<void>;
    },
  ): Promise<ModelResponse>;
}
