import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { sayDecimal } from '../../lib/numbers.ts';
import { useMay } from '../../lib/rights.ts';
import { useScope } from '../../lib/session.ts';
import { CopyId } from '../../ui/copyable.tsx';
import { Failed } from '../../ui/failed.tsx';
import { Loading } from '../../ui/loading.tsx';
import { type Column, Paging, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { w } from '../../words/index.ts';
import { SettingsPage } from './parts.tsx';
import { type CreditEntry, creditEntries } from './queries.ts';
import { sayThing } from './say-event.ts';

const route = getRouteApi('/in/settings/credits');

/** Every movement of the organization's credits. */
export default function Credits() {
  const { cursor } = route.useSearch();
  const maySee = useMay('organization', 'view_credits');
  const { data, error, refetch } = useQuery({ ...creditEntries(useScope(), cursor), enabled: maySee === true });
  return (
    <SettingsPage at="/settings/credits" title={w.settings.ledger}>
      <p className="text-quiet">{w.settings.ledgerHint}</p>
      {error && <Failed error={error} needs={w.settings.ledgerRoles} onRetry={() => void refetch()} />}
      {maySee === false && <p className="text-quiet">{w.settings.ledgerRoles}</p>}
      {!data && !error && maySee !== false && <Loading lines={4} />}
      {data?.results.length === 0 && <p className="text-quiet">{w.settings.noEntries}</p>}
      {data && data.results.length > 0 && (
        <Table caption={w.settings.ledger} columns={columns()} rows={data.results} keyOf={({ id }) => id} />
      )}
      {data && <Paging pagination={data.pagination} cursor={cursor} />}
    </SettingsPage>
  );
}

function columns(): readonly Column<CreditEntry>[] {
  return [
    {
      name: w.settings.movement,
      show: ({ kind, note, reference }) => (
        <span className="flex flex-col">
          <span>{w.settings.kinds[kind]}</span>
          {(note ?? reference) && <span className="text-sm break-words text-quiet">{note ?? reference}</span>}
        </span>
      ),
    },
    { name: w.settings.available, end: true, show: ({ available }) => sayDecimal(available) },
    { name: w.settings.reserved, end: true, wide: true, show: ({ reserved }) => sayDecimal(reserved) },
    { name: w.settings.spent, end: true, wide: true, show: ({ spent }) => sayDecimal(spent) },
    {
      name: w.settings.cause,
      wide: true,
      show: ({ cause_type, cause_id }) => (
        <>
          {sayCause(cause_type)} {cause_id && <CopyId id={cause_id} />}
        </>
      ),
    },
    { name: w.settings.happened, wide: true, show: ({ created }) => <Time at={created} /> },
  ];
}

/** What credits moved for, in the page's language where that knows it. */
const sayCause = (type: string) => (w.settings.causes as Readonly<Record<string, string>>)[type] ?? sayThing(type);
