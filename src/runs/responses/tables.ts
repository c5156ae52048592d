import type { Defaulted, Json, TimestampColumn } from '../../platform/db/columns.ts';

/** Response of the OpenAI API. Several responses can show parts of one run, such as before and after an approval. */
export interface RunResponsesTable {
  id: string;
  org_id: string;
  project_id: string;
  /** Run that it shows; exactly one of the two is set. */
  agent_run_id: string | null;
  task_run_id: string | null;
  /** Task or agent of the run. */
  parent_id: string;
  created_by_type: string;
  created_by: string;
  /** SHA-256 of the conversation that it responds to, the new message included. */
  input_digest: Buffer;
  /** Number of the last event of the run before the response. 0 for none. */
  after_seq: Defaulted<number>;
  /** Whether clients can read it and continue from it by its ID. */
  stored: boolean;
  /** Parameters that the response repeats. */
  request: Json<Record<string, unknown>>;
  /** Input items without the contents of files. Null unless the response is stored. */
  input: Json<readonly Record<string, unknown>[] | null>;
  created: TimestampColumn;
}

export interface ResponseTables {
  run_responses: RunResponsesTable;
}
