import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useHasPermission } from '../../../lib/permissions.ts';
import { useScope } from '../../../lib/session.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorAlert } from '../../../ui/error-alert.tsx';
import { Globe } from '../../../ui/icons.ts';
import { Loading } from '../../../ui/loading.tsx';
import { Pagination } from '../../../ui/table.tsx';
import { w } from '../../../words/index.ts';
import { SettingsPage } from '../settings-layout.tsx';
import { AddDomainForm } from './add-domain-form.tsx';
import { DeleteDomainDialog } from './domain-actions.tsx';
import { DomainCard } from './domain-card.tsx';
import { type Domain, domainsQuery } from './queries.ts';

const route = getRouteApi('/in/settings/domains');

/** Page of the organization's domains. Users with an address of a verified domain can join. */
export default function DomainsPage() {
  const { org_id } = useScope();
  const { cursor } = route.useSearch();
  const canView = useHasPermission('organization', 'edit');
  const { data, error, refetch } = useQuery({ ...domainsQuery(org_id, cursor), enabled: canView === true });
  const [deletedDomain, setDeletedDomain] = useState<Domain>();
  return (
    <SettingsPage path="/settings/domains" title={w.organization.domains}>
      <p className="text-muted">{w.organization.domainsHint}</p>
      {error && (
        <ErrorAlert error={error} permissionHint={w.organization.domainsNeeds} onRetry={() => void refetch()} />
      )}
      {canView === false && <p className="text-muted">{w.organization.domainsNeeds}</p>}
      {!data && !error && canView !== false && <Loading lineCount={4} />}
      {data && <AddDomainForm />}
      {data?.results.length === 0 && (
        <EmptyState icon={Globe} title={w.organization.noDomains}>
          {w.organization.noDomainsHint}
        </EmptyState>
      )}
      {data && data.results.length > 0 && (
        <ul aria-label={w.organization.domains} className="flex flex-col gap-4">
          {data.results.map((domain) => (
            <li key={domain.id}>
              <DomainCard domain={domain} onRemove={() => setDeletedDomain(domain)} />
            </li>
          ))}
        </ul>
      )}
      {data && <Pagination pagination={data.pagination} cursor={cursor} />}
      {deletedDomain && (
        <DeleteDomainDialog organizationDomain={deletedDomain} onClose={() => setDeletedDomain(undefined)} />
      )}
    </SettingsPage>
  );
}
