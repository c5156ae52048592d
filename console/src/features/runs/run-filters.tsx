import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { ChangeEvent } from 'react';
import { SelectField } from '../../ui/field.tsx';
import { w } from '../../words/index.ts';
import { parseOptionValue, toOptionValue, useSubjectOptions } from '../subjects/subject-options.tsx';
import { type RunFilter, SPANS, STATES } from './list.ts';

const route = getRouteApi('/in/runs');

/** What the list is cut down to; all of it is in the address. */
export function RunFilters() {
  const search = route.useSearch();
  const navigate = useNavigate();
  const change = (to: { readonly [Name in keyof RunFilter]: RunFilter[Name] | undefined }) =>
    void navigate({ to: '.', search: (before: object) => ({ ...before, ...to }), replace: true });
  const set = (name: 'kind' | 'state' | 'since') => (event: ChangeEvent<HTMLSelectElement>) =>
    change({ [name]: event.target.value || undefined });
  const chosen = chosenIn(search);
  const options = useSubjectOptions(chosen);
  // A kind that does not fit what was chosen would leave nothing.
  const choose = (event: ChangeEvent<HTMLSelectElement>) => {
    const subject = parseOptionValue(event.target.value);
    const of = { agent: undefined, task: undefined, [subject?.kind === 'task' ? 'task' : 'agent']: subject?.id };
    change(subject === undefined ? of : { ...of, kind: undefined });
  };
  return (
    <search className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
      <SelectField label={w.runList.of} value={chosen ? toOptionValue(chosen) : ''} onChange={choose}>
        <option value="">{w.ui.all}</option>
        {options}
      </SelectField>
      {chosen === undefined && (
        <SelectField label={w.runList.kind} value={search.kind ?? ''} onChange={set('kind')}>
          <option value="">{w.ui.all}</option>
          <option value="agent">{w.runList.agent}</option>
          <option value="task">{w.runList.task}</option>
        </SelectField>
      )}
      <SelectField label={w.runList.state} value={search.state ?? ''} onChange={set('state')}>
        <option value="">{w.ui.all}</option>
        {Object.keys(STATES).map((state) => (
          <option key={state} value={state}>
            {w.runList.filters[state as keyof typeof STATES]}
          </option>
        ))}
      </SelectField>
      <SelectField label={w.runList.since} value={search.since ?? ''} onChange={set('since')}>
        <option value="">{w.ui.all}</option>
        {Object.keys(SPANS).map((span) => (
          <option key={span} value={span}>
            {w.runList.spans[span as keyof typeof w.runList.spans]}
          </option>
        ))}
      </SelectField>
    </search>
  );
}

/** What the address names, the agent before the task. */
function chosenIn({ agent, task }: RunFilter) {
  if (agent !== undefined) return { kind: 'task_agent', id: agent } as const;
  return task === undefined ? undefined : ({ kind: 'task', id: task } as const);
}
