import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { getMemberId, usePeople } from '../../lib/members.ts';
import { useHasPermission } from '../../lib/permissions.ts';
import { useScope } from '../../lib/session.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Loading } from '../../ui/loading.tsx';
import { type Column, Pagination, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { w } from '../../words/index.ts';
import { EventDetails } from './audit-event.tsx';
import { AuditFilters } from './audit-filters.tsx';
import { type AuditEvent, auditEvents, isOfOrg } from './audit-queries.ts';
import { Chain } from './chain.tsx';
import { SettingsPage } from './parts.tsx';
import { sayEvent } from './say-event.ts';

const route = getRouteApi('/in/settings/audit');

/** Who did what and when, and whether the record of it is whole. */
export default function Audit() {
  const { open, ...search } = route.useSearch();
  const navigate = useNavigate();
  const inOrg = useHasPermission('organization', 'view_audit');
  const inProject = useHasPermission('project', 'view_audit');
  const maySee = isOfOrg(search) ? inOrg : inProject;
  const { data, error, refetch } = useQuery({ ...auditEvents(useScope(), search), enabled: maySee === true });
  const nameOf = useNames();
  const close = () => void navigate({ to: '.', search: (before: object) => ({ ...before, open: undefined }) });
  return (
    <SettingsPage at="/settings/audit" title={w.settings.audit}>
      <AuditFilters key={JSON.stringify(search)} />
      {error && <ErrorAlert error={error} permissionHint={w.settings.auditRoles} onRetry={() => void refetch()} />}
      {maySee === false && <p className="text-muted">{w.settings.auditRoles}</p>}
      {!data && !error && maySee !== false && <Loading lineCount={8} />}
      {data && <Chain key={search.of ?? ''} search={search} />}
      {data?.results.length === 0 && <EmptyState title={w.settings.noEvents}>{w.settings.noEventsHint}</EmptyState>}
      {data && data.results.length > 0 && (
        <Table caption={w.settings.audit} columns={columns(nameOf)} rows={data.results} getRowKey={({ id }) => id} />
      )}
      {data && <Pagination pagination={data.pagination} cursor={search.cursor} />}
      {open && <EventDetails id={open} search={search} nameOf={nameOf} onClose={close} />}
    </SettingsPage>
  );
}

/** Who is behind an event, by the names that the organization's members have. */
function useNames(): (event: AuditEvent) => string {
  const known = usePeople().data ?? [];
  const names = new Map(known.map(({ member, name }) => [getMemberId(member), name]));
  return ({ actor_type, actor_user_id }) => {
    const name = actor_user_id === null ? undefined : names.get(actor_user_id);
    if (name) return name;
    const kinds: Readonly<Record<string, string>> = {
      system: w.settings.system,
      client: w.settings.client,
      anonymous: w.settings.anonymous,
    };
    return kinds[actor_type] ?? w.settings.somebody;
  };
}

function columns(nameOf: (event: AuditEvent) => string): readonly Column<AuditEvent>[] {
  return [
    {
      header: w.settings.event,
      render: ({ event_type, ...event }) => (
        <span className="flex flex-col">
          <span className="break-words">{sayEvent({ event_type, ...event })}</span>
          <Link
            to="/settings/audit"
            search={(before) => ({ ...before, event_type, cursor: undefined })}
            className="font-mono text-sm break-all text-accent underline"
          >
            {event_type}
          </Link>
        </span>
      ),
    },
    { header: w.settings.actor, hidesOnMobile: true, render: nameOf },
    { header: w.settings.happened, render: ({ occurred_at }) => <Time at={occurred_at} /> },
    {
      header: w.settings.details,
      alignsEnd: true,
      render: ({ id, ...event }) => (
        <Link
          to="/settings/audit"
          search={(before) => ({ ...before, open: id })}
          aria-label={w.settings.detailsOf(sayEvent(event))}
          className="text-accent underline"
        >
          {w.settings.details}
        </Link>
      ),
    },
  ];
}
