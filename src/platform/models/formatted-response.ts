import { setTimeout as wait } from 'node:timers/promises';
import { ModelCallError } from './errors.ts';
import type { ModelRequest, ModelResponse } from './request.ts';
import { getRetryDelayMs, MAX_UNUSABLE_RESPONSES } from './retry-policy.ts';

/** The parsed response, or a problem that is reported to the model. */
export type ParsedResponse<T> = { readonly value: T } | { readonly problem: string };

/** Problem of a response that is cut off. It is not reported to the model. */
export const CUT_OFF_PROBLEM = 'the answer is cut off';

/** Retry options of failed calls. */
export interface RetryOptions {
  /** Number of failed calls after which the failure is thrown. Default 1. */
  readonly maxFailures?: number;
  readonly maxDelayMs?: number;
  readonly signal?: AbortSignal;
}

/**
 * Requests a response of a certain format. The model gives at most {@link MAX_UNUSABLE_RESPONSES} unusable responses.
 * The next request states the problem of an invalid one; a response that is cut off is not requested again. Returns
 * the last problem. Throws errors of `send`.
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
