import type { ModelCallError } from './errors.ts';
import type { ModelRequest } from './request.ts';

/** Minimum UTF-8 bytes per token: English has about four, other scripts three. */
const BYTES_PER_TOKEN = 3;
/** Estimated tokens of a file or image. */
const TOKENS_PER_FILE = 1500;
/** Minimum output tokens that make a call worthwhile. */
const MIN_OUTPUT_TOKENS = 256;

/** Token counts of a model call. */
export interface Tokens {
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Input tokens that were read from the provider's cache. */
  readonly cachedInputTokens: number;
  /** Input tokens that were written to the provider's cache. */
  readonly cacheWriteTokens: number;
  /** Output tokens for reasoning. */
  readonly reasoningTokens: number;
}

/** Usage of a call that used no tokens. */
export const NO_TOKENS: Tokens = {
  inputTokens: 0,
  outputTokens: 0,
  cachedInputTokens: 0,
  cacheWriteTokens: 0,
  reasoningTokens: 0,
};

/** Known or estimated token counts of a model call. */
export interface ModelUsage extends Tokens {
  /** Whether counts are estimates, because the provider did not report them or the call ended before. */
  readonly estimated: boolean;
}

/** Partial response of a call. */
export interface PartialResponse {
  /** Text that the model wrote. */
  readonly text: string;
  /** Counts of the provider, if it reported them. */
  readonly counted: Tokens | undefined;
}

/** Estimates the tokens of a text from its size; errs on the high side. */
export function estimateTokens(text: string): number {
  return estimateTokensOfBytes(Buffer.byteLength(text));
}

/** Estimates the tokens of a text from its bytes. */
export function estimateTokensOfBytes(bytes: number): number {
  return Math.ceil(bytes / BYTES_PER_TOKEN);
}

/** Returns the start of a text with at most this many estimated tokens. */
export function truncateToTokens(text: string, tokens: number): string {
  if (estimateTokens(text) <= tokens) return text;
  const bytes = Buffer.from(text).subarray(0, Math.max(0, Math.floor(tokens)) * BYTES_PER_TOKEN);
  // In streaming mode the decoder omits a truncated last character.
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes, { stream: true });
}

/** Estimates the tokens of a request from its size; errs on the high side. */
export function estimateInputTokens({
  system,
  messages,
  tools,
}: Pick<ModelRequest, 'system' | 'messages' | 'tools'>): number {
  let files = 0;
  // Bytes must not be serialized as numbers. The replacer sees them before their toJSON only as a property of `this`.
  const text = JSON.stringify({ system, messages, tools }, function (this: Record<string, unknown>, key, value) {
    if (!(this[key] instanceof Uint8Array)) return value as unknown;
    files++;
    return undefined;
  });
  return estimateTokens(text) + files * TOKENS_PER_FILE;
}

/** Output tokens of a short response, within the settings' limit. */
export function getShortResponseTokens({ max_tokens }: { readonly max_tokens?: number }): number {
  return Math.min(max_tokens ?? MIN_OUTPUT_TOKENS, MIN_OUTPUT_TOKENS);
}

/** Failures after which a provider may charge although no part of a response arrived. */
const REASONS_WITH_COST: readonly string[] = ['aborted', 'invalid_answer'];

/** Failures of a busy or unreachable provider: without any received part there was no response. */
const REASONS_WITHOUT_RESPONSE: readonly string[] = ['rate_limited', 'unavailable', 'silent'];

/** Returns the usage that a failed call is charged; undefined if the provider produced no output. */
export function getFailedCallUsage(
  request: ModelRequest,
  error: ModelCallError,
  partial: PartialResponse,
): ModelUsage | undefined {
  const { text, counted } = partial;
  const hasOutput = text !== '' || (counted?.outputTokens ?? 0) > 0;
  if (!hasOutput && REASONS_WITHOUT_RESPONSE.includes(error.reason)) return undefined;
  if (counted) return completeUsage(counted, request, text);
  if (text === '' && !canHaveCost(error)) return undefined;
  return completeUsage(NO_TOKENS, request, text);
}

/** Completes the provider's counts with estimates for missing ones. */
export function completeUsage(counted: Tokens, request: ModelRequest, text: string): ModelUsage {
  const lacksInput = counted.inputTokens === 0;
  const lacksOutput = counted.outputTokens === 0 && text !== '';
  return {
    ...counted,
    ...(lacksInput && { inputTokens: estimateInputTokens(request) }),
    ...(lacksOutput && { outputTokens: estimateTokens(text) }),
    estimated: lacksInput || lacksOutput,
  };
}

/** Returns whether a provider may have charged a failed call. */
export function canHaveCost({ reason, status, unsent }: ModelCallError): boolean {
  if (status !== undefined) return status >= 200 && status < 300;
  return REASONS_WITH_COST.includes(reason) && !unsent;
}
