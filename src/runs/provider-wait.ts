import { databaseNow } from '../platform/clock.ts';
import type { ModelCallError } from '../platform/models/errors.ts';
import { pauseWhileAway } from '../platform/models/retry-policy.ts';
import type { RunError, WaitingFor } from './contract.ts';

/** What a run that waits for a provider says of it. */
export interface ProviderWait {
  readonly waitingFor: WaitingFor;
  /** Milliseconds until the next attempt. */
  readonly retryMs: number;
}

/**
 * Plans the next attempt of a run whose provider is away. `waiting` is what the run waits for already; its first failure counts. The
 * last attempt is made when `maxWaitMs` is over. Returns undefined if that was this one.
 */
export function planProviderWait(
  waiting: WaitingFor | null,
  error: ModelCallError,
  maxWaitMs: number,
): ProviderWait | undefined {
  const now = databaseNow();
  const earlier = waiting?.kind === 'provider' ? waiting : undefined;
  const since = earlier === undefined ? now : Date.parse(earlier.since);
  const leftMs = since + maxWaitMs - now;
  if (leftMs <= 0) return undefined;
  const attempts = (earlier?.attempts ?? 0) + 1;
  const retryMs = Math.max(1, Math.ceil(Math.min(leftMs, pauseWhileAway(error, attempts))));
  const provider = error.provider ?? 'unknown';
  const { message } = error;
  const detail = `${attempts} ${attempts === 1 ? 'attempt' : 'attempts'} at ${provider} failed: ${message}`;
  const times = { since: new Date(since).toISOString(), until: new Date(now + retryMs).toISOString() };
  return { retryMs, waitingFor: { kind: 'provider', ...times, detail, provider, message, attempts } };
}

/** The error of a run that has waited for its provider for as long as it may. */
export function providerUnavailable({ message }: ModelCallError): RunError {
  return {
    reason: 'PROVIDER_UNAVAILABLE',
    message: `the provider was away for as long as the run may wait: ${message}`,
  };
}
