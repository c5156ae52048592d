import { useMutation } from '@tanstack/react-query';
import { TASK } from '../../../../client/prefixes.ts';
import { post } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';
import { useScope } from '../../lib/session.ts';
import { showToast } from '../../ui/toast.tsx';
import { w } from '../../words/index.ts';
import { type Task, type TaskRevision, taskQuery } from './queries.ts';

/** Revisions that runs use. */
export interface Serving {
  readonly weights: Task['active_revisions'];
  /** Notification after the change. */
  readonly message: string;
  /** Overrides the release gate. */
  readonly overrideReason?: string;
}

/** Activates a revision for all runs. */
export function toServing({ id }: TaskRevision): Serving {
  return { weights: [{ task_revision_id: id, weight: 1 }], message: w.agents.activated };
}

/** Returns a mutation that sets the weights of a task's revisions. */
export function useServing({ id: task_id }: Pick<Task, 'id'>) {
  const scope = useScope();
  return useMutation({
    mutationFn: ({ weights, overrideReason }: Serving) => {
      const override = overrideReason === undefined ? {} : { release_gate_override: overrideReason };
      const body = { active_revisions: weights, ...override };
      return post(TASK, { params: { path: { ...scope, task_id } }, body });
    },
    onSuccess: (saved, { message }) => {
      queryClient.setQueryData(taskQuery(scope, task_id).queryKey, saved as Task);
      showToast(message);
    },
  });
}
