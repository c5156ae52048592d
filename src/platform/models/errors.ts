import type { Finish } from './finish.ts';
import type { ModelUsage } from './usage.ts';

/** Why a model call failed. */
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

/** Reasons for which a provider is away for now: whoever waits gets an answer later. */
const AWAY_REASONS: readonly ModelCallReason[] = ['rate_limited', 'unavailable', 'silent'];
const RETRYABLE_REASONS: readonly ModelCallReason[] = ['rate_limited', 'unavailable', 'silent', 'invalid_answer'];

/** A model call that gave no answer. The message is short, for people, and holds no key. */
export class ModelCallError extends Error {
  readonly reason: ModelCallReason;
  /** Whether the same call may succeed later. */
  readonly retryable: boolean;
  /** Whether the provider is away for now, so that a run may wait for it. */
  readonly isAway: boolean;
  /** Provider of the model that was called; undefined if none was reached for. */
  provider: string | undefined;
  /** Whether the provider was not called, since its outage is known. */
  readonly isDeclined: boolean;
  /** Keys of the open outages that the call has met. */
  outageKeys: readonly string[] = [];
  /** Milliseconds the provider asked to wait before the next try. */
  readonly retryAfterMs: number | undefined;
  /** HTTP status of the provider's answer, where there was one. */
  readonly status: number | undefined;
  /** Whether it is certain that the provider never got the request. */
  readonly unsent: boolean;
  /** What the provider may have charged all the same; undefined where it can't have. The gateway says so. */
  usage: ModelUsage | undefined;
  /** Why the answer ended, where it came so far and can't be used for that. */
  readonly finish: Finish | undefined;

  constructor(
    reason: ModelCallReason,
    message: string,
    provider: {
      status?: number;
      retryAfterMs?: number;
      unsent?: boolean;
      finish?: Finish;
      /** The failure does not end by itself. */
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
