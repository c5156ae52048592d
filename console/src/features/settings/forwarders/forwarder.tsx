import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useHasPermission } from '../../../lib/permissions.ts';
import { useScope } from '../../../lib/session.ts';
import { translateOrKeep } from '../../../lib/translate-sentence.ts';
import { ErrorAlert } from '../../../ui/error-alert.tsx';
import { Loading } from '../../../ui/loading.tsx';
import { Time } from '../../../ui/time.tsx';
import { w } from '../../../words/index.ts';
import { WhoMay } from '../../people/who-may.tsx';
import { SettingsPage } from '../parts.tsx';
import { ForwarderActs } from './acts.tsx';
import { Deliveries } from './deliveries.tsx';
import { type Forwarder, forwarder } from './queries.ts';
import { ForwarderState } from './state.tsx';

const route = getRouteApi('/in/settings/forwarders/$forwarderId');

/** One forwarder: whether it works, and what it delivered. */
export default function ForwarderScreen() {
  const { forwarderId } = route.useParams();
  const { data, error, refetch } = useQuery(forwarder(useScope(), forwarderId));
  const mayEdit = useHasPermission('project', 'create_forwarder');
  return (
    <SettingsPage
      at="/settings/forwarders"
      title={data?.name ?? w.forwarders.title}
      acts={data && <Acts of={data} mayEdit={mayEdit === true} />}
    >
      {error && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading lineCount={6} />}
      {data && <Summary of={data} />}
      {data && <Deliveries of={data} />}
    </SettingsPage>
  );
}

function Acts({ of, mayEdit }: { readonly of: Forwarder; readonly mayEdit: boolean }) {
  return (
    <span className="flex flex-wrap items-center gap-2">
      <WhoMay of={{ type: 'task_forwarder', id: of.id, name: of.name }} />
      {mayEdit && <ForwarderActs of={of} />}
    </span>
  );
}

function Summary({ of }: { readonly of: Forwarder }) {
  const { config, status, reason, paused_at, failing_since, last_delivered } = of;
  const { url, to } = config as { url?: string; to?: readonly string[] };
  return (
    <div className="flex flex-col gap-1">
      <p className="flex flex-wrap items-center gap-3">
        <ForwarderState of={of} />
        <span className="min-w-0 break-all">{url ?? to?.join(', ')}</span>
      </p>
      {reason && <p className="break-words text-danger">{w.forwarders.because(translateOrKeep(reason))}</p>}
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
