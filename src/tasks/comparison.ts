import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { Principal } from '../access/principal-grants.ts';
import { hasFilesColumn } from '../files/queries.ts';
import type { Executor } from '../platform/db/client.ts';
import type { RunError } from '../runs/contract.ts';
import { isRunVisible } from '../runs/visibility.ts';
import { TASK_REVISION_FIELDS } from './fields.ts';
import type { TaskRevisionRow } from './queries.ts';
import { taskRunKind } from './run-kind.ts';

/** Number of latest runs to compare, since their inputs must be read. */
export const MAX_COMPARED_RUNS = 2000;

/** A field in which two revisions differ. */
interface FieldDifference {
  readonly field: string;
  readonly base: unknown;
  readonly revision: unknown;
}

/** Lists the fields in which two revisions differ, with both values. */
export function listDifferences(base: TaskRevisionRow, revision: TaskRevisionRow): FieldDifference[] {
  const names = [...Object.keys(TASK_REVISION_FIELDS), 'input_params'] as (keyof TaskRevisionRow)[];
  return names
    .filter((name) => !isDeepStrictEqual(base[name], revision[name]))
    .map((name) => ({ field: name, base: base[name], revision: revision[name] }));
}

/** The fields of a run for comparing revisions. */
interface ComparedRun {
  readonly id: string;
  readonly response: unknown;
  readonly is_error: boolean;
  readonly error: RunError | null;
  readonly llm_call_timing: number | null;
  readonly total_tokens: number;
  readonly charged_credits: string;
  readonly created: Date;
}

/** The results of two revisions for the same input. */
interface ComparedPair {
  readonly input: Record<string, unknown>;
  readonly base: ComparedRun;
  readonly revision: ComparedRun;
  readonly same_response: boolean;
}

/**
 * Lists the latest run of each of two revisions per common input, newest first: finished runs without files that the
 * principal can see.
 */
export async function listPairs(
  db: Executor,
  principal: Principal,
  of: { readonly taskId: string; readonly base: string; readonly revision: string; readonly most: number },
): Promise<ComparedPair[]> {
  const { rows } = await sql<Omit<ComparedPair, 'same_response'>>`
    with recent as materialized (
      select r.id, r.task_revision_id, r.input::jsonb as input
      from (select * from task_runs where task_id = ${of.taskId} order by id desc limit ${MAX_COMPARED_RUNS}) r
      join tasks t on t.id = r.task_id
      where r.task_revision_id in (${of.base}, ${of.revision}) and r.completed is not null and r.status <> 'cancelled'
        and not ${hasFilesColumn(sql`r.id`)} and ${isRunVisible(principal, taskRunKind, 't')}
    ), newest as (
      select distinct on (task_revision_id, input) * from recent order by task_revision_id, input, id desc
    ), pairs as (
      select b.id as base_id, n.id as revision_id, greatest(b.id, n.id) as at from newest b join newest n on n.input = b.input
      where b.task_revision_id = ${of.base} and n.task_revision_id = ${of.revision}
      order by at desc limit ${of.most}
    )
    select b.input, ${runColumn('b')} as base, ${runColumn('n')} as revision
    from pairs p join task_runs b on b.id = p.base_id join task_runs n on n.id = p.revision_id order by p.at desc`.execute(
    db,
  );
  return rows.map(({ input, base, revision }) => ({
    input,
    base: parseCreated(base),
    revision: parseCreated(revision),
    same_response: isDeepStrictEqual(base.response, revision.response),
  }));
}

/** JSON contains times as text. */
function parseCreated(run: ComparedRun): ComparedRun {
  return { ...run, created: new Date(run.created) };
}

function runColumn(alias: 'b' | 'n') {
  const of = (column: string) => sql.ref(`${alias}.${column}`);
  return sql`json_build_object('id', ${of('id')}, 'response', ${of('response')}, 'is_error', ${of('is_error')}, 'error', ${of('error')},
    'llm_call_timing', ${of('llm_call_timing')}, 'total_tokens', ${of('input_tokens')} + ${of('output_tokens')},
    'charged_credits', ${of('charged_credits')}::text, 'created', ${of('created')})`;
}

/** Statistics of the runs of one side. */
interface RunTotals {
  readonly errors: number;
  readonly total_tokens: number;
  /** Mean over runs with model calls. Null for none. */
  readonly mean_seconds: number | null;
}

/** Returns the statistics of the runs of one side. */
export function sumTotals(runs: readonly ComparedRun[]): RunTotals {
  const seconds = runs.flatMap(({ llm_call_timing: timing }) => (timing === null ? [] : [timing]));
  return {
    errors: runs.filter((run) => run.is_error).length,
    total_tokens: runs.reduce((sum, run) => sum + run.total_tokens, 0),
    mean_seconds: seconds.length === 0 ? null : seconds.reduce((sum, one) => sum + one, 0) / seconds.length,
  };
}
