import { useQuery } from '@tanstack/react-query';
import { formatNumber } from '../../../lib/numbers.ts';
import { useScope } from '../../../lib/session.ts';
import { formatDuration } from '../../../lib/time.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { ErrorAlert } from '../../../ui/error-alert.tsx';
import { Loading } from '../../../ui/loading.tsx';
import { ServerText } from '../../../ui/reason-text.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { Time } from '../../../ui/time.tsx';
import { w } from '../../../words/index.ts';
import { type Delivery, deliveryQuery } from './queries.ts';

/** Lists the attempts of a delivery with the receiver's responses. */
export function DeliveryAttemptsDialog({
  delivery,
  onClose,
}: {
  readonly delivery: Delivery;
  readonly onClose: () => void;
}) {
  const { data, error, refetch } = useQuery(deliveryQuery(useScope(), delivery));
  return (
    <Dialog title={w.forwarders.detailsOf({ id: delivery.id })} placement="side" onClose={onClose}>
      {error && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading />}
      <ol className="flex flex-col gap-4">
        {data?.attempts.map(
          ({ number, outcome, status_code, reason, reason_code, reason_params, excerpt, duration_ms, created }) => (
            <li key={number} className="flex flex-col gap-1 rounded-md border p-3">
              <span className="flex flex-wrap items-center gap-3">
                <strong>{w.forwarders.attempt({ n: formatNumber(number) })}</strong>
                <StatusBadge tone={outcome === null ? 'info' : outcome === 'delivered' ? 'good' : 'bad'}>
                  {outcome === null ? w.forwarders.inProgress : w.forwarders.outcome[outcome]}
                </StatusBadge>
                {status_code !== null && <span>{w.forwarders.code({ code: String(status_code) })}</span>}
                <span className="text-sm text-muted">
                  <Time at={created} />
                  {duration_ms !== null && ` · ${formatDuration(duration_ms)}`}
                </span>
              </span>
              {reason && (
                <span className="break-words">
                  <ServerText text={reason} code={reason_code} params={reason_params} />
                </span>
              )}
              {excerpt && (
                <pre className="overflow-x-auto rounded bg-surface-muted p-2 text-sm whitespace-pre-wrap">
                  {excerpt}
                </pre>
              )}
            </li>
          ),
        )}
      </ol>
    </Dialog>
  );
}
