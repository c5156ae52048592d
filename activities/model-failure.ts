import { ApplicationFailure } from '@temporalio/common';
import type { ModelCallError } from '../src/platform/models/gateway.ts';
import { MODEL_ATTEMPTS, type RunError } from '../src/runs/contract.ts';
import type { CreditShortage } from '../src/usage/shortage.ts';

/** Milliseconds before the second try of a model call, and the longest pause between two. */
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
/** A provider that asks for none gets this one. */
const SHORTEST_PAUSE_MS = 50;
/** A provider that asks for a longer pause than this is treated as not available now. */
const LONGEST_ASKED_MS = 300_000;

/** How often a model is asked at most for an answer that can't be used: each is paid, and the next is likely the same. */
const MOST_UNUSABLE = 2;

/** Whether a model has given as many answers that can't be used as are paid for, at its try of this number from 1. */
export function isSpent(error: ModelCallError, attempt: number): boolean {
  return error.reason === 'invalid_answer' && attempt >= MOST_UNUSABLE;
}

/** Whether a call that failed is made again after its try of this number, from 1. */
export function mayAskAgain(error: ModelCallError, attempt: number): boolean {
  return error.retryable && attempt < MODEL_ATTEMPTS && !isSpent(error, attempt);
}

/** Milliseconds until the next try: what the provider asked for, else twice the pause before. */
export function pauseBeforeRetry(error: ModelCallError, attempt: number): number {
  const own = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempt - 1));
  // A pause of nothing would be no retry at all to Temporal.
  return Math.min(LONGEST_ASKED_MS, Math.max(SHORTEST_PAUSE_MS, error.retryAfterMs ?? own));
}

/** The failure that makes Temporal try again after a pause. It carries the reason only, never the provider's text. */
export function retryLater(error: ModelCallError, pauseMs: number): ApplicationFailure {
  return ApplicationFailure.create({
    type: 'ModelCallError',
    message: error.reason,
    nonRetryable: false,
    nextRetryDelay: pauseMs,
  });
}

/** The run's error, in words that may be shown. */
export function runErrorOf(error: ModelCallError): RunError {
  return { reason: `MODEL_${error.reason.toUpperCase()}`, message: error.message };
}

/** The error of work that can't be paid. */
export function shortageErrorOf({ of, message }: CreditShortage): RunError {
  return { reason: of === 'organization' ? 'INSUFFICIENT_CREDITS' : 'BUDGET_EXCEEDED', message };
}
