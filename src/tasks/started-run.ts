import { type Selectable, sql } from 'kysely';
import { hasFilesColumn } from '../files/queries.ts';
import type { RetrievalProgress } from '../knowledge/retrieval/iterative.ts';
import type { Exclusion } from '../models/exclusions.ts';
import { selectExclusionsColumn } from '../models/queries.ts';
import { type Executor, UNSYNCED } from '../platform/db/client.ts';
import { type ChosenConfig, selectChosenConfigColumn } from '../projects/config.ts';
import { remainingWait } from '../runs/waiting.ts';
import { hasReservation } from '../usage/reservations.ts';
import type { PreparationStep } from './contract.ts';
import { type Hit, toHitsUpdate } from './guardrails/hits.ts';
import type { ProcessedInput, RetrievedContext } from './prepared.ts';
import type { TaskRunsTable } from './tables.ts';

/** A run at the start of an attempt. */
export interface StartedTaskRun extends Selectable<TaskRunsTable> {
  readonly has_files: boolean;
  /** Whether an earlier attempt left credits reserved. */
  readonly unsettled: boolean;
  /** Current model exclusions. */
  readonly exclusions: readonly Exclusion[];
  readonly project_config: ChosenConfig;
}

/** Marks a run as running. Returns undefined if it has ended or must stop. */
export async function startTaskRun(db: Executor, id: string): Promise<StartedTaskRun | undefined> {
  // A start that a database crash reverts is repeated: only the end must be durable.
  const { rows } = await sql<StartedTaskRun>`
    with ${UNSYNCED}
    update task_runs r set status = 'running', started = coalesce(r.started, now()), waiting_for = ${remainingWait}, awaited_outages = null
    from unsynced where r.id = ${id} and r.completed is null and r.status <> 'cancelling'
    returning ${startedColumns}`.execute(db);
  return rows[0];
}

const startedColumns = sql`r.*, ${hasFilesColumn(sql`r.id`)} as has_files, ${hasReservation(sql`r.id`)} as unsettled,
  ${selectExclusionsColumn(sql`r.org_id`, sql`r.project_id`)} as exclusions, ${selectChosenConfigColumn(sql`r.project_id`)} as project_config`;

/** Reads a started run for its tool run. */
export async function readStartedRun(db: Executor, id: string): Promise<StartedTaskRun | undefined> {
  const { rows } = await sql<StartedTaskRun>`select ${startedColumns} from task_runs r where r.id = ${id}`.execute(db);
  return rows[0];
}

/** Stores the state of a run's iterative retrieval, so that another attempt continues from it. */
export async function storeRetrievalProgress(db: Executor, id: string, progress: RetrievalProgress): Promise<void> {
  await sql`update task_runs set prepared = (coalesce(prepared, '{}')::jsonb || jsonb_build_object('retrieval', ${JSON.stringify(progress)}::jsonb))::json
    where id = ${id} and completed is null and (prepared::jsonb -> 'rag') is null`.execute(db);
}

/** Stores the result of a preparation step, before or after it is judged. The first of two attempts wins. */
export async function storePreparation(
  db: Executor,
  id: string,
  step: PreparationStep,
  result: ProcessedInput | RetrievedContext,
  hits: readonly Hit[],
): Promise<void> {
  const before = sql`coalesce(prepared, '{}')::jsonb`;
  const kept = step === 'rag' ? sql`${before} - 'retrieval'` : before;
  await sql`update task_runs set ${toHitsUpdate(hits)} waiting_for = null, prepared = (${kept} || jsonb_build_object(${String(step)}::text, ${JSON.stringify(result)}::jsonb))::json
    where id = ${id} and completed is null and ((prepared::jsonb -> ${String(step)}::text) is null or (prepared::jsonb -> ${String(step)}::text) ? 'unjudged')`.execute(
    db,
  );
}

/** Stores the guarded input of a run in place of the submitted one, with the hits. The first of two attempts wins. */
export async function storeGuardedInput(
  db: Executor,
  id: string,
  input: Record<string, unknown>,
  hits: readonly Hit[],
): Promise<void> {
  await sql`update task_runs set ${toHitsUpdate(hits)} input = ${JSON.stringify(input)}::json,
      run_data = (run_data::jsonb || jsonb_build_object('submitted', ${JSON.stringify(input)}::jsonb))::json,
      prepared = (coalesce(prepared, '{}')::jsonb || '{"guarded": true}')::json
    where id = ${id} and completed is null and (prepared::jsonb -> 'guarded') is null`.execute(db);
}
