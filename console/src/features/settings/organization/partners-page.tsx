import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useCurrentUser } from '../../../lib/session.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorAlert } from '../../../ui/error-alert.tsx';
import { Users } from '../../../ui/icons.ts';
import { Loading } from '../../../ui/loading.tsx';
import { type Column, Pagination, Table } from '../../../ui/table.tsx';
import { Time } from '../../../ui/time.tsx';
import { w } from '../../../words/index.ts';
import { SettingsPage } from '../settings-layout.tsx';
import { PartnerDialog } from './partner-dialog.tsx';
import { type Partner, partnersQuery } from './queries.ts';

const route = getRouteApi('/in/settings/partners');

/** Lists the partners of the installation. */
export default function PartnersPage() {
  const { cursor } = route.useSearch();
  const canView = useCurrentUser()?.system_role != null;
  const { data, error, refetch } = useQuery({ ...partnersQuery(cursor), enabled: canView === true });
  const canEdit = useCurrentUser()?.system_role === 'platform_administrator';
  const [openPartner, setOpenPartner] = useState<Partner | 'new'>();
  const createButton = data && canEdit && (
    <Button variant="primary" onClick={() => setOpenPartner('new')}>
      {w.organization.createPartner}
    </Button>
  );
  const isEmpty = data?.results.length === 0;
  return (
    <SettingsPage path="/settings/partners" title={w.organization.partners} acts={!isEmpty && createButton}>
      <p className="text-muted">{w.organization.partnersHint}</p>
      {error && (
        <ErrorAlert error={error} permissionHint={w.organization.partnersNeeds} onRetry={() => void refetch()} />
      )}
      {canView === false && <p className="text-muted">{w.organization.partnersNeeds}</p>}
      {!data && !error && canView !== false && <Loading lineCount={4} />}
      {isEmpty && (
        <EmptyState icon={Users} title={w.organization.noPartners} action={createButton}>
          {w.organization.noPartnersHint}
        </EmptyState>
      )}
      {data && data.results.length > 0 && (
        <Table
          caption={w.organization.partners}
          columns={getColumns(canEdit, setOpenPartner)}
          rows={data.results}
          getRowKey={({ id }) => id}
        />
      )}
      {data && <Pagination pagination={data.pagination} cursor={cursor} />}
      {openPartner && (
        <PartnerDialog
          partner={openPartner === 'new' ? undefined : openPartner}
          onClose={() => setOpenPartner(undefined)}
        />
      )}
    </SettingsPage>
  );
}

function getColumns(canEdit: boolean, onEdit: (partner: Partner) => void): readonly Column<Partner>[] {
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
      header: w.organization.actions,
      alignsEnd: true,
      render: (partner) =>
        canEdit && (
          <Button isSmall aria-label={w.organization.editNamed({ name: partner.name })} onClick={() => onEdit(partner)}>
            {w.organization.edit}
          </Button>
        ),
    },
  ];
}
