import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { ChangeEvent } from 'react';
import { SelectField } from '../../ui/field.tsx';
import { w } from '../../words/index.ts';
import { parseOptionValue, toOptionValue, useSubjectOptions } from '../subjects/subject-options.tsx';
import { type RunFilter, STATE_FILTERS, TIME_SPAN_HOURS } from './run-list.ts';

const route = getRouteApi('/in/runs');

/** Filters of the run list. The address stores them. */
export function RunFilters() {
  const search = route.useSearch();
  const navigate = useNavigate();
  const updateSearch = (to: { readonly [Name in keyof RunFilter]: RunFilter[Name] | undefined }) =>
    void navigate({ to: '.', search: (previous: object) => ({ ...previous, ...to }), replace: true });
  const handleChange = (name: 'kind' | 'state' | 'since') => (event: ChangeEvent<HTMLSelectElement>) =>
    updateSearch({ [name]: event.target.value || undefined });
  const selected = getSelectedSubject(search);
  const options = useSubjectOptions(selected);
  // A subject implies its kind, so the kind filter is cleared.
  const selectSubject = (event: ChangeEvent<HTMLSelectElement>) => {
    const subject = parseOptionValue(event.target.value);
    const subjectParams = {
      agent: undefined,
      task: undefined,
      [subject?.kind === 'task' ? 'task' : 'agent']: subject?.id,
    };
    updateSearch(subject === undefined ? subjectParams : { ...subjectParams, kind: undefined });
  };
  return (
    <search className="grid grid-cols-2 gap-3 sm:flex sm:flex-wrap sm:*:w-52">
      <SelectField label={w.runList.of} value={selected ? toOptionValue(selected) : ''} onChange={selectSubject}>
        <option value="">{w.ui.all}</option>
        {options}
      </SelectField>
      {selected === undefined && (
        <SelectField label={w.runList.kind} value={search.kind ?? ''} onChange={handleChange('kind')}>
          <option value="">{w.ui.all}</option>
          <option value="agent">{w.runList.agent}</option>
          <option value="task">{w.runList.task}</option>
        </SelectField>
      )}
      <SelectField label={w.runList.state} value={search.state ?? ''} onChange={handleChange('state')}>
        <option value="">{w.ui.all}</option>
        {Object.keys(STATE_FILTERS).map((state) => (
          <option key={state} value={state}>
            {w.runList.filters[state as keyof typeof STATE_FILTERS]}
          </option>
        ))}
      </SelectField>
      <SelectField label={w.runList.since} value={search.since ?? ''} onChange={handleChange('since')}>
        <option value="">{w.ui.all}</option>
        {Object.keys(TIME_SPAN_HOURS).map((span) => (
          <option key={span} value={span}>
            {w.runList.spans[span as keyof typeof w.runList.spans]}
          </option>
        ))}
      </SelectField>
    </search>
  );
}

/** Returns the agent or task in the address. The agent takes precedence. */
function getSelectedSubject({ agent, task }: RunFilter) {
  if (agent !== undefined) return { kind: 'task_agent', id: agent } as const;
  return task === undefined ? undefined : ({ kind: 'task', id: task } as const);
}
