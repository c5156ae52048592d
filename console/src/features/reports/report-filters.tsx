import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { ChangeEvent } from 'react';
import { LOCAL_TIME_ZONE } from '../../lib/dates.ts';
import type { Subject } from '../../lib/subject.ts';
import { SelectField, TextField } from '../../ui/field.tsx';
import { w } from '../../words/index.ts';
import { parseOptionValue, toOptionValue, useSubjectOptions } from '../subjects/subject-options.tsx';
import type { Period, Unit } from './queries.ts';
import { DEFAULT_DAYS, PERIOD_DAYS } from './use-report-params.ts';

const route = getRouteApi('/in/reports');
const ZONES = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];

interface Props {
  readonly subject: Pick<Subject, 'kind' | 'id'> | undefined;
  readonly period: Period;
  readonly units: readonly Unit[];
}

/** Filters of a report. The address stores them. */
export function ReportFilters({ subject, period, units }: Props) {
  const search = route.useSearch();
  const navigate = useNavigate();
  const updateSearch = (changes: Readonly<Record<string, string | undefined>>) =>
    void navigate({ to: '.', search: (previous: object) => ({ ...previous, ...changes }), replace: true });
  const handleChange = (name: string) => (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) =>
    updateSearch({ [name]: event.target.value || undefined });
  const selectSubject = (event: ChangeEvent<HTMLSelectElement>) => {
    const selectedSubject = parseOptionValue(event.target.value);
    updateSearch({
      agent: undefined,
      task: undefined,
      [selectedSubject?.kind === 'task' ? 'task' : 'agent']: selectedSubject?.id,
    });
  };
  const options = useSubjectOptions(subject);
  const hasCustomPeriod = search.from !== undefined || search.to !== undefined;
  const span = hasCustomPeriod ? 'own' : (PERIOD_DAYS.find((option) => option === search.days) ?? DEFAULT_DAYS);
  const selectSpan = (event: ChangeEvent<HTMLSelectElement>) => {
    const { value } = event.target;
    updateSearch(
      value === 'own'
        ? { days: undefined, from: period.from, to: period.to }
        : { days: value, from: undefined, to: undefined },
    );
  };
  return (
    <search className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
      <SelectField label={w.reports.of} value={subject ? toOptionValue(subject) : ''} onChange={selectSubject}>
        <option value="">{w.reports.wholeProject}</option>
        {options}
      </SelectField>
      <SelectField
        label={w.reports.span}
        hint={hasCustomPeriod ? w.reports.maxPeriod : undefined}
        value={span}
        onChange={selectSpan}
      >
        {([...PERIOD_DAYS, 'own'] as const).map((option) => (
          <option key={option} value={option}>
            {w.reports.spans[option]}
          </option>
        ))}
      </SelectField>
      <SelectField label={w.reports.unit} value={period.unit} onChange={handleChange('by')}>
        {units.map((unit) => (
          <option key={unit} value={unit}>
            {w.reports.units[unit]}
          </option>
        ))}
      </SelectField>
      <SelectField label={w.reports.zone} value={period.zone} onChange={handleChange('zone')}>
        {[...new Set([LOCAL_TIME_ZONE, period.zone, ...ZONES])].map((zone) => (
          <option key={zone} value={zone}>
            {zone}
          </option>
        ))}
      </SelectField>
      {hasCustomPeriod && (
        <TextField
          label={w.reports.from}
          type="date"
          value={period.from}
          max={period.to}
          onChange={handleChange('from')}
        />
      )}
      {hasCustomPeriod && (
        <TextField label={w.reports.to} type="date" value={period.to} min={period.from} onChange={handleChange('to')} />
      )}
    </search>
  );
}
