import { useMutation } from '@tanstack/react-query';
import { TASK } from '../../../../client/prefixes.ts';
import { post } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';
import { useScope } from '../../lib/session.ts';
import { showToast } from '../../ui/toast.tsx';
import { type Task, taskQuery } from './queries.ts';

/** Revisions that runs use. */
export interface Serving {
  readonly weights: Task['active_revisions'];
  /** Overrides the release gate. */
  readonly overrideReason?: string;
}

/** Returns a mutation that sets the weights of a task's revisions, and shows `message` afterwards. */
export function useServing({ id: task_id }: Pick<Task, 'id'>, message: string) {
  const scope = useScope();
  return useMutation({
    mutationFn: ({ weights, overrideReason }: Serving) => {
      const override = overrideReason === undefined ? {} : { release_gate_override: overrideReason };
      const body = { active_revisions: weights, ...override };
      return post(TASK, { params: { path: { ...scope, task_id } }, body });
    },
    onSuccess: (saved) => {
      queryClient.setQueryData(taskQuery(scope, task_id).queryKey, saved as Task);
      showToast(message);
    },
  });
}
