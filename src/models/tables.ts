import type { NullableTimestampColumn, TimestampColumn } from '../platform/db/columns.ts';
import type { RuleType } from './exclusions.ts';

/** A rule that excludes models. */
export interface ModelExclusionsTable {
  id: string;
  org_id: string;
  /** Null where it holds for all projects of the organization. */
  project_id: string | null;
  rule_type: RuleType;
  /** Id of a model, or the name of a provider or vendor. */
  value: string;
  /** Reason, shown in errors. */
  reason: string | null;
  created: TimestampColumn;
  modified: TimestampColumn;
}

/** A key of a model provider, for the whole installation. */
export interface ModelKeysTable {
  /** Name of the environment variable that the key replaces. */
  variable: string;
  sealed: string;
  /** Last four characters, shown to people. */
  last_four: string;
  /** Null where the user was erased. */
  set_by: string | null;
  set_at: TimestampColumn;
}

/** An outage of a provider for one credential, shared by all workers. Closed outages have no row. */
export interface ProviderOutagesTable {
  /** Digest of provider, address and name of the credential, and of the model where the outage is the model's alone. */
  key: string;
  provider: string;
  base_url: string | null;
  /** The provider's name of the model, where the outage is the model's alone. */
  model: string | null;
  /** Failures since the last success. */
  failures: number;
  /** When the first of them was. */
  since: TimestampColumn;
  /** Since when nobody but probes calls the provider; null while the failures are few. */
  opened_at: NullableTimestampColumn;
  /** Why the last call failed, and what the provider said. */
  reason: string;
  message: string;
  last_probe_at: NullableTimestampColumn;
  next_probe_at: Date;
  /** When a waiting run is woken next to make a probe. */
  next_wake_at: TimestampColumn;
}

export interface ModelTables {
  provider_outages: ProviderOutagesTable;
  model_keys: ModelKeysTable;
  model_exclusions: ModelExclusionsTable;
}
