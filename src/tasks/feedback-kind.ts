import type { FeedbackKind } from '../runs/feedback/kinds.ts';
import { taskRunKind } from './run-kind.ts';

/** Feedback on runs of tasks. */
export const taskFeedback: FeedbackKind = {
  run: taskRunKind,
  column: 'task_run_id',
  revision: 'task_revision_id',
  fields: { run: 'task_run_id', parent: 'task_id', revision: 'task_revision_id' },
};
