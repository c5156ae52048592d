import type { NullableTimestampColumn, TimestampColumn } from '../platform/db/columns.ts';
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

/** An outage of a provider for one credential, shared by all workers. Ended outages have no row. */
export interface ProviderOutagesTable {
  /** Digest of provider, address and name of the credential, and of the model if only it is affected. */
  key: string;
  provider: string;
  base_url: string | null;
  /** Model name at the provider, if only this model is affected. */
  model: string | null;
  /** Number of failures since the last success. */
  failures: number;
  /** Time of the first of these failures. */
  since: TimestampColumn;
  /** Time since which only probes call the provider; null before. */
  opened_at: NullableTimestampColumn;
  /** Reason and provider's message of the last failure. */
  reason: string;
  message: string;
  last_probe_at: NullableTimestampColumn;
  next_probe_at: Date;
  /** Time at which a waiting run is next woken to probe. */
  next_wake_at: TimestampColumn;
}

export interface ModelTables {
  provider_outages: ProviderOutagesTable;
  model_keys: ModelKeysTable;
  model_exclusions: ModelExclusionsTable;
}
