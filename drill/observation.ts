import type { PlannedRun } from './plan.ts';

/** A complete response. */
interface SeenAnswer {
  readonly status: number;
  /** Reason of an error; null for a success. */
  readonly reason: string | null;
  /** Time of the response in milliseconds since the epoch. */
  readonly at: number;
}

/** An event as a stream sent it. */
export interface SeenEvent {
  readonly id: number;
  readonly event: string;
  readonly data: unknown;
  /** Id as sent; empty without one. */
  readonly position: string;
}

/** What one reader received over all its connections, in the order of arrival. */
export interface SeenStream {
  readonly name: string;
  readonly events: SeenEvent[];
  /** Number of connections. */
  connections: number;
  /** Whether it must reach the end of the run. The stream that started the run may end where the run waits. */
  readonly toTheEnd: boolean;
}

/** A decision sent under one key, possibly several times. */
export interface SentDecision {
  readonly requestId: string;
  /** The person: `user:<id>`. */
  readonly subject: string;
  readonly verdict: 'approve' | 'reject';
  /** Arguments that replace the model's; undefined for none. */
  readonly arguments: Record<string, unknown> | undefined;
  /** Sent with a digest of other arguments, so it must be refused. */
  readonly tampered: boolean;
  readonly sentAt: number;
  readonly answers: SeenAnswer[];
  /** Successful responses that did not show this decision. */
  readonly denied: string[];
}

/** An answered cancel. */
interface SeenCancel extends SeenAnswer {
  /** Call ids by their state in the receipt; null without a receipt. */
  readonly receipt: Record<'stopped' | 'done' | 'unknown', readonly string[]> | null;
  /** Status of the run in the receipt. */
  readonly runStatus: string | null;
}

/** What the drill's clients observed of one run. */
export interface RunObservation {
  readonly plan: PlannedRun;
  /** How the run is started. Only the first of a session is started by a completion or a call of the agent. */
  readonly startedBy: PlannedRun['start'];
  /** Run ids of successful responses; more than one is a run started twice. */
  readonly runIds: Set<string>;
  sessionId: string | undefined;
  readonly streams: SeenStream[];
  readonly decisions: SentDecision[];
  /** Whether a cancel was sent, answered or not. */
  cancelSent: boolean;
  readonly cancels: SeenCancel[];
  /** Tags of calls whose tool changed before the decision. */
  readonly redefined: Set<string>;
  /** Number of answered requests to confirm an effect. */
  asked: number;
  /** Whether the end of the run was observed. */
  ended: boolean;
  /** Events seen by the reader that follows to the end. */
  progress: number;
  /** Descriptions of unexpected responses. */
  readonly oddities: string[];
}

export function createRunObservation(plan: PlannedRun, sessionId: string | undefined): RunObservation {
  const isOfFirst = plan.start === 'chat' || plan.start === 'mcp';
  return {
    plan,
    startedBy: isOfFirst && sessionId !== undefined ? 'wait' : plan.start,
    runIds: new Set(),
    sessionId,
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
