import type { PlannedRun } from './plan.ts';

/** An answer that came whole. */
export interface SeenAnswer {
  readonly status: number;
  /** The reason of an error; null for a success. */
  readonly reason: string | null;
  /** Milliseconds since the epoch when it was there. */
  readonly at: number;
}

/** An event as a stream gave it. */
export interface SeenEvent {
  readonly id: number;
  readonly event: string;
  readonly data: unknown;
  /** The id as it was sent; empty for an event without one. */
  readonly position: string;
}

/** What one reader got, over all its connections, in the order of arrival. */
export interface SeenStream {
  readonly name: string;
  readonly events: SeenEvent[];
  /** Connections it took. */
  connections: number;
  /** Whether it must reach the end of the run; one that began the run may end where the run waits. */
  readonly toTheEnd: boolean;
}

/** One decision that a person sent under one key, maybe several times. */
export interface SentDecision {
  readonly requestId: string;
  /** The person, as `user:<id>`. */
  readonly subject: string;
  readonly verdict: 'approve' | 'reject';
  /** The arguments put in place of the model's; undefined for none. */
  readonly arguments: Record<string, unknown> | undefined;
  /** Sent with a digest of other arguments: nothing may come of it. */
  readonly tampered: boolean;
  readonly sentAt: number;
  readonly answers: SeenAnswer[];
  /** Answers of success that did not show this decision as made. */
  readonly denied: string[];
}

/** A cancel that was answered. */
export interface SeenCancel extends SeenAnswer {
  /** Ids of calls by what the receipt says of them; null where there was none. */
  readonly receipt: Record<'stopped' | 'done' | 'unknown', readonly string[]> | null;
  /** The run's status in the receipt. */
  readonly runStatus: string | null;
}

/** What the drill's clients saw of one run. */
export interface RunObservation {
  readonly plan: PlannedRun;
  /** Ids that successful answers gave; more than one would be a run begun twice. */
  readonly runIds: Set<string>;
  sessionId: string | undefined;
  readonly streams: SeenStream[];
  readonly decisions: SentDecision[];
  /** Whether a cancel was sent, answered or not. */
  cancelSent: boolean;
  readonly cancels: SeenCancel[];
  /** Tags of calls whose tool was made another before anybody decided on them. */
  readonly redefined: Set<string>;
  /** Questions whether an effect happened that were answered. */
  asked: number;
  /** Whether the run's end was seen. */
  ended: boolean;
  /** Events seen by the reader that goes to the end. */
  progress: number;
  /** Answers nobody expects, in words. */
  readonly oddities: string[];
}

export function createRunObservation(plan: PlannedRun): RunObservation {
  return {
    plan,
    runIds: new Set(),
    sessionId: undefined,
    streams: [],
    decisions: [],
    cancelSent: false,
    cancels: [],
    redefined: new Set(),
    asked: 0,
    ended: false,
    progress: 0,
    oddities: [],
  };
}
