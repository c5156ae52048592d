import { agentRunKind } from '../agents/runs/run-kind.ts';
import type { RunKind } from '../runs/kind.ts';
import { taskRunKind } from '../tasks/run-kind.ts';
import type { FeedbackColumn } from './columns.ts';

/** A kind of run that takes feedback. */
export interface FeedbackKind {
  readonly run: RunKind;
  /** Column of feedback that names the run. */
  readonly column: FeedbackColumn;
  /** Column of the run that names its revision. */
  readonly revision: 'task_revision_id' | 'agent_revision_id';
  /** Names of the fields of records and queries. */
  readonly fields: { readonly run: string; readonly parent: string; readonly revision: string };
}

export const taskFeedback: FeedbackKind = {
  run: taskRunKind,
  column: 'task_run_id',
  revision: 'task_revision_id',
  fields: { run: 'task_run_id', parent: 'task_id', revision: 'task_revision_id' },
};

export const agentFeedback: FeedbackKind = {
  run: agentRunKind,
  column: 'agent_run_id',
  revision: 'agent_revision_id',
  fields: { run: 'task_agent_run_id', parent: 'task_agent_id', revision: 'task_agent_revision_id' },
};
