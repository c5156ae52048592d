import { type RawBuilder, type Selectable, sql } from 'kysely';
import { parseDurationMs } from '../../platform/duration.ts';
import { errors } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { DueRows } from '../../platform/maintenance/due-rows.ts';
import { findProject } from '../../projects/queries.ts';
import { type RunContext, startRun } from '../../runs/start.ts';
import { sourceProblems } from '../problems.ts';
import { sourceRunKind } from './run-kind.ts';
import { tryInsertSourceRun } from './runs.ts';
import type { KnowledgeSourcesTable } from './tables.ts';

/** Minimum interval of syncs in milliseconds. */
const MIN_INTERVAL_MS = 300_000;

/** Parses the interval of syncs to milliseconds. Throws a 422 if it is invalid or too short. */
export function parseInterval(schedule: string): number {
  const ms = parseDurationMs(schedule);
  if (ms === undefined) throw errors.invalid('schedule', sourceProblems.invalid_sync_interval);
  if (ms < MIN_INTERVAL_MS) throw errors.invalid('schedule', sourceProblems.sync_interval_too_short);
  return ms;
}

/** Limits of the durations of a source's other settings. */
const DURATION_LIMITS = {
  removal_repeat_after: { min: 'PT10M', max: 'P30D' },
  fresh_within: { min: 'PT5M', max: 'P365D' },
} as const;

/** Parses a duration of a source to milliseconds. Throws a 422 if it is invalid or out of range. */
export function parseSourceDuration(field: keyof typeof DURATION_LIMITS, text: string): number {
  const { min, max } = DURATION_LIMITS[field];
  const ms = parseDurationMs(text);
  if (ms === undefined || ms < (parseDurationMs(min) ?? 0) || ms > (parseDurationMs(max) ?? 0))
    throw errors.invalid(field, sourceProblems.source_duration_out_of_range({ min, max }));
  return ms;
}

/** Returns the first sync: one interval from now, null without a schedule or while paused. */
export function getFirstSync({
  schedule,
  paused,
}: {
  schedule: string | null;
  paused: boolean;
}): RawBuilder<Date> | null {
  return schedule === null || paused ? null : sql<Date>`now() + ${parseInterval(schedule)} * interval '1 millisecond'`;
}

/** Sources with a due sync. A source with a running sync is skipped. */
export function createDueSources(ctx: RunContext): DueRows<{ readonly id: string }> {
  return {
    table: 'knowledge_source_states',
    id: 'source_id',
    at: 'next_sync',
    async start(trx, { id: sourceId }) {
      const { rows } = await sql<Selectable<KnowledgeSourcesTable>>`
        select s.* from knowledge_sources s
        where s.id = ${sourceId} and s.deleted_at is null and not s.paused and s.schedule is not null`.execute(trx);
      const [source] = rows;
      const isLive = source && (await findProject(trx, source.org_id, source.project_id));
      if (!isLive || source.schedule === null) return { next: sql<null>`null` };
      const next = getNextSync(parseInterval(source.schedule));
      const { config, collection_ids, strategy } = source;
      const run = {
        id: newId(),
        orgId: source.org_id,
        projectId: source.project_id,
        sourceId,
        plan: { config, collection_ids, strategy },
        triggerType: 'schedule',
        by: { type: source.created_by_type, id: source.created_by },
      };
      if (!(await tryInsertSourceRun(trx, run))) return { next };
      return { next, after: () => startRun(ctx, sourceRunKind, run.id, run.orgId) };
    },
  };
}

/** Returns the next future time; missed ones are skipped. */
function getNextSync(ms: number): RawBuilder<Date> {
  return sql<Date>`next_sync + (floor(extract(epoch from now() - next_sync) * 1000 / ${ms}::float8) + 1) * ${ms}::float8 * interval '1 millisecond'`;
}
