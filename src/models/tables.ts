import type { TimestampColumn } from '../platform/db/columns.ts';
import type { RuleType } from './exclusions.ts';

/** A rule that excludes models. */
export interface ModelExclusionsTable {
  id: string;
  org_id: string;
  /** Null for a rule of all projects of the organization. */
  project_id: string | null;
  rule_type: RuleType;
  /** Id of a model, or the name of a provider or vendor. */
  value: string;
  /** Reason, shown in errors. */
  reason: string | null;
  created: TimestampColumn;
  modified: TimestampColumn;
}

/** A key of a model provider for the whole installation. */
export interface ModelKeysTable {
  /** Name of the environment variable that the key replaces. */
  variable: string;
  sealed: string;
  /** Last four characters, shown to users. */
  last_four: string;
  /** Null if the user was erased. */
  set_by: string | null;
  set_at: TimestampColumn;
}

export interface ModelTables {
  model_keys: ModelKeysTable;
  model_exclusions: ModelExclusionsTable;
}
