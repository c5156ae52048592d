import type { RunKind } from '../kind.ts';
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
