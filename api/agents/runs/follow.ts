import type { FastifyReply, FastifyRequest } from 'fastify';
import { FINAL_STATUSES, PARKED_STATUSES } from '../../../src/agents/contract.ts';
import { readProgress } from '../../../src/agents/runs/events.ts';
import { agentRunKind } from '../../../src/agents/runs/run-kind.ts';
import { errors } from '../../../src/platform/errors.ts';
import type { ApiContext } from '../../context.ts';
import { startStream } from '../../plugins/sse.ts';

/** Most that is read at once: what a reader does not take stays in the database. */
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
export const KNOWS_NONE = -1;
export const KNOWS_ALL = Number.POSITIVE_INFINITY;

/** Streams a run's events in the order of their numbers until it has ended, or waits for a person. Resumable at any event. */
export async function followRun(
  ctx: ApiContext,
  reply: FastifyReply,
  runId: string,
  options: FollowOptions,
): Promise<void> {
  const stream = startStream(ctx, reply, { headers: { 'x-task-agent-run-id': runId } });
  let changed = true;
  let wake = () => {};
  const poke = () => {
    changed = true;
    wake();
  };
  const unwatch = ctx.watcher.watch(agentRunKind, runId, poke, { following: true });
  stream.onClose(poke);
  let after = options.after;
  try {
    while (stream.open()) {
      if (!changed) await new Promise<void>((resolve) => (wake = resolve));
      changed = false;
      await stream.room();
      if (!stream.open()) break;
      const progress = await readProgress(ctx.db, runId, after, { deltas: options.deltas, ...BATCH });
      if (!progress) break;
      for (const event of progress.events) stream.send({ id: event.seq, event: event.kind, data: event.payload });
      after = progress.events.at(-1)?.seq ?? after;
      if (progress.more) {
        changed = true;
        continue;
      }
      const { status } = progress;
      const over = FINAL_STATUSES.includes(status);
      const parked = PARKED_STATUSES.includes(status) && after > options.knownPause;
      if (over || parked) break;
    }
  } catch (error) {
    // The head is sent: nothing can be told but by ending; the reader resumes.
    ctx.log.warn({ err: error, run_id: runId }, 'a stream of events was cut');
  } finally {
    unwatch();
    stream.end();
  }
}

/** The number a resuming reader has; undefined for a first read. Throws a 400 on a value that no stream here gave out. */
export function lastEventId(request: FastifyRequest): number | undefined {
  const header = request.headers['last-event-id'];
  if (header === undefined || header === '') return undefined;
  if (typeof header !== 'string' || !/^\d{1,9}$/.test(header)) throw errors.malformedCursor();
  return Number(header);
}
