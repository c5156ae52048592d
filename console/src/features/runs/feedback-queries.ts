import { queryOptions } from '@tanstack/react-query';
import { AGENT, TASK } from '../../../../client/prefixes.ts';
import { del, get, post, type Schemas } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';
import type { Scope } from '../../lib/session.ts';
import type { Subject } from '../../lib/subject.ts';

export type Feedback = Pick<
  Schemas['TaskRunFeedback'],
  'id' | 'name' | 'value' | 'note' | 'source' | 'created_by' | 'created'
>;

/** The run that feedback belongs to. */
export interface FeedbackTarget {
  readonly subject: Pick<Subject, 'kind' | 'id'>;
  readonly runId: string;
}

const TASK_FEEDBACK = `${TASK}/run/{task_run_id}/feedback` as const;
const AGENT_FEEDBACK = `${AGENT}/run/{run_id}/feedback` as const;

const toTaskPath = (scope: Scope, { subject, runId }: FeedbackTarget) => ({
  ...scope,
  task_id: subject.id,
  task_run_id: runId,
});
const toAgentPath = (scope: Scope, { subject, runId }: FeedbackTarget) => ({
  ...scope,
  task_agent_id: subject.id,
  run_id: runId,
});

/** Returns the feedback on a run, newest first. */
export function feedbackQuery(scope: Scope, target: FeedbackTarget) {
  const query = { page_limit: 100 };
  return queryOptions({
    queryKey: ['feedback', target.runId],
    queryFn: async (): Promise<readonly Feedback[]> =>
      target.subject.kind === 'task'
        ? (await get(TASK_FEEDBACK, { params: { path: toTaskPath(scope, target), query } })).results
        : (await get(AGENT_FEEDBACK, { params: { path: toAgentPath(scope, target), query } })).results,
  });
}

const invalidateFeedback = ({ runId }: FeedbackTarget) =>
  void queryClient.invalidateQueries({ queryKey: ['feedback', runId] });

interface FeedbackBody {
  readonly name: string;
  readonly value: number | boolean | string | null;
  readonly note: string | null;
}

export async function createFeedback(scope: Scope, target: FeedbackTarget, body: FeedbackBody): Promise<void> {
  if (target.subject.kind === 'task') await post(TASK_FEEDBACK, { params: { path: toTaskPath(scope, target) }, body });
  else await post(AGENT_FEEDBACK, { params: { path: toAgentPath(scope, target) }, body });
  invalidateFeedback(target);
}

export async function deleteFeedback(scope: Scope, target: FeedbackTarget, feedback_id: string): Promise<void> {
  if (target.subject.kind === 'task')
    await del(`${TASK_FEEDBACK}/{feedback_id}`, { params: { path: { ...toTaskPath(scope, target), feedback_id } } });
  else
    await del(`${AGENT_FEEDBACK}/{feedback_id}`, { params: { path: { ...toAgentPath(scope, target), feedback_id } } });
  invalidateFeedback(target);
}
