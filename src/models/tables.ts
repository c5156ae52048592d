import type { Stamp } from '../platform/db/columns.ts';
import type { RuleType } from './exclusions.ts';

/** A rule that keeps models from being asked. */
export interface ModelExclusionsTable {
  id: string;
  org_id: string;
  /** Null where it holds for all projects of the organization. */
  project_id: string | null;
  rule_type: RuleType;
  /** Id of a model, or the name of a provider or vendor. */
  value: string;
  /** Why, for whoever is refused. */
  reason: string | null;
  created: Stamp;
  modified: Stamp;
}

/** A key of a model provider, for the whole installation. */
export interface ModelKeysTable {
  /** Name of the environment variable in whose place it stands. */
  variable: string;
  sealed: string;
  /** What people know it by. */
  last_four: string;
  /** Null where the user was erased. */
  set_by: string | null;
  set_at: Stamp;
}

export interface ModelTables {
  model_keys: ModelKeysTable;
  model_exclusions: ModelExclusionsTable;
}
