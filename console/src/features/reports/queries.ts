import { queryOptions } from '@tanstack/react-query';
import { AGENT, PROJECT, TASK } from '../../../../client/prefixes.ts';
import type { Answer, Given, Good, Init, PathOf } from '../../../../client/types.ts';
import { get, type OperationAt, type Schemas } from '../../lib/api.ts';
import { addDays, getStartOfDay, getToday, LOCAL_TIME_ZONE } from '../../lib/dates.ts';
import type { Scope } from '../../lib/session.ts';
import type { Subject } from '../../lib/subject.ts';

export const UNITS = ['hour', 'day', 'week'] as const;
export type Unit = (typeof UNITS)[number];

/** The time of a report, as its address has it. */
export interface Period {
  readonly zone: string;
  /** The first and the last day. */
  readonly from: string;
  readonly to: string;
  readonly unit: Unit;
}

/** The last days, today among them. */
export function lastDays(days: number, zone: string = LOCAL_TIME_ZONE): Period {
  const to = getToday(zone);
  return { zone, from: addDays(to, 1 - days), to, unit: 'day' };
}

/** Whether a text of the address is a date. */
export const isDate = (text: string | undefined): text is string =>
  text !== undefined && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));

/** Paths of reports. */
export type ReportPath = Extract<PathOf<'get'>, `${string}_report`>;
export type ReportAt<P extends ReportPath> = Good<Answer<OperationAt<'get', P>>>;

/** Reports that tasks and agents have alike. */
type OfOne = 'credit_report' | 'token_report' | 'timing_report' | 'usage_report' | 'feedback_report';

/** Where a report of a task or of an agent is. */
export const reportPath = <N extends OfOne>({ kind }: Pick<Subject, 'kind'>, name: N) =>
  kind === 'task' ? (`${TASK}/${name}` as const) : (`${AGENT}/${name}` as const);

/** What a report is asked for. */
export interface Asked {
  readonly scope: Scope;
  /** The task or agent; left out for all of the project. */
  readonly of?: Pick<Subject, 'kind' | 'id'> | undefined;
  readonly period: Period;
  /** Further keys of the query. */
  readonly more?: Readonly<Record<string, string | number | boolean>>;
}

/** A report; read again with each run that changes. */
export function report<P extends ReportPath>(path: P, { scope, of, period, more }: Asked) {
  return queryOptions({
    queryKey: ['report', path, scope.project_id, of?.id, period, more],
    queryFn: (): Promise<ReportAt<P>> => read(path, { scope, of, period, more: more ?? {} }),
  });
}

/** The same as a table of CSV, as the API writes it. */
export function reportCsv(path: ReportPath, asked: Asked): Promise<Blob> {
  // The answer is what its media type says, whatever JSON the operation declares.
  return read(path, asked, { accept: 'text/csv' }) as Promise<unknown> as Promise<Blob>;
}

function read<P extends ReportPath>(
  path: P,
  { scope, of, period: { zone, from, to, unit }, more }: Asked,
  headers: Readonly<Record<string, string>> = {},
): Promise<ReportAt<P>> {
  const named = of?.kind === 'task' ? { task_id: of.id } : { task_agent_id: of?.id };
  const time = {
    start_date: getStartOfDay(from, zone).toISOString(),
    end_date: getStartOfDay(addDays(to, 1), zone).toISOString(),
    timezone: zone,
    aggregation: unit,
  };
  const init = { params: { path: { ...scope, ...named }, query: { ...time, ...more } }, headers };
  // All reports take the same; which of them it is only the caller knows.
  return get(path, ...([init] as unknown as Given<Init<OperationAt<'get', P>>>)) as Promise<ReportAt<P>>;
}

/** What the project cost, and what of it cost the most. Shared by the first page. */
export function projectSpend(scope: Scope, period: Period, top: number) {
  return report(`${PROJECT}/credit_report`, { scope, period, more: { top } });
}

export type ProjectSpend = Schemas['ProjectCreditReport'];

/** A task or an agent with what its runs came to. */
export interface Spender extends Pick<Subject, 'kind' | 'id' | 'name'> {
  readonly deleted: boolean;
  readonly runs: number;
  readonly total_tokens: number;
  readonly credits: string;
}

/** What costs the most of tasks and agents together, the dearest first. */
export function dearest({ top_tasks, top_agents }: ProjectSpend): readonly Spender[] {
  const both: Spender[] = [
    ...top_tasks.map(({ task_id: id, ...rest }) => ({ ...rest, id, kind: 'task' as const })),
    ...top_agents.map(({ task_agent_id: id, ...rest }) => ({ ...rest, id, kind: 'task_agent' as const })),
  ];
  return both.toSorted((a, b) => Number(b.credits) - Number(a.credits) || b.runs - a.runs);
}
