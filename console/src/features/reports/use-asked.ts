import { getRouteApi } from '@tanstack/react-router';
import { LOCAL_TIME_ZONE } from '../../lib/dates.ts';
import type { Subject } from '../../lib/subject.ts';
import { isDate, lastDays, type Period, UNITS, type Unit } from './queries.ts';

const route = getRouteApi('/in/settings/reports');

/** Days of a report without a time in its address. */
export const USUAL_DAYS = '30';
export const SPANS = ['7', '30', '90'] as const;

/** What the address asks of a report whose bars can be of these units. */
export function useAsked(units: readonly Unit[]): {
  readonly of: Pick<Subject, 'kind' | 'id'> | undefined;
  readonly period: Period;
} {
  const { agent, task, days, from, to, zone = LOCAL_TIME_ZONE, by } = route.useSearch();
  const asked = UNITS.find((each) => each === by && units.includes(each));
  const last = lastDays(
    Number(SPANS.find((each) => each === days) ?? USUAL_DAYS),
    isZone(zone) ? zone : LOCAL_TIME_ZONE,
  );
  const own = { ...(isDate(from) && { from }), ...(isDate(to) && { to }) };
  const period = { ...last, ...own, unit: asked ?? 'day' };
  if (agent !== undefined) return { of: { kind: 'task_agent', id: agent }, period };
  return { of: task === undefined ? undefined : { kind: 'task', id: task }, period };
}

/** Whether the browser knows a time zone of this name. */
export function isZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
