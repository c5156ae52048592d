import type { Finish } from './finish.ts';
import type { ModelUsage } from './usage.ts';

/** Reason of a failed model call. */
export type ModelCallReason =
  | 'rate_limited'
  | 'unavailable'
  | 'silent'
  | 'rejected'
  | 'unauthorized'
  | 'context_length'
  | 'aborted'
  | 'invalid_answer'
  | 'refused'
  | 'filtered'
  | 'cut_off'
  | 'not_configured'
  | 'excluded';

/** Reasons for which the provider is temporarily unavailable. */
const AWAY_REASONS: readonly ModelCallReason[] = ['rate_limited', 'unavailable', 'silent'];
const RETRYABLE_REASONS: readonly ModelCallReason[] = ['rate_limited', 'unavailable', 'silent', 'invalid_answer'];

/** A model call without a response. The message is short, readable, and contains no key. */
export class ModelCallError extends Error {
  readonly reason: ModelCallReason;
  /** Whether the same call may succeed later. */
  readonly retryable: boolean;
  /** Whether the provider is temporarily unavailable, so that a run may wait for it. */
  readonly isAway: boolean;
  /** Provider of the model; undefined if none was called. */
  provider: string | undefined;
  /** Whether the provider was not called because of a known outage. */
  readonly isDeclined: boolean;
  /** Keys of the open outages that the call encountered. */
  outageKeys: readonly string[] = [];
  /** Milliseconds to wait before the next attempt, as requested by the provider. */
  readonly retryAfterMs: number | undefined;
  /** HTTP status of the provider's response. */
  readonly status: number | undefined;
  /** Whether the provider certainly never received the request. */
  readonly unsent: boolean;
  /** Usage that the provider may charge nevertheless, set by the gateway; undefined if it cannot. */
  usage: ModelUsage | undefined;
  /** Finish of an unusable response. */
  readonly finish: Finish | undefined;

  constructor(
    reason: ModelCallReason,
    message: string,
    provider: {
      status?: number;
      retryAfterMs?: number;
      unsent?: boolean;
      finish?: Finish;
      /** Whether the failure is permanent. */
      isPermanent?: boolean;
      isDeclined?: boolean;
    } = {},
  ) {
    super(message);
    this.name = 'ModelCallError';
    this.reason = reason;
    this.retryable = RETRYABLE_REASONS.includes(reason);
    this.isAway = AWAY_REASONS.includes(reason) && provider.isPermanent !== true;
    this.isDeclined = provider.isDeclined ?? false;
    this.retryAfterMs = provider.retryAfterMs;
    this.status = provider.status;
    this.unsent = provider.unsent ?? false;
    this.finish = provider.finish;
  }
}
