import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatNumber } from '../../lib/numbers.ts';
import { useScope } from '../../lib/session.ts';
import { Copyable, CopyableId } from '../../ui/copyable.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { JsonTree } from '../../ui/json-tree.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Time } from '../../ui/time.tsx';
import { w } from '../../words/index.ts';
import { type AuditEvent, type AuditSearch, auditEventQuery } from './audit-queries.ts';
import { formatAuditEvent, formatResourceType } from './format-audit-event.ts';

interface Props {
  readonly id: string;
  readonly search: AuditSearch;
  readonly getActorName: (event: AuditEvent) => string;
  readonly onClose: () => void;
}

/** Shows one audit event: actor, resource, changes and position in the hash chain. */
export function AuditEventDialog({ id, search, getActorName, onClose }: Props) {
  const { data, error, refetch } = useQuery(auditEventQuery(useScope(), search, id));
  return (
    <Dialog title={data ? formatAuditEvent(data) : w.settings.details} onClose={onClose} placement="side">
      {error && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading lineCount={6} />}
      {data && (
        <dl className="flex flex-col gap-3">
          <DetailRow name={w.settings.event}>
            <code className="font-mono text-sm">{data.event_type}</code>
          </DetailRow>
          <DetailRow name={w.settings.actor}>{getActorName(data)}</DetailRow>
          {data.ip_address && <DetailRow name={w.settings.address}>{data.ip_address}</DetailRow>}
          <DetailRow name={w.settings.happened}>
            <Time at={data.occurred_at} />
          </DetailRow>
          <DetailRow name={w.settings.thing}>
            {formatResourceType(data.resource_type)} {data.resource_id && <CopyableId id={data.resource_id} />}
          </DetailRow>
          {data.request_id && (
            <DetailRow name={w.failure.requestId}>
              <Copyable text={data.request_id} />
            </DetailRow>
          )}
          <DetailRow name={w.settings.payload}>
            <JsonTree value={data.payload} />
          </DetailRow>
          <DetailRow name={w.settings.place}>{formatNumber(data.seq)}</DetailRow>
          <DetailRow name={w.settings.hash}>
            <Copyable text={data.hash} />
          </DetailRow>
        </dl>
      )}
    </Dialog>
  );
}

function DetailRow({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="flex flex-col">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  );
}
