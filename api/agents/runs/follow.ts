import type { FastifyReply, FastifyRequest } from 'fastify';
import { FINAL_STATUSES, PARKED_STATUSES } from '../../../src/agents/contract.ts';
import { readProgress } from '../../../src/agents/runs/events.ts';
import { agentRunKind } from '../../../src/agents/runs/run-kind.ts';
import type { ApiContext } from '../../context.ts';
import { followRun, getLastEventId } from '../../runs/follow.ts';

/** Most that is read at once. */
const BATCH = { limit: 200, bytes: 262_144 };

/** Where a stream begins and when it ends. */
export interface FollowOptions {
  /** Number of the last event the reader has; 0 for all. */
  readonly after: number;
  /** Whether the text comes as it is said, or turn by turn. */
  readonly deltas: boolean;
  /** Number of the last event before a pause that the reader knows of: only a later pause ends the stream. */
  readonly knownPause: number;
}

/** For streams that end wherever the run waits for a person, and for those that stay open through every wait. */
export const NO_KNOWN_PAUSE = -1;
export const ALL_PAUSES_KNOWN = Number.POSITIVE_INFINITY;

/** Streams a run's events in the order of their numbers until it has ended, or waits for a person. Resumable at any event. */
export function followAgentRun(
  ctx: ApiContext,
  reply: FastifyReply,
  id: string,
  { deltas, knownPause, ...options }: FollowOptions,
): Promise<void> {
  let { after } = options;
  const readOn = async () => {
    const progress = await readProgress(ctx.db, id, after, { deltas, ...BATCH });
    if (!progress) return undefined;
    after = progress.events.at(-1)?.seq ?? after;
    const { status, more } = progress;
    const isParked = PARKED_STATUSES.includes(status) && after > knownPause;
    const events = progress.events.map(({ seq, kind, payload }) => ({ id: seq, event: kind, data: payload }));
    return { events, more, over: FINAL_STATUSES.includes(status) || isParked };
  };
  return followRun(ctx, reply, { kind: agentRunKind, id, headers: { 'x-task-agent-run-id': id }, readNext: readOn });
}

/** The number of the last event that a resuming reader has; undefined for a first read. Throws a 400 where it is none. */
export function getLastEventNumber(request: FastifyRequest): number | undefined {
  const id = getLastEventId(request, /^\d{1,9}$/);
  return id === undefined ? undefined : Number(id);
}
