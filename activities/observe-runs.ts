import type { Context } from '@temporalio/activity';
import type { ActivityInterceptors } from '@temporalio/worker';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { RUN_KINDS } from '../src/modules.ts';
import { runBestEffort } from '../src/platform/best-effort.ts';
import { fromWorkflowId } from '../src/platform/temporal/run-ref.ts';
import type { RunKind } from '../src/runs/kind.ts';
import type { ActivityContext } from './context.ts';

/** Outcomes of steps after which a run may have ended. Steps that only end a run return nothing. */
const END_STATES = new Set<unknown>(['finished', 'done', 'ended']);
/** Number of ended runs that a process remembers, since a step can be repeated after the end. */
const MAX_ENDED_RUNS = 10_000;

/** An ended run. */
interface EndedRun {
  readonly status: string;
  readonly seconds: number;
}

/** Records runs that end in a step of this worker. Does nothing while metrics are off. */
export function observeRuns(
  ctx: Pick<ActivityContext, 'db' | 'log' | 'telemetry'>,
): (context: Context) => ActivityInterceptors {
  const { metrics } = ctx.telemetry;
  const kinds = new Map(RUN_KINDS.map((kind) => [kind.workflow, kind]));
  const ended = new LRUCache<string, true>({ max: MAX_ENDED_RUNS });
  const recordEnd = async (kind: RunKind, id: string) => {
    const run = await findEndedRun(ctx, kind, id);
    if (!run || ended.has(id)) return;
    ended.set(id, true);
    metrics.recordRunEnd(kind.name, run.status, run.seconds);
  };
  return ({ info }) => ({
    inbound: {
      async execute(input, next) {
        const outcome = await next(input);
        if (metrics.instruments === undefined || !mayHaveEnded(outcome)) return outcome;
        const kind = kinds.get(info.workflowType ?? '');
        const id = info.workflowExecution && fromWorkflowId(info.workflowExecution.workflowId).id;
        if (kind && id !== undefined) void runBestEffort(ctx.log, 'record the end of a run', () => recordEnd(kind, id));
        return outcome;
      },
    },
  });
}

function mayHaveEnded(outcome: unknown): boolean {
  if (typeof outcome !== 'object' || outcome === null) return outcome === undefined;
  return 'state' in outcome ? END_STATES.has(outcome.state) : 'done' in outcome && outcome.done === true;
}

async function findEndedRun({ db }: Pick<ActivityContext, 'db'>, { table }: RunKind, id: string) {
  const { rows } = await sql<EndedRun>`
    select status, extract(epoch from completed - created)::float8 as seconds
    from ${sql.table(table)} where id = ${id} and completed is not null`.execute(db);
  return rows[0];
}
