import { setTimeout as pause } from 'node:timers/promises';
import { ModelCallError } from './errors.ts';
import type { ModelAnswer, ModelRequest } from './request.ts';
import { MAX_UNUSABLE_ANSWERS, pauseBeforeRetry } from './retry-policy.ts';

/** What an answer says, or what is wrong with it, in words for the model. */
export type Formed<T> = { readonly value: T } | { readonly problem: string };

/** The problem of an answer that is cut off, which the model is not told. */
export const CUT_OFF = 'the answer is cut off';

/** How a call that fails is repeated. */
export interface Patience {
  /** Calls that may fail until the failure is the caller's; 1 where it is left out. */
  readonly maxFailures?: number;
  readonly longestPauseMs?: number;
  readonly signal?: AbortSignal;
}

/**
 * Asks for an answer of a form. A model gives {@link MAX_UNUSABLE_ANSWERS} unusable answers at most: one of another form is told what
 * is wrong with it, and one that is cut off is not bought again. Answers the problem of the last one. Throws what `ask` throws.
 */
export async function askForForm<T>(
  ask: (request: ModelRequest) => Promise<ModelAnswer>,
  request: ModelRequest,
  read: (text: string) => Formed<T>,
  { maxFailures = 1, longestPauseMs = Number.POSITIVE_INFINITY, signal }: Patience = {},
): Promise<Formed<T>> {
  const messages = [...request.messages];
  let unusable = 0;
  for (let failures = 0; ; ) {
    try {
      const answer = await ask({ ...request, messages });
      const formed = read(answer.text);
      if ('value' in formed) return formed;
      if (answer.finish.reason === 'length') return { problem: CUT_OFF };
      if (++unusable >= MAX_UNUSABLE_ANSWERS) return formed;
      messages.push(answer.message, correctionOf(formed.problem));
    } catch (error) {
      if (!(error instanceof ModelCallError) || error.reason === 'aborted') throw error;
      if (error.reason === 'invalid_answer') unusable++;
      failures++;
      if (!error.retryable || failures >= maxFailures || unusable >= MAX_UNUSABLE_ANSWERS) throw error;
      await pause(Math.min(longestPauseMs, pauseBeforeRetry(error, failures)), undefined, signal && { signal });
    }
  }
}

function correctionOf(problem: string): ModelRequest['messages'][number] {
  const content = `That can not be taken: ${problem}. Answer again with the one JSON object, and with nothing else.`;
  return { role: 'user', content };
}
