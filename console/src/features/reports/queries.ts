import { queryOptions } from '@tanstack/react-query';
import { AGENT, PROJECT, TASK } from '../../../../client/prefixes.ts';
import type { Answer, Given, Good, Init, PathOf } from '../../../../client/types.ts';
import { get, type OperationAt, type Schemas } from '../../lib/api.ts';
import { addDays, getStartOfDay, getToday, LOCAL_TIME_ZONE } from '../../lib/dates.ts';
import type { Scope } from '../../lib/session.ts';
import type { Subject } from '../../lib/subject.ts';

export const UNITS = ['hour', 'day', 'week'] as const;
export type Unit = (typeof UNITS)[number];

/** Period of a report, as the address stores it. */
export interface Period {
  readonly zone: string;
  /** First and last day, inclusive. */
  readonly from: string;
  readonly to: string;
  readonly unit: Unit;
}

/** Returns the period of the last days, including today. */
export function getLastDays(days: number, zone: string = LOCAL_TIME_ZONE): Period {
  const to = getToday(zone);
  return { zone, from: addDays(to, 1 - days), to, unit: 'day' };
}

/** Returns whether a text is a date in the form YYYY-MM-DD. */
export const isDate = (text: string | undefined): text is string =>
  text !== undefined && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));

/** Paths of the reports. */
export type ReportPath = Extract<PathOf<'get'>, `${string}_report`>;
export type ReportResponse<P extends ReportPath> = Good<Answer<OperationAt<'get', P>>>;

/** Reports that exist for tasks and for agents. */
type SubjectReportName = 'credit_report' | 'token_report' | 'timing_report' | 'usage_report' | 'feedback_report';

/** Returns the path of a report of a task or an agent. */
export const getReportPath = <N extends SubjectReportName>({ kind }: Pick<Subject, 'kind'>, name: N) =>
  kind === 'task' ? (`${TASK}/${name}` as const) : (`${AGENT}/${name}` as const);

/** Parameters of a report. */
export interface ReportQuery {
  readonly scope: Scope;
  /** The task or agent. Without it, the report covers the project. */
  readonly subject?: Pick<Subject, 'kind' | 'id'> | undefined;
  readonly period: Period;
  /** Additional query parameters. */
  readonly extraParams?: Readonly<Record<string, string | number | boolean>>;
}

/** Returns a report. Every change of a run invalidates it. */
export function reportQuery<P extends ReportPath>(path: P, { scope, subject, period, extraParams }: ReportQuery) {
  return queryOptions({
    queryKey: ['report', path, scope.project_id, subject?.id, period, extraParams],
    queryFn: (): Promise<ReportResponse<P>> =>
      fetchReport(path, { scope, subject, period, extraParams: extraParams ?? {} }),
  });
}

/** Returns a report as CSV. */
export function fetchReportCsv(path: ReportPath, query: ReportQuery): Promise<Blob> {
  // The `accept` header changes the response to CSV, which the operation's JSON type does not declare.
  return fetchReport(path, query, { accept: 'text/csv' }) as Promise<unknown> as Promise<Blob>;
}

function fetchReport<P extends ReportPath>(
  path: P,
  { scope, subject, period: { zone, from, to, unit }, extraParams }: ReportQuery,
  headers: Readonly<Record<string, string>> = {},
): Promise<ReportResponse<P>> {
  const subjectParams = subject?.kind === 'task' ? { task_id: subject.id } : { task_agent_id: subject?.id };
  const periodParams = {
    start_date: getStartOfDay(from, zone).toISOString(),
    end_date: getStartOfDay(addDays(to, 1), zone).toISOString(),
    timezone: zone,
    aggregation: unit,
  };
  const init = {
    params: { path: { ...scope, ...subjectParams }, query: { ...periodParams, ...extraParams } },
    headers,
  };
  // All reports share these parameters, but the generic path hides that from the compiler.
  return get(path, ...([init] as unknown as Given<Init<OperationAt<'get', P>>>)) as Promise<ReportResponse<P>>;
}

/** Returns the costs of the project and its most expensive tasks and agents. */
export function projectSpendQuery(scope: Scope, period: Period, top: number) {
  return reportQuery(`${PROJECT}/credit_report`, { scope, period, extraParams: { top } });
}

type ProjectSpend = Schemas['ProjectCreditReport'];

/** A task or an agent with the totals of its runs. */
export interface CostItem extends Pick<Subject, 'kind' | 'id' | 'name'> {
  readonly deleted: boolean;
  readonly runs: number;
  readonly total_tokens: number;
  readonly credits: string;
}

/** Returns the most expensive tasks and agents in descending order of cost. */
export function listTopCosts({ top_tasks, top_agents }: ProjectSpend): readonly CostItem[] {
  const items: CostItem[] = [
    ...top_tasks.map(({ task_id: id, ...rest }) => ({ ...rest, id, kind: 'task' as const })),
    ...top_agents.map(({ task_agent_id: id, ...rest }) => ({ ...rest, id, kind: 'task_agent' as const })),
  ];
  return items.toSorted((a, b) => Number(b.credits) - Number(a.credits) || b.runs - a.runs);
}
