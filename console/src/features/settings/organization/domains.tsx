import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useHasPermission } from '../../../lib/permissions.ts';
import { useScope } from '../../../lib/session.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorAlert } from '../../../ui/error-alert.tsx';
import { Loading } from '../../../ui/loading.tsx';
import { Pagination } from '../../../ui/table.tsx';
import { w } from '../../../words/index.ts';
import { SettingsPage } from '../parts.tsx';
import { AddDomain } from './add-domain.tsx';
import { RemoveDomain } from './domain-acts.tsx';
import { DomainCard } from './domain-card.tsx';
import { type Domain, domains } from './queries.ts';

const route = getRouteApi('/in/settings/domains');

/** Domains of the organization, by which people join; each with the record that shows whose it is. */
export default function Domains() {
  const { org_id } = useScope();
  const { cursor } = route.useSearch();
  const maySee = useHasPermission('organization', 'edit');
  const { data, error, refetch } = useQuery({ ...domains(org_id, cursor), enabled: maySee === true });
  const [going, setGoing] = useState<Domain>();
  return (
    <SettingsPage at="/settings/domains" title={w.organization.domains}>
      <p className="text-muted">{w.organization.domainsHint}</p>
      {error && (
        <ErrorAlert error={error} permissionHint={w.organization.domainsNeeds} onRetry={() => void refetch()} />
      )}
      {maySee === false && <p className="text-muted">{w.organization.domainsNeeds}</p>}
      {!data && !error && maySee !== false && <Loading lineCount={4} />}
      {data && <AddDomain />}
      {data?.results.length === 0 && (
        <EmptyState title={w.organization.noDomains}>{w.organization.noDomainsHint}</EmptyState>
      )}
      {data && data.results.length > 0 && (
        <ul aria-label={w.organization.domains} className="flex flex-col gap-4">
          {data.results.map((domain) => (
            <li key={domain.id}>
              <DomainCard of={domain} onRemove={() => setGoing(domain)} />
            </li>
          ))}
        </ul>
      )}
      {data && <Pagination pagination={data.pagination} cursor={cursor} />}
      {going && <RemoveDomain of={going} onClose={() => setGoing(undefined)} />}
    </SettingsPage>
  );
}
