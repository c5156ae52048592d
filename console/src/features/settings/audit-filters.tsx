import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { getMemberId, usePeople } from '../../lib/members.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { w } from '../../words/index.ts';
import { TIME_SPAN_DAYS } from './audit-queries.ts';

const route = getRouteApi('/in/audit');

/** Filters of the audit log. The address stores them. */
export function AuditFilters() {
  const search = route.useSearch();
  const navigate = useNavigate();
  const people = usePeople().data ?? [];
  const applyFilters = (form: HTMLFormElement) => {
    const filters = Object.fromEntries(
      [...new FormData(form)].map(([name, value]) => [name, String(value) || undefined]),
    );
    const from = filters.since === undefined ? undefined : new Date().toISOString();
    void navigate({ to: '/audit', search: { ...filters, from } });
  };
  return (
    <search>
      <Form className="grid items-start gap-3 sm:grid-cols-2 lg:grid-cols-5" onSubmit={applyFilters}>
        <SelectField label={w.settings.auditOf} name="of" defaultValue={search.of ?? ''}>
          <option value="">{w.settings.ofProject}</option>
          <option value="org">{w.settings.ofOrg}</option>
        </SelectField>
        <SelectField label={w.settings.since} name="since" defaultValue={search.since ?? ''}>
          <option value="">{w.ui.all}</option>
          {Object.keys(TIME_SPAN_DAYS).map((span) => (
            <option key={span} value={span}>
              {w.settings.spans[span as keyof typeof TIME_SPAN_DAYS]}
            </option>
          ))}
        </SelectField>
        <SelectField key={people.length} label={w.settings.actor} name="actor" defaultValue={search.actor ?? ''}>
          <option value="">{w.ui.all}</option>
          {people.map(({ member, name }) => (
            <option key={member} value={getMemberId(member)}>
              {name}
            </option>
          ))}
        </SelectField>
        <TextField
          label={w.settings.eventType}
          hint={w.settings.eventTypeHint}
          name="event_type"
          spellCheck={false}
          defaultValue={search.event_type}
        />
        <TextField
          label={w.settings.resourceType}
          hint={w.settings.resourceTypeHint}
          name="resource_type"
          spellCheck={false}
          defaultValue={search.resource_type}
        />
        <Button type="submit" className="justify-self-start">
          {w.settings.filter}
        </Button>
      </Form>
    </search>
  );
}
