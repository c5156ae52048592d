import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { formatDecimal } from '../../lib/numbers.ts';
import { useHasPermission } from '../../lib/permissions.ts';
import { useScope } from '../../lib/session.ts';
import { CopyableId } from '../../ui/copyable.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Loading } from '../../ui/loading.tsx';
import { type Column, Pagination, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { w } from '../../words/index.ts';
import { formatResourceType } from './format-audit-event.ts';
import { type CreditEntry, creditEntriesQuery } from './queries.ts';
import { SettingsPage } from './settings-layout.tsx';

const route = getRouteApi('/in/settings/credits');

/** Page of the organization's credit ledger. */
export default function CreditLedgerPage() {
  const { cursor } = route.useSearch();
  const canView = useHasPermission('organization', 'view_credits');
  const { data, error, refetch } = useQuery({ ...creditEntriesQuery(useScope(), cursor), enabled: canView === true });
  return (
    <SettingsPage path="/settings/credits" title={w.settings.ledger}>
      <p className="text-muted">{w.settings.ledgerHint}</p>
      {error && <ErrorAlert error={error} permissionHint={w.settings.ledgerRoles} onRetry={() => void refetch()} />}
      {canView === false && <p className="text-muted">{w.settings.ledgerRoles}</p>}
      {!data && !error && canView !== false && <Loading lineCount={4} />}
      {data?.results.length === 0 && <p className="text-muted">{w.settings.noEntries}</p>}
      {data && data.results.length > 0 && (
        <Table caption={w.settings.ledger} columns={getColumns()} rows={data.results} getRowKey={({ id }) => id} />
      )}
      {data && <Pagination pagination={data.pagination} cursor={cursor} />}
    </SettingsPage>
  );
}

function getColumns(): readonly Column<CreditEntry>[] {
  return [
    {
      header: w.settings.movement,
      render: ({ kind, note, reference }) => (
        <span className="flex flex-col">
          <span>{w.settings.kinds[kind]}</span>
          {(note ?? reference) && <span className="text-sm break-words text-muted">{note ?? reference}</span>}
        </span>
      ),
    },
    { header: w.settings.available, alignsEnd: true, render: ({ available }) => formatDecimal(available) },
    {
      header: w.settings.reserved,
      alignsEnd: true,
      hidesOnMobile: true,
      render: ({ reserved }) => formatDecimal(reserved),
    },
    { header: w.settings.spent, alignsEnd: true, hidesOnMobile: true, render: ({ spent }) => formatDecimal(spent) },
    {
      header: w.settings.cause,
      hidesOnMobile: true,
      render: ({ cause_type, cause_id }) => (
        <>
          {formatCause(cause_type)} {cause_id && <CopyableId id={cause_id} />}
        </>
      ),
    },
    { header: w.settings.happened, hidesOnMobile: true, render: ({ created }) => <Time at={created} /> },
  ];
}

/** Returns the name of a cause. Unknown causes keep their wire name. */
const formatCause = (type: string) =>
  (w.settings.causes as Readonly<Record<string, string>>)[type] ?? formatResourceType(type);
