import type { RunKind } from '../kind.ts';
import type { FeedbackColumn } from './columns.ts';

/** Run kind that accepts feedback. */
export interface FeedbackKind {
  readonly run: RunKind;
  /** Feedback column of the run. */
  readonly column: FeedbackColumn;
  /** Run column of the revision. */
  readonly revision: 'task_revision_id' | 'agent_revision_id';
  /** Field names in records and queries. */
  readonly fields: { readonly run: string; readonly parent: string; readonly revision: string };
}
