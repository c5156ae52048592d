import type { ModelCallError } from './errors.ts';
import type { ModelRequest } from './request.ts';

/** Bytes of UTF-8 that a token stands for at least: English has about four to a token, other scripts three. */
const BYTES_PER_TOKEN = 3;
/** Tokens that a file or an image is taken for. */
const TOKENS_PER_FILE = 1500;
/** Output tokens without which a call is not worth making. */
const MIN_OUTPUT_TOKENS = 256;

/** The tokens of a model call. */
export interface Tokens {
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Those of the input that were read from the provider's cache. */
  readonly cachedInputTokens: number;
  /** Those of the input that were written to it. */
  readonly cacheWriteTokens: number;
  /** Those of the output that were thinking. */
  readonly reasoningTokens: number;
}

export const NO_TOKENS: Tokens = {
  inputTokens: 0,
  outputTokens: 0,
  cachedInputTokens: 0,
  cacheWriteTokens: 0,
  reasoningTokens: 0,
};

/** The tokens of a model call, as far as they are known. */
export interface ModelUsage extends Tokens {
  /** Whether some were guessed, because the provider did not count them, or the call ended before it did. */
  readonly estimated: boolean;
}

/** What was heard of an answer that did not come to its end. */
export interface PartialResponse {
  /** Everything the model wrote. */
  readonly text: string;
  /** What the provider counted, where it came so far. */
  readonly counted: Tokens | undefined;
}

/** A cautious guess at the tokens of a text, made from its size. */
export function estimateTokens(text: string): number {
  return estimateTokensOfBytes(Buffer.byteLength(text));
}

/** The same of a text of so many bytes. */
export function estimateTokensOfBytes(bytes: number): number {
  return Math.ceil(bytes / BYTES_PER_TOKEN);
}

/** As much of a text from its beginning as has no more than so many tokens by that guess. */
export function truncateToTokens(text: string, tokens: number): string {
  if (estimateTokens(text) <= tokens) return text;
  const bytes = Buffer.from(text).subarray(0, Math.max(0, Math.floor(tokens)) * BYTES_PER_TOKEN);
  // In streaming mode the decoder keeps back a character that was cut in the middle.
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes, { stream: true });
}

/** A cautious guess at the tokens of a request, made from its size. */
export function estimateInputTokens({
  system,
  messages,
  tools,
}: Pick<ModelRequest, 'system' | 'messages' | 'tools'>): number {
  let files = 0;
  // Bytes must not be written out as numbers; the replacer sees them before their own toJSON only as a property of `this`.
  const text = JSON.stringify({ system, messages, tools }, function (this: Record<string, unknown>, key, value) {
    if (!(this[key] instanceof Uint8Array)) return value as unknown;
    files++;
    return undefined;
  });
  return estimateTokens(text) + files * TOKENS_PER_FILE;
}

/** Output tokens of a short answer: no more than the settings allow. */
export function getShortResponseTokens({ max_tokens }: { readonly max_tokens?: number }): number {
  return Math.min(max_tokens ?? MIN_OUTPUT_TOKENS, MIN_OUTPUT_TOKENS);
}

/** Failures after which a provider may charge although nothing of its answer was heard: it answered, or was told to stop. */
const REASONS_WITH_COST: readonly string[] = ['aborted', 'invalid_answer'];

/** Failures of a provider that is busy or out of reach: where nothing of an answer was heard, there was none. */
const REASONS_WITHOUT_RESPONSE: readonly string[] = ['rate_limited', 'unavailable', 'silent'];

/** What a call that failed is charged all the same; undefined for nothing, as where the provider never produced output. */
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

/** What a provider counted of a call, with a guess where it counted nothing though there was something. */
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

/** Whether a provider may have charged a call that failed. */
export function canHaveCost({ reason, status, unsent }: ModelCallError): boolean {
  if (status !== undefined) return status >= 200 && status < 300;
  return REASONS_WITH_COST.includes(reason) && !unsent;
}
