import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { getMessageText } from '../../../lib/messages.ts';
import { useHasPermission } from '../../../lib/permissions.ts';
import { useScope } from '../../../lib/session.ts';
import { ErrorAlert } from '../../../ui/error-alert.tsx';
import { Loading } from '../../../ui/loading.tsx';
import { Time } from '../../../ui/time.tsx';
import { w } from '../../../words/index.ts';
import { AccessButton } from '../../people/access-button.tsx';
import { SettingsPage } from '../settings-layout.tsx';
import { DeliveryList } from './delivery-list.tsx';
import { ForwarderActions } from './forwarder-actions.tsx';
import { ForwarderStatusBadge } from './forwarder-status-badge.tsx';
import { type Forwarder, forwarderQuery } from './queries.ts';

const route = getRouteApi('/in/settings/forwarders/$forwarderId');

/** Page of a forwarder: status, actions and deliveries. */
export default function ForwarderPage() {
  const { forwarderId } = route.useParams();
  const { data, error, refetch } = useQuery(forwarderQuery(useScope(), forwarderId));
  const canEdit = useHasPermission('project', 'create_forwarder');
  return (
    <SettingsPage
      path="/settings/forwarders"
      title={data?.name ?? w.forwarders.title}
      acts={data && <ForwarderPageActions forwarder={data} canEdit={canEdit === true} />}
    >
      {error && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading lineCount={6} />}
      {data && <ForwarderSummary forwarder={data} />}
      {data && <DeliveryList forwarder={data} />}
    </SettingsPage>
  );
}

function ForwarderPageActions({ forwarder, canEdit }: { readonly forwarder: Forwarder; readonly canEdit: boolean }) {
  return (
    <span className="flex flex-wrap items-center gap-2">
      <AccessButton resource={{ type: 'task_forwarder', id: forwarder.id, name: forwarder.name }} />
      {canEdit && <ForwarderActions forwarder={forwarder} />}
    </span>
  );
}

function ForwarderSummary({ forwarder }: { readonly forwarder: Forwarder }) {
  const { config, status, reason, paused_at, failing_since, last_delivered } = forwarder;
  const { url, to } = config as { url?: string; to?: readonly string[] };
  return (
    <div className="flex flex-col gap-1">
      <p className="flex flex-wrap items-center gap-3">
        <ForwarderStatusBadge forwarder={forwarder} />
        <span className="min-w-0 break-all">{url ?? to?.join(', ')}</span>
      </p>
      {reason && (
        <p className="break-words text-danger">
          {w.forwarders.because({
            reason: getMessageText({ msg: reason, code: forwarder.reason_code, params: forwarder.reason_params }),
          })}
        </p>
      )}
      {status === 'paused' && <p className="text-muted">{w.forwarders.pausedHint}</p>}
      <p className="flex flex-wrap gap-x-4 text-sm text-muted">
        {paused_at && (
          <span>
            {w.forwarders.pausedSince}: <Time at={paused_at} />
          </span>
        )}
        {failing_since && (
          <span>
            {w.forwarders.failingSince}: <Time at={failing_since} />
          </span>
        )}
        <span>
          {w.forwarders.lastDelivered}: {last_delivered ? <Time at={last_delivered} /> : w.forwarders.never}
        </span>
      </p>
    </div>
  );
}
