import type { FastifyReply, FastifyRequest } from 'fastify';
import { FINAL_STATUSES, PARKED_STATUSES } from '../../../src/agents/contract.ts';
import { readProgress } from '../../../src/agents/runs/events.ts';
import { agentRunKind } from '../../../src/agents/runs/run-kind.ts';
import type { ApiContext } from '../../context.ts';
import { followRun, getLastEventId, type Progress, type StreamEvent } from '../../runs/follow.ts';

/** Limits of one read. */
const BATCH = { limit: 200, bytes: 262_144 };

/** Start and end of a stream. */
interface FollowOptions {
  /** Number of the last event that the reader has. 0: none. */
  readonly after: number;
  /** Whether text arrives as deltas, or once per turn. */
  readonly deltas: boolean;
  /** Number of the last event before a pause that the reader knows. Only a later pause ends the stream. */
  readonly knownPause: number;
}

/** For streams that end at any pause, and for streams that stay open through all pauses. */
export const NO_KNOWN_PAUSE = -1;
export const ALL_PAUSES_KNOWN = Number.POSITIVE_INFINITY;

/** Streams a run's events in order until the run has ended or waits for a person. Can resume at any event. */
export function followAgentRun(
  ctx: ApiContext,
  reply: FastifyReply,
  id: string,
  options: FollowOptions,
): Promise<void> {
  const headers = { 'x-task-agent-run-id': id };
  return followRun(ctx, reply, { kind: agentRunKind, id, headers, readNext: createReader(ctx, id, options) });
}

/** Returns a function that reads the next events at each call. */
export function createReader(
  ctx: ApiContext,
  id: string,
  { deltas, knownPause, ...options }: FollowOptions,
): () => Promise<Progress<StreamEvent> | undefined> {
  let { after } = options;
  return async () => {
    const progress = await readProgress(ctx.db, id, after, { deltas, ...BATCH });
    if (!progress) return undefined;
    after = progress.events.at(-1)?.seq ?? after;
    const { status, more } = progress;
    const isParked = PARKED_STATUSES.includes(status) && after > knownPause;
    const events = progress.events.map(({ seq, kind, payload }) => ({ id: seq, event: kind, data: payload }));
    return { events, more, over: FINAL_STATUSES.includes(status) || isParked };
  };
}

/**
 * Returns the number of the last event of a resuming reader, or undefined for a first read. Throws a 400 for an invalid
 * one.
 */
export function getLastEventNumber(request: FastifyRequest): number | undefined {
  const id = getLastEventId(request, /^\d{1,9}$/);
  return id === undefined ? undefined : Number(id);
}
