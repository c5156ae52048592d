import { useNavigate } from '@tanstack/react-router';
import { SelectField } from '../../ui/field.tsx';
import { w } from '../../words/index.ts';
import { type QueueFilter, STATUSES } from './queries.ts';

/** What the queue is cut down to; it is in the address. */
export function Filters({ filter }: { readonly filter: QueueFilter }) {
  const navigate = useNavigate();
  const choose = (status: string) =>
    void navigate({
      to: '/approvals',
      search: (search: object) => ({ ...search, status: status === 'pending' ? undefined : status, cursor: undefined }),
    });
  return (
    <SelectField
      label={w.approvals.status}
      value={filter.status ?? 'pending'}
      onChange={(event) => choose(event.target.value)}
    >
      {STATUSES.map((status) => (
        <option key={status} value={status}>
          {w.approvals.states[status]}
        </option>
      ))}
      <option value="all">{w.ui.all}</option>
    </SelectField>
  );
}
