import { useNavigate } from '@tanstack/react-router';
import { SelectField } from '../../ui/field.tsx';
import { w } from '../../words/index.ts';
import { type QueueFilter, STATUSES } from './queries.ts';

/** Filters the queue by status. The address stores the filter. */
export function QueueFilters({ filter }: { readonly filter: QueueFilter }) {
  const navigate = useNavigate();
  const selectStatus = (status: string) =>
    void navigate({
      to: '/approvals',
      search: (search: object) => ({ ...search, status: status === 'pending' ? undefined : status, cursor: undefined }),
    });
  return (
    <div className="max-w-104">
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
        <option value="all">{w.ui.all}</option>
      </SelectField>
    </div>
  );
}
