import { setTimeout as wait } from 'node:timers/promises';
import { ModelCallError } from './errors.ts';
import type { ModelRequest, ModelResponse } from './request.ts';
import { getRetryDelayMs, MAX_UNUSABLE_RESPONSES } from './retry-policy.ts';

/** What an answer says, or what is wrong with it, in words for the model. */
export type ParsedResponse<T> = { readonly value: T } | { readonly problem: string };

/** The problem of an answer that is cut off, which the model is not told. */
export const CUT_OFF_PROBLEM = 'the answer is cut off';

/** How a call that fails is repeated. */
export interface RetryOptions {
  /** Calls that may fail until the failure is the caller's; 1 where it is left out. */
  readonly maxFailures?: number;
  readonly maxDelayMs?: number;
  readonly signal?: AbortSignal;
}

/**
 * Asks for an answer of a form. A model gives {@link MAX_UNUSABLE_RESPONSES} unusable answers at most: one of another form is told what
 * is wrong with it, and one that is cut off is not bought again. Answers the problem of the last one. Throws what `ask` throws.
 */
export async function requestFormatted<T>(
  send: (request: ModelRequest) => Promise<ModelResponse>,
  request: ModelRequest,
  parse: (text: string) => ParsedResponse<T>,
  { maxFailures = 1, maxDelayMs = Number.POSITIVE_INFINITY, signal }: RetryOptions = {},
): Promise<ParsedResponse<T>> {
  const messages = [...request.messages];
  let unusableCount = 0;
  for (let failureCount = 0; ; ) {
    try {
      const response = await send({ ...request, messages });
      const parsed = parse(response.text);
      if ('value' in parsed) return parsed;
      if (response.finish.reason === 'length') return { problem: CUT_OFF_PROBLEM };
      if (++unusableCount >= MAX_UNUSABLE_RESPONSES) return parsed;
      messages.push(response.message, createCorrection(parsed.problem));
    } catch (error) {
      if (!(error instanceof ModelCallError) || error.reason === 'aborted') throw error;
      if (error.reason === 'invalid_answer') unusableCount++;
      failureCount++;
      if (!error.retryable || failureCount >= maxFailures || unusableCount >= MAX_UNUSABLE_RESPONSES) throw error;
      await wait(Math.min(maxDelayMs, getRetryDelayMs(error, failureCount)), undefined, signal && { signal });
    }
  }
}

function createCorrection(problem: string): ModelRequest['messages'][number] {
  const content = `That can not be taken: ${problem}. Answer again with the one JSON object, and with nothing else.`;
  return { role: 'user', content };
}
