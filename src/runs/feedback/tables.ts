import type { Json, TimestampColumn, Version } from '../../platform/db/columns.ts';

/** A score: a number, yes or no, or a category. */
export type FeedbackValue = number | boolean | string;

/** What somebody thinks of a run: a score, a comment or both. */
export interface FeedbackTable {
  id: string;
  org_id: string;
  project_id: string;
  /** The run that it is on: one of the two. */
  task_run_id: string | null;
  agent_run_id: string | null;
  /** Name of the score, such as `correct` or `tone`. */
  name: string;
  value: Json<FeedbackValue | null>;
  note: string | null;
  /** Whether a person gave it or a program. */
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
