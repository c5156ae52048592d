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

/** A run with what it is a run of. */
export interface RunOf {
  readonly subject: Pick<Subject, 'kind' | 'id'>;
  readonly runId: string;
}

const TASK_FEEDBACK = `${TASK}/run/{task_run_id}/feedback` as const;
const AGENT_FEEDBACK = `${AGENT}/run/{run_id}/feedback` as const;

const ofTask = (scope: Scope, { subject, runId }: RunOf) => ({ ...scope, task_id: subject.id, task_run_id: runId });
const ofAgent = (scope: Scope, { subject, runId }: RunOf) => ({ ...scope, task_agent_id: subject.id, run_id: runId });

/** Feedback on a run, newest first. */
export function feedbackOn(scope: Scope, of: RunOf) {
  const query = { page_limit: 100 };
  return queryOptions({
    queryKey: ['feedback', of.runId],
    queryFn: async (): Promise<readonly Feedback[]> =>
      of.subject.kind === 'task'
        ? (await get(TASK_FEEDBACK, { params: { path: ofTask(scope, of), query } })).results
        : (await get(AGENT_FEEDBACK, { params: { path: ofAgent(scope, of), query } })).results,
  });
}

const readAgain = ({ runId }: RunOf) => void queryClient.invalidateQueries({ queryKey: ['feedback', runId] });

interface Given {
  readonly name: string;
  readonly value: number | boolean | string | null;
  readonly note: string | null;
}

export async function giveFeedback(scope: Scope, of: RunOf, body: Given): Promise<void> {
  if (of.subject.kind === 'task') await post(TASK_FEEDBACK, { params: { path: ofTask(scope, of) }, body });
  else await post(AGENT_FEEDBACK, { params: { path: ofAgent(scope, of) }, body });
  readAgain(of);
}

export async function takeBack(scope: Scope, of: RunOf, feedback_id: string): Promise<void> {
  if (of.subject.kind === 'task')
    await del(`${TASK_FEEDBACK}/{feedback_id}`, { params: { path: { ...ofTask(scope, of), feedback_id } } });
  else await del(`${AGENT_FEEDBACK}/{feedback_id}`, { params: { path: { ...ofAgent(scope, of), feedback_id } } });
  readAgain(of);
}
