import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useCurrentUser } from '../../../lib/session.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorAlert } from '../../../ui/error-alert.tsx';
import { Loading } from '../../../ui/loading.tsx';
import { type Column, Pagination, Table } from '../../../ui/table.tsx';
import { Time } from '../../../ui/time.tsx';
import { w } from '../../../words/index.ts';
import { SettingsPage } from '../parts.tsx';
import { EditPartner } from './edit-partner.tsx';
import { type Partner, partners } from './queries.ts';

const route = getRouteApi('/in/settings/partners');

/** Who brings customers to the installation. */
export default function Partners() {
  const { cursor } = route.useSearch();
  const maySee = useCurrentUser()?.system_role != null;
  const { data, error, refetch } = useQuery({ ...partners(cursor), enabled: maySee === true });
  const mayEdit = useCurrentUser()?.system_role === 'platform_administrator';
  const [open, setOpen] = useState<Partner | 'new'>();
  const make = data && mayEdit && (
    <Button variant="primary" onClick={() => setOpen('new')}>
      {w.organization.makePartner}
    </Button>
  );
  return (
    <SettingsPage at="/settings/partners" title={w.organization.partners} acts={make}>
      <p className="text-muted">{w.organization.partnersHint}</p>
      {error && (
        <ErrorAlert error={error} permissionHint={w.organization.partnersNeeds} onRetry={() => void refetch()} />
      )}
      {maySee === false && <p className="text-muted">{w.organization.partnersNeeds}</p>}
      {!data && !error && maySee !== false && <Loading lineCount={4} />}
      {data?.results.length === 0 && (
        <EmptyState title={w.organization.noPartners}>{w.organization.noPartnersHint}</EmptyState>
      )}
      {data && data.results.length > 0 && (
        <Table
          caption={w.organization.partners}
          columns={columns(mayEdit, setOpen)}
          rows={data.results}
          getRowKey={({ id }) => id}
        />
      )}
      {data && <Pagination pagination={data.pagination} cursor={cursor} />}
      {open && <EditPartner of={open === 'new' ? undefined : open} onClose={() => setOpen(undefined)} />}
    </SettingsPage>
  );
}

function columns(mayEdit: boolean, onEdit: (partner: Partner) => void): readonly Column<Partner>[] {
  return [
    {
      header: w.organization.partner,
      render: ({ name, description }) => (
        <span className="flex flex-col">
          <span className="break-words">{name}</span>
          <span className="text-sm break-words text-muted">{description}</span>
        </span>
      ),
    },
    { header: w.organization.since, hidesOnMobile: true, render: ({ created }) => <Time at={created} /> },
    {
      header: w.organization.acts,
      alignsEnd: true,
      render: (partner) =>
        mayEdit && (
          <Button isSmall aria-label={w.organization.editNamed(partner.name)} onClick={() => onEdit(partner)}>
            {w.organization.edit}
          </Button>
        ),
    },
  ];
}
