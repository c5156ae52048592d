import type {
  LanguageModelV4CallOptions as CallOptions,
  SharedV4Warning as CallWarning,
  LanguageModelV4GenerateResult as GenerateResult,
  LanguageModelV4 as LanguageModel,
  LanguageModelV4FunctionTool,
  LanguageModelV4StreamPart as StreamPart,
} from '@ai-sdk/provider';
import type { AssistantModelMessage, ModelMessage } from '@ai-sdk/provider-utils';
import type { ModelEntry } from './catalog.ts';
import type { Finish } from './finish.ts';
import type { ModelUsage } from './usage.ts';

/** The AI SDK's model specification, in the version of its providers. */
export type { CallOptions, CallWarning, GenerateResult, LanguageModel, StreamPart };
/** A stream part. `text-was-thoughts` converts a text part to reasoning that ends with `delta`. */
export type ParsedPart =
  | StreamPart
  | { readonly type: 'text-was-thoughts'; readonly id: string; readonly delta: string };
/** A JSON schema in the AI SDK's type. */
export type JsonSchema = LanguageModelV4FunctionTool['inputSchema'];
/** Any JSON value. */
export type Json = null | string | number | boolean | Json[] | { [key: string]: Json | undefined };

/** A tool that the model may request. The gateway never executes it. */
export interface ModelTool {
  readonly name: string;
  readonly description: string;
  /** JSON schema of the arguments; an object schema. */
  readonly parameters: JsonSchema;
}

/**
 * Settings of a model call: those that providers share, and those of the provider. They are checked in advance, since
 * an adapter drops what its provider does not support.
 */
export interface ModelSettings {
  readonly temperature?: number;
  /** Maximum number of response tokens. */
  readonly max_tokens?: number;
  readonly top_p?: number;
  readonly top_k?: number;
  readonly presence_penalty?: number;
  readonly frequency_penalty?: number;
  /** Texts that end the response. */
  readonly stop?: readonly string[];
  readonly seed?: number;
  /** How much the model thinks before it responds. */
  readonly reasoning_effort?: NonNullable<CallOptions['reasoning']>;
  /** Maximum number of thinking tokens. */
  readonly thinking_budget?: number;
  readonly parallel_tool_calls?: boolean;
  readonly [setting: string]: unknown;
}

/** A model call. */
export interface ModelRequest {
  readonly model: ModelEntry;
  readonly system?: string;
  readonly messages: readonly ModelMessage[];
  readonly tools?: readonly ModelTool[];
  readonly toolChoice?: 'auto' | 'none' | 'required' | { readonly tool: string };
  readonly settings: ModelSettings;
  /** Requests JSON of this schema. The caller must validate the response. */
  readonly output?: { readonly name: string; readonly schema: JsonSchema };
}

/** A tool call that the model requests. */
export interface ModelToolCall {
  /** Unique within the response. */
  readonly id: string;
  /** Name as the model wrote it. It may match no offered tool. */
  readonly name: string;
  /** Parsed arguments; `{}` if they are invalid. */
  readonly arguments: unknown;
  /** Raw arguments if they are no JSON, too long or nested too deeply. */
  readonly malformed?: string;
}

/** A warning about a successful call. */
export interface ModelWarning {
  /** unsupported, compatibility, deprecated, other, or cut_off. */
  readonly type: string;
  /** Affected setting under the adapter's name; null if none. */
  readonly setting: string | null;
  readonly message: string;
}

/** A page or document that a provider cites. */
export interface ModelSource {
  /** Null for a document without a URL. */
  readonly url: string | null;
  readonly title: string | null;
}

/** Response of a model and its usage. */
export interface ModelResponse extends ModelUsage {
  readonly text: string;
  readonly toolCalls: readonly ModelToolCall[];
  readonly finish: Finish;
  /** Milliseconds until the first text chunk; null without text. */
  readonly firstDeltaMs: number | null;
  /** Milliseconds until the end of the response. */
  readonly totalMs: number;
  /** Warnings about changed or dropped settings, and about a response that is cut off. */
  readonly warnings: readonly ModelWarning[];
  /** Distinct sources that the provider cites. */
  readonly sources: readonly ModelSource[];
  /**
   * The response as a message for the history. Besides text and tool calls it includes everything that the provider
   * expects back (reasoning, signatures). Plain JSON.
   */
  readonly message: AssistantModelMessage;
}

/**
 * Calls models of any provider. Both methods request a stream, so that silence means inactivity. They throw only
 * ModelCallError and errors of `onDelta` and `onRestart`.
 */
export interface ModelGateway {
  /** Returns the complete response. */
  generate(request: ModelRequest, call: { readonly signal: AbortSignal }): Promise<ModelResponse>;
  /**
   * Passes each text chunk to `onDelta` as it arrives, and none after the signal aborts. Calls `onRestart` if the text
   * so far is not part of the response.
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
