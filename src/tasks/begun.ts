import { type Selectable, sql } from 'kysely';
import { hasFilesColumn } from '../files/queries.ts';
import { addHits, type Hit } from '../guardrails/hits.ts';
import type { Exclusion } from '../models/exclusions.ts';
import { exclusionsColumn } from '../models/queries.ts';
import { type Executor, UNSYNCED } from '../platform/db/client.ts';
import { type ChosenConfig, chosenConfig } from '../projects/config.ts';
import { type Beginner, begunAheadElsewhere } from '../runs/accepted.ts';
import { hasReservation } from '../usage/reservations.ts';
import type { PreparationStep } from './contract.ts';
import type { LookedUp, ProcessedInput } from './prepared.ts';
import type { TaskRunsTable } from './tables.ts';

/** A run at the begin of an attempt at it. */
export interface BegunTaskRun extends Selectable<TaskRunsTable> {
  /** Whether another process has begun it ahead of its workflow and may still be at it. */
  readonly elsewhere: boolean;
  readonly has_files: boolean;
  /** Whether credits are still set aside for a call of an earlier attempt, whose process ended. */
  readonly unsettled: boolean;
  /** The rules on models that hold now. */
  readonly exclusions: readonly Exclusion[];
  readonly project_config: ChosenConfig;
}

/**
 * Marks a run as running. Answers undefined when it has ended already; for a process that begins it ahead of its workflow, when
 * anybody has begun it.
 */
export async function beginTaskRun(
  db: Executor,
  id: string,
  by: Beginner | undefined,
): Promise<BegunTaskRun | undefined> {
  const mark = by?.ahead ? sql`, begun_ahead_by = ${by.queue}` : sql``;
  const unbegun = by?.ahead ? sql` and r.status = 'queued'` : sql``;
  // A beginning that a crash of the database takes back is made again: only the end has to be on the disk.
  const { rows } = await sql<BegunTaskRun>`
    with ${UNSYNCED}
    update task_runs r set status = 'running', started = coalesce(r.started, now()), waiting_for = null${mark}
    from unsynced where r.id = ${id} and r.completed is null and r.status <> 'cancelling'${unbegun}
    returning ${begunColumns(by)}`.execute(db);
  return rows[0];
}

const begunColumns = (by: Beginner | undefined) => sql`r.*, ${begunAheadElsewhere(by)} as elsewhere,
  ${hasFilesColumn(sql`r.id`)} as has_files, ${hasReservation(sql`r.id`)} as unsettled,
  ${exclusionsColumn(sql`r.org_id`, sql`r.project_id`)} as exclusions, ${chosenConfig(sql`r.project_id`)} as project_config`;

/** A run that has begun as it is now, for the run that makes its tool calls. */
export async function readBegunRun(db: Executor, id: string): Promise<BegunTaskRun | undefined> {
  const { rows } =
    await sql<BegunTaskRun>`select ${begunColumns(undefined)} from task_runs r where r.id = ${id}`.execute(db);
  return rows[0];
}

/** Says that the process which began a run ahead of its workflow is at it no more. */
export async function leaveToWorkflow(db: Executor, id: string): Promise<void> {
  await db.updateTable('task_runs').set({ begun_ahead_by: null }).where('id', '=', id).execute();
}

/** Stores what came of a step of preparing a run's input. Of two tries at a step the first one's counts. */
export async function storePrepared(
  db: Executor,
  id: string,
  step: PreparationStep,
  made: ProcessedInput | LookedUp,
  hits: readonly Hit[],
): Promise<void> {
  await sql`update task_runs set ${addHits(hits)} prepared = (coalesce(prepared, '{}')::jsonb || jsonb_build_object(${String(step)}::text, ${JSON.stringify(made)}::jsonb))::json
    where id = ${id} and completed is null and (prepared::jsonb -> ${String(step)}::text) is null`.execute(db);
}

/** Stores the input of a run as guardrails let it go on, in place of what was sent, with what they found. Of two tries the first one's counts. */
export async function storeGuardedInput(
  db: Executor,
  id: string,
  input: Record<string, unknown>,
  hits: readonly Hit[],
): Promise<void> {
  await sql`update task_runs set ${addHits(hits)} input = ${JSON.stringify(input)}::json,
      run_data = (run_data::jsonb || jsonb_build_object('submitted', ${JSON.stringify(input)}::jsonb))::json,
      prepared = (coalesce(prepared, '{}')::jsonb || '{"guarded": true}')::json
    where id = ${id} and completed is null and (prepared::jsonb -> 'guarded') is null`.execute(db);
}
