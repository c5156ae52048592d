import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { type ChangeEvent, useEffect, useState } from 'react';
import { getMemberId, usePeople } from '../../lib/members.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { w } from '../../words/index.ts';
import { TIME_SPAN_DAYS } from './audit-queries.ts';

const route = getRouteApi('/in/audit');

type Filters = { readonly [Name in 'of' | 'since' | 'actor' | 'event_type' | 'resource_type']?: string | undefined };

/** Filters of the audit log. The address stores them. */
export function AuditFilters() {
  const search = route.useSearch();
  const navigate = useNavigate();
  const people = usePeople().data ?? [];
  const { of, since, actor, event_type, resource_type } = search;
  const [filters, setFilters] = useState<Filters>({});
  // The fields stay mounted and keep the focus when the address changes.
  useEffect(
    () => setFilters({ of, since, actor, event_type, resource_type }),
    [of, since, actor, event_type, resource_type],
  );
  const bind = (name: keyof Filters) => ({
    value: filters[name] ?? '',
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLSelectElement>) =>
      setFilters({ ...filters, [name]: target.value || undefined }),
  });
  const applyFilters = () => {
    const from = filters.since === undefined ? undefined : new Date().toISOString();
    void navigate({ to: '/audit', search: { ...filters, from } });
  };
  return (
    <search>
      <Form
        className="grid items-end gap-3 sm:grid-cols-2 lg:grid-cols-[repeat(5,minmax(0,1fr))_auto]"
        onSubmit={applyFilters}
      >
        <SelectField label={w.settings.auditOf} {...bind('of')}>
          <option value="">{w.settings.ofProject}</option>
          <option value="org">{w.settings.ofOrg}</option>
        </SelectField>
        <SelectField label={w.settings.since} {...bind('since')}>
          <option value="">{w.ui.all}</option>
          {Object.keys(TIME_SPAN_DAYS).map((span) => (
            <option key={span} value={span}>
              {w.settings.spans[span as keyof typeof TIME_SPAN_DAYS]}
            </option>
          ))}
        </SelectField>
        <SelectField label={w.settings.actor} {...bind('actor')}>
          <option value="">{w.ui.all}</option>
          {people.map(({ member, name }) => (
            <option key={member} value={getMemberId(member)}>
              {name}
            </option>
          ))}
        </SelectField>
        <TextField
          label={w.settings.eventType}
          placeholder={w.settings.eventTypeHint}
          spellCheck={false}
          {...bind('event_type')}
        />
        <TextField
          label={w.settings.resourceType}
          placeholder={w.settings.resourceTypeHint}
          spellCheck={false}
          {...bind('resource_type')}
        />
        <Button type="submit" className="justify-self-start">
          {w.settings.filter}
        </Button>
      </Form>
    </search>
  );
}
