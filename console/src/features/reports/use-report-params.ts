import { getRouteApi } from '@tanstack/react-router';
import { LOCAL_TIME_ZONE } from '../../lib/dates.ts';
import type { Subject } from '../../lib/subject.ts';
import { getLastDays, isDate, type Period, UNITS, type Unit } from './queries.ts';

const route = getRouteApi('/in/reports');

/** Default period of a report, in days. */
export const DEFAULT_DAYS = '30';
export const PERIOD_DAYS = ['7', '30', '90'] as const;

/** Returns the parameters of a report from the address. */
export function useReportParams(units: readonly Unit[]): {
  readonly subject: Pick<Subject, 'kind' | 'id'> | undefined;
  readonly period: Period;
} {
  const { agent, task, days, from, to, zone = LOCAL_TIME_ZONE, by } = route.useSearch();
  const unit = UNITS.find((option) => option === by && units.includes(option));
  const defaultPeriod = getLastDays(
    Number(PERIOD_DAYS.find((option) => option === days) ?? DEFAULT_DAYS),
    isZone(zone) ? zone : LOCAL_TIME_ZONE,
  );
  const customDates = { ...(isDate(from) && { from }), ...(isDate(to) && { to }) };
  const period = { ...defaultPeriod, ...customDates, unit: unit ?? 'day' };
  if (agent !== undefined) return { subject: { kind: 'task_agent', id: agent }, period };
  return { subject: task === undefined ? undefined : { kind: 'task', id: task }, period };
}

/** Whether the browser knows a time zone of this name. */
function isZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
