import { databaseNow } from '../platform/clock.ts';
import { getUnavailableDelayMs } from '../platform/models/retry-policy.ts';
import type { RunError, WaitingFor } from './contract.ts';
import { runFailures, toRunError } from './errors.ts';
import { waitMessages } from './wait-messages.ts';

/** Failure of a temporarily unavailable provider or tool connection. */
export interface UnavailableFailure {
  /** Name of the provider; undefined if none was involved. */
  readonly provider: string | undefined;
  /** Error of the provider, or of the connection attempt. */
  readonly message: string;
  /** Milliseconds that the provider asks to wait. */
  readonly retryAfterMs: number | undefined;
  /** Whether the call was skipped because of a known outage. */
  readonly isDeclined: boolean;
  /** Keys of the open outages that affected the call. */
  readonly outageKeys: readonly string[];
}

/** State of a run or tool call that waits for a provider. */
export interface ProviderWait {
  readonly waitingFor: WaitingFor;
  /** Milliseconds until the next attempt. */
  readonly retryMs: number;
  /** Number of provider failures at the step. Skipped calls do not count. */
  readonly failures: number;
  /** Keys of the outages whose end wakes the run earlier; null for none. */
  readonly outages: readonly string[] | null;
}

/** Maximum pause of a run that the end of an outage wakes, in case the signal is lost. */
const MAX_PAUSE_MS = 3_600_000;
const MIN_PAUSE_MS = 1000;

/**
 * Plans the next attempt of a run or a tool call whose provider is unavailable. `waiting` is its current wait, measured
 * from the first failure; `failures` is the number of earlier ones. The last attempt happens when `maxWaitMs` is over.
 * Returns undefined if this was the last.
 */
export function planProviderWait(
  waiting: WaitingFor | null,
  error: UnavailableFailure,
  maxWaitMs: number,
  failures: number,
): ProviderWait | undefined {
  const now = databaseNow();
  const earlier = waiting?.kind === 'provider' ? waiting : undefined;
  const since = earlier === undefined ? now : Date.parse(earlier.since);
  const leftMs = since + maxWaitMs - now;
  if (leftMs <= 0) return undefined;
  const made = error.isDeclined ? 0 : 1;
  const attempts = (earlier?.attempts ?? 0) + made;
  const pauseMs = error.isDeclined ? getOutagePauseMs(error, now - since) : getUnavailableDelayMs(error, attempts);
  const retryMs = Math.max(1, Math.ceil(Math.min(leftMs, pauseMs)));
  const provider = error.provider ?? 'unknown';
  const { message } = error;
  const outages = error.outageKeys.length > 0 ? error.outageKeys : null;
  const detail = waitMessages.wait_provider({ attempts, provider, cause: message });
  const times = { since: new Date(since).toISOString(), until: new Date(now + retryMs).toISOString() };
  return {
    retryMs,
    failures: failures + made,
    outages,
    waitingFor: { kind: 'provider', ...times, detail, provider, message, attempts },
  };
}

/**
 * Milliseconds that a run waits in an outage that others probe: half of the time waited so far, at least until the next
 * probe.
 */
function getOutagePauseMs({ retryAfterMs = 0 }: UnavailableFailure, waitedMs: number): number {
  const pauseMs = Math.min(MAX_PAUSE_MS, Math.max(MIN_PAUSE_MS, waitedMs / 2));
  return Math.max(retryAfterMs, pauseMs * (1 + Math.random() / 4));
}

/** Error of a run that has waited for its provider as long as allowed. */
export function toProviderUnavailableError({ message }: UnavailableFailure): RunError {
  return toRunError('PROVIDER_UNAVAILABLE', runFailures.provider_away_too_long({ cause: message }));
}
