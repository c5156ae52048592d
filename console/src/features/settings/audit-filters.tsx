import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { getMemberId, usePeople } from '../../lib/members.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { w } from '../../words/index.ts';
import { SPANS } from './audit-queries.ts';

const route = getRouteApi('/in/settings/audit');

/** What the trail is cut down to; all of it goes into the address. */
export function AuditFilters() {
  const search = route.useSearch();
  const navigate = useNavigate();
  const known = usePeople().data ?? [];
  const apply = (form: HTMLFormElement) => {
    const given = Object.fromEntries(
      [...new FormData(form)].map(([name, value]) => [name, String(value) || undefined]),
    );
    const from = given.since === undefined ? undefined : new Date().toISOString();
    void navigate({ to: '/settings/audit', search: { ...given, from } });
  };
  return (
    <search>
      <Form className="grid items-start gap-3 sm:grid-cols-2 lg:grid-cols-5" onSubmit={apply}>
        <SelectField label={w.settings.auditOf} name="of" defaultValue={search.of ?? ''}>
          <option value="">{w.settings.ofProject}</option>
          <option value="org">{w.settings.ofOrg}</option>
        </SelectField>
        <SelectField label={w.settings.since} name="since" defaultValue={search.since ?? ''}>
          <option value="">{w.ui.all}</option>
          {Object.keys(SPANS).map((span) => (
            <option key={span} value={span}>
              {w.settings.spans[span as keyof typeof SPANS]}
            </option>
          ))}
        </SelectField>
        <SelectField key={known.length} label={w.settings.actor} name="actor" defaultValue={search.actor ?? ''}>
          <option value="">{w.ui.all}</option>
          {known.map(({ member, name }) => (
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
