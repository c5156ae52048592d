import { ApplicationFailure, CancelledFailure, type Context } from '@temporalio/activity';
import type { ActivityInterceptors } from '@temporalio/worker';
import pg from 'pg';
import type { Logger } from 'pino';
import { findDatabaseFailure } from '../src/platform/db/failures.ts';

/**
 * Removes the messages of unexpected errors from Temporal's history, because they may quote people or models. The
 * history keeps the error type; the worker's log gets the rest.
 */
export function redactErrors(log: Logger): (context: Context) => ActivityInterceptors {
  return ({ info }) => ({
    inbound: {
      async execute(input, next) {
        try {
          return await next(input);
        } catch (error) {
          if (error instanceof ApplicationFailure || error instanceof CancelledFailure) throw error;
          const { type, message } = toSafeError(error);
          log.warn(
            { err: error, step: info.activityType, attempt: info.attempt },
            `a step failed and is retried: ${message}`,
          );
          throw ApplicationFailure.create({ type, message, nonRetryable: false });
        }
      },
    },
  });
}

/** Type and message of an error, safe to store: it quotes no input. */
export function toSafeError(error: unknown): { readonly type: string; readonly message: string } {
  const failure = findDatabaseFailure(error);
  if (failure) return { type: `Database ${failure.cause}`, message: failure.message };
  if (error instanceof pg.DatabaseError)
    return { type: `Database ${error.code}`, message: `database error ${error.code}` };
  const type = error instanceof Error ? error.name : typeof error;
  return { type, message: `an error of type ${type}` };
}
