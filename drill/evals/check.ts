import { sql } from 'kysely';
import type { Db } from '../../src/platform/db/client.ts';
import { listLedgerDifferences } from '../ledger.ts';

/** Returns the input of the n-th case. */
export const getInput = (n: number) => `case ${n}`;
/** Returns its expected output. Every other case expects another output than the model's. */
export const getExpectedOutput = (n: number) => (n % 2 === 0 ? `echo: ${getInput(n)}` : 'something else');

/** A stored case with its run. */
interface StoredCase {
  readonly position: number;
  readonly verdict: string | null;
  readonly said: string | null;
  readonly run_status: string | null;
  readonly run_input: { readonly text?: string } | null;
}

/** Returns lost, duplicate or wrong cases of an eval. */
export async function checkEval(db: Db, evalId: string, cases: number): Promise<string[]> {
  const { rows } = await sql<StoredCase>`
    select c.position, c.verdict, c.error_message as said, r.status as run_status, r.input as run_input
    from eval_results c left join task_runs r on r.id = c.candidate_run_id and r.trigger_id = c.eval_run_id
    where c.eval_run_id = ${evalId} order by c.position`.execute(db);
  const { rows: runs } = await sql<{ count: number }>`
    select count(*)::int as count from task_runs where trigger_id = ${evalId}`.execute(db);
  const { rows: evals } = await sql<{
    status: string;
    pass_count: number;
    fail_count: number;
    cost: string;
    runs: string;
  }>`
    select status, pass_count, fail_count, candidate_credits::text as cost,
      (select coalesce(sum(charged_credits), 0)::text from task_runs where trigger_id = e.id) as runs
    from task_eval_runs e where id = ${evalId}`.execute(db);
  const [whole] = evals;
  const passes = Math.ceil(cases / 2);
  const first = rows[0]?.position ?? 0;
  return [
    ...(rows.length === cases ? [] : [`${rows.length} cases are stored of ${cases}`]),
    ...(runs[0]?.count === cases ? [] : [`${runs[0]?.count} runs were made for ${cases} cases`]),
    ...rows.flatMap((row) => checkCase(row, row.position - first)),
    ...(whole?.status === 'completed' ? [] : [`the eval is ${whole?.status}`]),
    ...(whole?.pass_count === passes && whole.fail_count === cases - passes
      ? []
      : [`the eval counts ${whole?.pass_count} passed and ${whole?.fail_count} failed`]),
    ...(Number(whole?.cost) === Number(whole?.runs)
      ? []
      : [`the eval says ${whole?.cost} credits, its runs ${whole?.runs}`]),
    ...(await listLedgerDifferences(db)),
  ];
}

function checkCase({ verdict, said, run_status, run_input }: StoredCase, n: number): string[] {
  const due = n % 2 === 0 ? 'pass' : 'fail';
  const found: string[] = [];
  if (verdict !== due) found.push(`case ${n} is ${verdict} instead of ${due}${said === null ? '' : `: ${said}`}`);
  if (run_status !== 'completed') found.push(`the run of case ${n} is ${run_status ?? 'not there'}`);
  else if (run_input?.text !== getInput(n)) found.push(`the run of case ${n} is on ${run_input?.text}`);
  return found;
}
