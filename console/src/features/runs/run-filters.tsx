import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { SelectField } from '../../ui/field.tsx';
import { w } from '../../words/index.ts';
import { SPANS, STATES } from './list.ts';

const route = getRouteApi('/in/runs');

/** What the list is cut down to; all of it is in the address. */
export function RunFilters() {
  const search = route.useSearch();
  const navigate = useNavigate();
  const set = (name: 'kind' | 'state' | 'since') => (event: { target: { value: string } }) =>
    void navigate({
      to: '.',
      search: (before: object) => ({ ...before, [name]: event.target.value || undefined }),
      replace: true,
    });
  return (
    <search className="grid gap-3 sm:grid-cols-3">
      <SelectField label={w.runList.kind} value={search.kind ?? ''} onChange={set('kind')}>
        <option value="">{w.ui.all}</option>
        <option value="agent">{w.runList.agent}</option>
        <option value="task">{w.runList.task}</option>
      </SelectField>
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
