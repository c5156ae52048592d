import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { post } from '../../../lib/api.ts';
import { formatNumber } from '../../../lib/numbers.ts';
import { useScope } from '../../../lib/session.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorAlert, showErrorToast } from '../../../ui/error-alert.tsx';
import { SelectField } from '../../../ui/field.tsx';
import { Loading } from '../../../ui/loading.tsx';
import { ServerText } from '../../../ui/reason-text.tsx';
import { Section } from '../../../ui/section.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { type Column, Pagination, Table } from '../../../ui/table.tsx';
import { Time } from '../../../ui/time.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { w } from '../../../words/index.ts';
import { DeliveryAttemptsDialog } from './delivery-attempts-dialog.tsx';
import {
  type Delivery,
  type DeliveryStatus,
  deliveriesQuery,
  FORWARDER_PATH,
  type Forwarder,
  invalidateForwarders,
} from './queries.ts';

const route = getRouteApi('/in/settings/forwarders/$forwarderId');
const STATUSES = ['pending', 'delivered', 'failed'] as const;
const STATUS_TONES = { pending: 'info', delivered: 'good', failed: 'bad' } as const;

/** Lists the deliveries of a forwarder. */
export function DeliveryList({ forwarder: { id } }: { readonly forwarder: Forwarder }) {
  const { cursor, status } = route.useSearch();
  const statusFilter = STATUSES.find((item) => item === status);
  const { data, error, refetch } = useQuery(deliveriesQuery(useScope(), id, statusFilter, cursor));
  const [openDelivery, setOpenDelivery] = useState<Delivery>();
  return (
    <Section title={w.forwarders.log}>
      <StatusFilter selected={statusFilter} />
      {error && <ErrorAlert error={error} permissionHint={w.forwarders.logNeeds} onRetry={() => void refetch()} />}
      {!data && !error && <Loading lineCount={4} />}
      {data?.results.length === 0 && (
        <EmptyState isSmall title={w.forwarders.noDeliveries}>
          {w.forwarders.noDeliveriesHint}
        </EmptyState>
      )}
      {data && data.results.length > 0 && (
        <Table
          caption={w.forwarders.log}
          columns={getColumns(setOpenDelivery)}
          rows={data.results}
          getRowKey={(item) => item.id}
        />
      )}
      {data && <Pagination pagination={data.pagination} cursor={cursor} />}
      {openDelivery && <DeliveryAttemptsDialog delivery={openDelivery} onClose={() => setOpenDelivery(undefined)} />}
    </Section>
  );
}

function StatusFilter({ selected }: { readonly selected: DeliveryStatus | undefined }) {
  const navigate = useNavigate();
  const applyFilter = (status: string) =>
    void navigate({ to: '.', search: { status: status || undefined }, replace: true });
  return (
    <div className="max-w-xs">
      <SelectField
        label={w.forwarders.show}
        value={selected ?? ''}
        onChange={(event) => applyFilter(event.target.value)}
      >
        <option value="">{w.forwarders.all}</option>
        {STATUSES.map((item) => (
          <option key={item} value={item}>
            {w.forwarders.states[item]}
          </option>
        ))}
      </SelectField>
    </div>
  );
}

function getColumns(onOpen: (delivery: Delivery) => void): readonly Column<Delivery>[] {
  return [
    {
      header: w.forwarders.state,
      render: ({ status, reason, reason_code, reason_params }) => (
        <span className="flex flex-col items-start gap-1">
          <StatusBadge tone={STATUS_TONES[status]}>{w.forwarders.states[status]}</StatusBadge>
          {reason && (
            <span className="text-sm break-words text-muted">
              <ServerText text={reason} code={reason_code} params={reason_params} />
            </span>
          )}
        </span>
      ),
    },
    {
      header: w.forwarders.run,
      render: ({ task_run_id }) => (
        <Link to="/runs/$runId" params={{ runId: task_run_id }} className="font-mono text-sm whitespace-nowrap link">
          …{task_run_id.slice(-8)}
        </Link>
      ),
    },
    { header: w.forwarders.since, hidesOnMobile: true, render: ({ created }) => <Time at={created} /> },
    {
      header: w.forwarders.next,
      hidesOnMobile: true,
      render: ({ next_attempt }) => next_attempt && <Time at={next_attempt} />,
    },
    {
      header: w.forwarders.actions,
      alignsEnd: true,
      render: (delivery) => (
        <span className="flex flex-wrap justify-end gap-1">
          <Button
            isSmall
            aria-label={`${w.forwarders.tries({ count: formatNumber(delivery.attempt_count) })}, ${delivery.id}`}
            onClick={() => onOpen(delivery)}
          >
            {w.forwarders.tries({ count: formatNumber(delivery.attempt_count) })}
          </Button>
          <RedeliverButton delivery={delivery} />
        </span>
      ),
    },
  ];
}

function RedeliverButton({ delivery: { id, task_forwarder_id } }: { readonly delivery: Delivery }) {
  const scope = useScope();
  const redeliver = useMutation({
    mutationFn: () =>
      post(`${FORWARDER_PATH}/delivery/{forward_delivery_id}/redeliver`, {
        params: { path: { ...scope, task_forwarder_id, forward_delivery_id: id } },
      }),
    onSuccess: () => showToast(w.forwarders.redeliveryStarted),
    onError: showErrorToast,
    onSettled: () => invalidateForwarders(scope),
  });
  return (
    <Button
      isSmall
      isPending={redeliver.isPending}
      aria-label={w.forwarders.againNamed({ id })}
      onClick={() => redeliver.mutate()}
    >
      {w.forwarders.again}
    </Button>
  );
}
