import type { Json, TimestampColumn, Version } from '../../platform/db/columns.ts';

/** Score: a number, a boolean or a category. */
type FeedbackValue = number | boolean | string;

/** Feedback on a run: a score, a comment or both. */
export interface FeedbackTable {
  id: string;
  org_id: string;
  project_id: string;
  /** Rated run; exactly one of the two is set. */
  task_run_id: string | null;
  agent_run_id: string | null;
  /** Name of the score, such as `correct` or `tone`. */
  name: string;
  value: Json<FeedbackValue | null>;
  note: string | null;
  /** Whether a person or a program gave it. */
  source: 'person' | 'program';
  created_by_type: string;
  created_by: string;
  created: TimestampColumn;
  modified: TimestampColumn;
  version: Version;
}

export interface FeedbackTables {
  feedback: FeedbackTable;
}
