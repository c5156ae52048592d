import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { getMemberId, usePeople } from '../../lib/members.ts';
import { useHasPermission } from '../../lib/permissions.ts';
import { useScope } from '../../lib/session.ts';
import { getButtonClassName } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { ScrollText } from '../../ui/icons.ts';
import { Loading } from '../../ui/loading.tsx';
import { Page } from '../../ui/page.tsx';
import { type Column, Pagination, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { w } from '../../words/index.ts';
import { AuditChain } from './audit-chain.tsx';
import { AuditEventDialog } from './audit-event-dialog.tsx';
import { AuditFilters } from './audit-filters.tsx';
import { type AuditEvent, auditEventsQuery, isOrgAudit } from './audit-queries.ts';
import { formatAuditEvent } from './format-audit-event.ts';

const route = getRouteApi('/in/audit');

/** Page of the audit log and its hash chain. */
export default function AuditPage() {
  const { open: openId, ...search } = route.useSearch();
  const navigate = useNavigate();
  const canViewOrg = useHasPermission('organization', 'view_audit');
  const canViewProject = useHasPermission('project', 'view_audit');
  const canView = isOrgAudit(search) ? canViewOrg : canViewProject;
  const { data, error, refetch } = useQuery({ ...auditEventsQuery(useScope(), search), enabled: canView === true });
  const getActorName = useActorNames();
  const { event_type, resource_type, actor, since, cursor } = search;
  const isFiltered = [event_type, resource_type, actor, since, cursor].some((value) => value !== undefined);
  const close = () => void navigate({ to: '.', search: (previous: object) => ({ ...previous, open: undefined }) });
  return (
    <Page title={w.settings.audit}>
      <AuditFilters />
      {error && <ErrorAlert error={error} permissionHint={w.settings.auditRoles} onRetry={() => void refetch()} />}
      {canView === false && <p className="text-muted">{w.settings.auditRoles}</p>}
      {!data && !error && canView !== false && <Loading lineCount={8} />}
      {data && <AuditChain key={search.of ?? ''} search={search} />}
      {data?.results.length === 0 && (
        <EmptyState
          icon={ScrollText}
          title={isFiltered ? w.settings.noEvents : w.settings.noEventsYet}
          action={
            isFiltered && (
              <Link to="/audit" search={{ of: search.of }} className={getButtonClassName()}>
                {w.ui.clearFilters}
              </Link>
            )
          }
        >
          {isFiltered ? w.settings.noEventsHint : w.settings.noEventsYetHint}
        </EmptyState>
      )}
      {data && data.results.length > 0 && (
        <Table
          caption={w.settings.audit}
          columns={getColumns(getActorName)}
          rows={data.results}
          getRowKey={({ id }) => id}
        />
      )}
      {data && <Pagination pagination={data.pagination} cursor={search.cursor} />}
      {openId && <AuditEventDialog id={openId} search={search} getActorName={getActorName} onClose={close} />}
    </Page>
  );
}

/** Returns a lookup of the actor's name by event. */
function useActorNames(): (event: AuditEvent) => string {
  const people = usePeople().data ?? [];
  const names = new Map(people.map(({ member, name }) => [getMemberId(member), name]));
  return ({ actor_type, actor_user_id }) => {
    const name = actor_user_id === null ? undefined : names.get(actor_user_id);
    if (name) return name;
    const actorTypeNames: Readonly<Record<string, string>> = {
      system: w.settings.system,
      client: w.settings.client,
      anonymous: w.settings.anonymous,
    };
    return actorTypeNames[actor_type] ?? w.settings.unknownUser;
  };
}

function getColumns(getActorName: (event: AuditEvent) => string): readonly Column<AuditEvent>[] {
  return [
    {
      header: w.settings.event,
      render: ({ event_type, ...event }) => (
        <span className="flex flex-col">
          <span className="break-words">{formatAuditEvent({ event_type, ...event })}</span>
          <Link
            to="/audit"
            search={(previous) => ({ ...previous, event_type, cursor: undefined })}
            className="font-mono text-sm break-all link"
          >
            {event_type}
          </Link>
        </span>
      ),
    },
    { header: w.settings.actor, hidesOnMobile: true, render: getActorName },
    { header: w.settings.happened, render: ({ occurred_at }) => <Time at={occurred_at} /> },
    {
      header: w.settings.details,
      alignsEnd: true,
      render: ({ id, ...event }) => (
        <Link
          to="/audit"
          search={(previous) => ({ ...previous, open: id })}
          data-row-link
          aria-label={w.settings.detailsOf({ message: formatAuditEvent(event) })}
          className="link"
        >
          {w.settings.details}
        </Link>
      ),
    },
  ];
}
