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
import { type AuditEvent, type AuditSearch, auditEvent } from './audit-queries.ts';
import { sayEvent, sayThing } from './say-event.ts';

interface Props {
  readonly id: string;
  readonly search: AuditSearch;
  readonly nameOf: (event: AuditEvent) => string;
  readonly onClose: () => void;
}

/** One event whole: who, from where, about what, what changed, and its place in the chain. */
export function EventDetails({ id, search, nameOf, onClose }: Props) {
  const { data, error, refetch } = useQuery(auditEvent(useScope(), search, id));
  return (
    <Dialog title={data ? sayEvent(data) : w.settings.details} onClose={onClose} placement="side">
      {error && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading lineCount={6} />}
      {data && (
        <dl className="flex flex-col gap-3">
          <Row name={w.settings.event}>
            <code className="font-mono text-sm">{data.event_type}</code>
          </Row>
          <Row name={w.settings.actor}>{nameOf(data)}</Row>
          {data.ip_address && <Row name={w.settings.address}>{data.ip_address}</Row>}
          <Row name={w.settings.happened}>
            <Time at={data.occurred_at} />
          </Row>
          <Row name={w.settings.thing}>
            {sayThing(data.resource_type)} {data.resource_id && <CopyableId id={data.resource_id} />}
          </Row>
          {data.request_id && (
            <Row name={w.failure.requestId}>
              <Copyable text={data.request_id} />
            </Row>
          )}
          <Row name={w.settings.payload}>
            <JsonTree value={data.payload} />
          </Row>
          <Row name={w.settings.place}>{formatNumber(data.seq)}</Row>
          <Row name={w.settings.hash}>
            <Copyable text={data.hash} />
          </Row>
        </dl>
      )}
    </Dialog>
  );
}

function Row({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="flex flex-col">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  );
}
