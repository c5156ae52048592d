import { databaseNow } from '../platform/clock.ts';
import { getAwayDelayMs } from '../platform/models/retry-policy.ts';
import type { RunError, WaitingFor } from './contract.ts';
import { toRunError } from './errors.ts';
import { runFailures } from './failures.ts';

/** A failure of a provider, or of a connection of a tool, that is away for now. */
export interface AwayFailure {
  /** Its name; undefined if none was reached for. */
  readonly provider: string | undefined;
  /** What it said, or why it was not reached. */
  readonly message: string;
  /** Milliseconds that it asked to wait. */
  readonly retryAfterMs: number | undefined;
  /** Whether it was not called, since its outage is known. */
  readonly isDeclined: boolean;
  /** Keys of the open outages that the call has met. */
  readonly outageKeys: readonly string[];
}

/** What a run or a tool call that waits for a provider says of it. */
export interface ProviderWait {
  readonly waitingFor: WaitingFor;
  /** Milliseconds until the next attempt. */
  readonly retryMs: number;
  /** How often the provider has failed at the step by now. A call that was not made does not count. */
  readonly failures: number;
  /** Keys of the outages whose end wakes the run earlier; null for none. */
  readonly outages: readonly string[] | null;
}

/** The longest pause of a run that is woken at the end of an outage, in case the signal is lost. */
const MAX_PAUSE_MS = 3_600_000;
const MIN_PAUSE_MS = 1000;

/**
 * Plans the next attempt of a run or a tool call whose provider is away. `waiting` is what it waits for already; its first failure
 * counts. `failures` is how often the provider failed before. The last attempt is made when `maxWaitMs` is over. Returns undefined if that was this one.
 */
export function planProviderWait(
  waiting: WaitingFor | null,
  error: AwayFailure,
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
  const pauseMs = error.isDeclined ? pauseInOutage(error, now - since) : getAwayDelayMs(error, attempts);
  const retryMs = Math.max(1, Math.ceil(Math.min(leftMs, pauseMs)));
  const provider = error.provider ?? 'unknown';
  const { message } = error;
  const outages = error.outageKeys.length > 0 ? error.outageKeys : null;
  const detail = `${attempts} ${attempts === 1 ? 'attempt' : 'attempts'} at ${provider} failed: ${message}`;
  const times = { since: new Date(since).toISOString(), until: new Date(now + retryMs).toISOString() };
  return {
    retryMs,
    failures: failures + made,
    outages,
    waitingFor: { kind: 'provider', ...times, detail, provider, message, attempts },
  };
}

/** Milliseconds that a run waits in an outage that others probe: half of what it has waited, until the next probe at least. */
function pauseInOutage({ retryAfterMs = 0 }: AwayFailure, waitedMs: number): number {
  const pauseMs = Math.min(MAX_PAUSE_MS, Math.max(MIN_PAUSE_MS, waitedMs / 2));
  return Math.max(retryAfterMs, pauseMs * (1 + Math.random() / 4));
}

/** The error of a run that has waited for its provider for as long as it may. */
export function providerUnavailable({ message }: AwayFailure): RunError {
  return toRunError('PROVIDER_UNAVAILABLE', runFailures.provider_away_too_long({ cause: message }));
}
