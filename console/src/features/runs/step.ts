import type { ApprovalKind } from '../approvals/kind.ts';

/** An event of a run, streamed or stored. */
export interface StepEvent {
  /** Sequence number in the run. */
  readonly seq: number;
  readonly kind: string;
  readonly payload: Readonly<Record<string, unknown>>;
  /** Stored time of the event, or else its arrival. Milliseconds since the epoch. */
  readonly at: number;
}

export type StepKind = 'message' | 'turn' | 'call' | 'wait' | 'skill' | 'guardrail' | 'formatted' | 'error' | 'done';
export type StepState = 'running' | 'waiting' | 'good' | 'bad' | 'void' | 'point';

/** A row of the timeline. */
export interface Step {
  readonly id: string;
  readonly kind: StepKind;
  /** 1 for turns and single events, 2 for tool calls, 3 for waits of a call. */
  readonly level: 1 | 2 | 3;
  state: StepState;
  /** Name of the tool, skill or guardrail. */
  readonly name: string;
  startedAt: number;
  endedAt: number | undefined;
  /** Sequence numbers of the events that start and end the step. */
  readonly startSeq: number;
  endSeq: number | undefined;
  readonly turn: number;
  /** Text of a turn. Other kinds: the outcome. */
  text: string;
  /** Payloads of the events that start and end the step. */
  readonly payload: Readonly<Record<string, unknown>>;
  result: Readonly<Record<string, unknown>> | undefined;
}

/** A turn as the API stores it. */
export interface StoredTurn {
  readonly turn: number;
  readonly attempt: number;
  /** Time at which the turn was stored. */
  readonly created: string;
  readonly model_ms: number;
}

/** Returns the kind of the request in an event. Tool approvals carry none. */
export const getRequestKind = ({ kind }: Step['payload']) => (kind ?? 'tool_call') as ApprovalKind;
