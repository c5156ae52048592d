import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { ChangeEvent } from 'react';
import { LOCAL_TIME_ZONE } from '../../lib/dates.ts';
import type { Subject } from '../../lib/subject.ts';
import { SelectField, TextField } from '../../ui/field.tsx';
import { w } from '../../words/index.ts';
import { parseOptionValue, toOptionValue, useSubjectOptions } from '../subjects/subject-options.tsx';
import type { Period, Unit } from './queries.ts';
import { SPANS, USUAL_DAYS } from './use-asked.ts';

const route = getRouteApi('/in/settings/reports');
const ZONES = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];

interface Props {
  readonly of: Pick<Subject, 'kind' | 'id'> | undefined;
  readonly period: Period;
  readonly units: readonly Unit[];
}

/** What a report is of, and its time; all of it is in the address. */
export function ReportFilters({ of, period, units }: Props) {
  const search = route.useSearch();
  const navigate = useNavigate();
  const change = (to: Readonly<Record<string, string | undefined>>) =>
    void navigate({ to: '.', search: (before: object) => ({ ...before, ...to }), replace: true });
  const set = (name: string) => (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) =>
    change({ [name]: event.target.value || undefined });
  const choose = (event: ChangeEvent<HTMLSelectElement>) => {
    const subject = parseOptionValue(event.target.value);
    change({ agent: undefined, task: undefined, [subject?.kind === 'task' ? 'task' : 'agent']: subject?.id });
  };
  const options = useSubjectOptions(of);
  const isOwn = search.from !== undefined || search.to !== undefined;
  const span = isOwn ? 'own' : (SPANS.find((each) => each === search.days) ?? USUAL_DAYS);
  const chooseSpan = (event: ChangeEvent<HTMLSelectElement>) => {
    const { value } = event.target;
    change(
      value === 'own'
        ? { days: undefined, from: period.from, to: period.to }
        : { days: value, from: undefined, to: undefined },
    );
  };
  return (
    <search className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
      <SelectField label={w.reports.of} value={of ? toOptionValue(of) : ''} onChange={choose}>
        <option value="">{w.reports.wholeProject}</option>
        {options}
      </SelectField>
      <SelectField label={w.reports.span} hint={w.reports.lookBack} value={span} onChange={chooseSpan}>
        {([...SPANS, 'own'] as const).map((each) => (
          <option key={each} value={each}>
            {w.reports.spans[each]}
          </option>
        ))}
      </SelectField>
      <SelectField label={w.reports.unit} value={period.unit} onChange={set('by')}>
        {units.map((unit) => (
          <option key={unit} value={unit}>
            {w.reports.units[unit]}
          </option>
        ))}
      </SelectField>
      <SelectField label={w.reports.zone} value={period.zone} onChange={set('zone')}>
        {[...new Set([LOCAL_TIME_ZONE, period.zone, ...ZONES])].map((zone) => (
          <option key={zone} value={zone}>
            {zone}
          </option>
        ))}
      </SelectField>
      {isOwn && (
        <TextField label={w.reports.from} type="date" value={period.from} max={period.to} onChange={set('from')} />
      )}
      {isOwn && <TextField label={w.reports.to} type="date" value={period.to} min={period.from} onChange={set('to')} />}
    </search>
  );
}
