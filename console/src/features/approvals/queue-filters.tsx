import { useNavigate } from '@tanstack/react-router';
import { SelectField } from '../../ui/field.tsx';
import { w } from '../../words/index.ts';
import { type QueueFilter, STATUSES } from './queries.ts';

/** Returns a function that changes filters of the queue in the address and returns to its first page. */
export function useQueueFilter(): (change: Pick<QueueFilter, 'status' | 'assigned'>) => void {
  const navigate = useNavigate();
  return (change) =>
    void navigate({ to: '/approvals', search: (search: object) => ({ ...search, ...change, cursor: undefined }) });
}

/** Filters and groups the queue. The address stores both. */
export function QueueFilters({ filter }: { readonly filter: QueueFilter }) {
  const navigate = useNavigate();
  const filterQueue = useQueueFilter();
  const selectStatus = (status: string) => filterQueue({ status: status === 'pending' ? undefined : status });
  const selectGroup = (group: string) =>
    void navigate({ to: '.', search: (search: object) => ({ ...search, group: group || undefined }), replace: true });
  return (
    <div className="grid max-w-104 grid-cols-2 gap-2">
      <SelectField
        label={w.approvals.status}
        value={filter.status ?? 'pending'}
        onChange={(event) => selectStatus(event.target.value)}
      >
        {STATUSES.map((status) => (
          <option key={status} value={status}>
            {w.approvals.states[status]}
          </option>
        ))}
        <option value="snoozed">{w.approvals.snoozed}</option>
        <option value="all">{w.ui.all}</option>
      </SelectField>
      <SelectField
        label={w.approvals.groupBy}
        value={filter.group ?? ''}
        onChange={(event) => selectGroup(event.target.value)}
      >
        <option value="">{w.approvals.ungrouped}</option>
        <option value="tool">{w.approvals.byTool}</option>
      </SelectField>
    </div>
  );
}
