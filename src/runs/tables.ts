import type { Decimal, Defaulted, Json, Stamp, StampOrNull } from '../platform/db/columns.ts';
import type { Database } from '../platform/db/schema.ts';
import type { RunError, WaitingFor } from './contract.ts';

/** The columns of every table of runs. */
export interface RunColumns<Status extends string = string> {
  id: string;
  org_id: string;
  project_id: string;
  status: Status;
  waiting_for: Json<WaitingFor | null>;
  is_error: boolean;
  error: Json<RunError | null>;
  trigger_type: string;
  input_tokens: number;
  output_tokens: number;
  charged_credits: Decimal;
  /** Whether some of the usage was guessed, because a model call ended before its provider counted it. */
  usage_estimated: Defaulted<boolean>;
  /** How often the reconciler had to start the run's workflow anew. */
  restarts: Defaulted<number>;
  created_by_type: string;
  created_by: string;
  created: Stamp;
  started: StampOrNull;
  completed: StampOrNull;
}

/** Name of a table of runs. */
export type RunTable = {
  [Table in keyof Database]: Database[Table] extends RunColumns ? Table : never;
}[keyof Database];
