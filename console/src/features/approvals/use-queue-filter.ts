import { useNavigate } from '@tanstack/react-router';
import type { QueueFilter } from './queries.ts';

/** Returns a function that changes filters of the queue in the address and returns to its first page. */
export function useQueueFilter(): (change: Pick<QueueFilter, 'status' | 'assigned'>) => void {
  const navigate = useNavigate();
  return (change) =>
    void navigate({ to: '/approvals', search: (search: object) => ({ ...search, ...change, cursor: undefined }) });
}
