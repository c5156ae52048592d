import type {
  Defaulted,
  DefaultedJson,
  Json,
  NullableTimestampColumn,
  TimestampColumn,
  Version,
} from '../../platform/db/columns.ts';
import type { RunError } from '../../runs/contract.ts';
import type { RunColumns } from '../../runs/tables.ts';
import type { ItemOutcome, SourceKindName, SourceRunStatus } from './contract.ts';

/** Values of the fields of a kind of source, by name. */
export type SourceConfig = Readonly<Record<string, unknown>>;

/** Where documents come from again and again, as people edit it. */
export interface KnowledgeSourcesTable {
  id: string;
  org_id: string;
  project_id: string;
  kind: SourceKindName;
  name: string;
  config: Json<SourceConfig>;
  /** Row of `connection_credentials`; null where it is shown none. */
  credential_id: string | null;
  /** Collections that its documents join. */
  collection_ids: Defaulted<string[]>;
  /** How its documents are read. */
  strategy: string;
  /** ISO 8601 duration between two syncs; null where only people begin them. */
  schedule: string | null;
  /** Whether the schedule rests. */
  paused: Defaulted<boolean>;
  /** Whether it is the one that `scrape` works with. */
  is_scrape: Defaulted<boolean>;
  created_by_type: string;
  created_by: string;
  created: TimestampColumn;
  modified: TimestampColumn;
  deleted_at: NullableTimestampColumn;
  version: Version;
}

/** What stands with a source besides. */
export interface KnowledgeSourceStatesTable {
  source_id: string;
  /** When its next sync is due; null where none is. */
  next_sync: NullableTimestampColumn;
  /** Whether it was deleted with its documents, of which some are left. */
  drops_documents: Defaulted<boolean>;
}

/** What a run takes, as it was when the run was accepted. */
export interface SyncPlan {
  readonly config: SourceConfig;
  readonly collection_ids: readonly string[];
  readonly strategy: string;
}

/** A run that brings a source's documents up to date. */
export interface SourceRunsTable extends RunColumns<SourceRunStatus> {
  source_id: string;
  plan: Json<SyncPlan>;
  /** Whether it is known what there is at the source. */
  listed: Defaulted<boolean>;
  /** Where listing goes on; null at the beginning. */
  list_position: string | null;
  /** What people should know of the run as a whole. */
  notes: DefaultedJson<readonly string[]>;
  added: Defaulted<number>;
  changed: Defaulted<number>;
  removed: Defaulted<number>;
  unchanged: Defaulted<number>;
  skipped: Defaulted<number>;
  failed: Defaulted<number>;
}

/** A thing at a source, and in the newest run that saw it what is still to be done with it. */
export interface SourceItemsTable {
  source_id: string;
  /** Address, key or path. */
  ref: string;
  /** Order in which things became known. */
  n: string;
  project_id: string;
  /** Null where none was made of it. */
  document_id: string | null;
  /** What the source names the version by of which the document was made. */
  etag: string | null;
  /** The same as the time of its last change, in the source's words. */
  last_modified: string | null;
  /** Digest of what the document was made of. */
  sha256: Buffer | null;
  /** Newest run that saw it. */
  run_id: string;
  state: 'pending' | 'settled';
  /** Links that lead to it from where the run began. */
  depth: number;
  /** Redirects that lead to it. */
  hops: number;
  /** What takes one visitor at a time; null where nothing does. */
  lane: string | null;
  /** What it has in common with others of which only so many are visited in a run; null where nothing is. */
  family: string | null;
  /** Whether it only says what else there is. */
  is_map: boolean;
  /** What it says stands in its place. */
  leads_to: string | null;
  /** The version that the newest list of the source named. */
  listed_etag: string | null;
  /** Visits in this run that came to nothing. */
  attempts: number;
  /** Before this it is not visited again. */
  not_before: Date | null;
}

/** What became of a thing in a run; those without change have no row. */
export interface SourceRunItemsTable {
  id: string;
  run_id: string;
  ref: string;
  outcome: ItemOutcome;
  document_id: string | null;
  /** Why it was left out, taken away or failed. */
  problem: Json<RunError | null>;
}

/** What a website allows in a run. */
export interface SourceSitesTable {
  run_id: string;
  origin: string;
  rules: Json<unknown>;
}

/** When what takes one visitor at a time takes the next, whoever comes. */
export interface SourceLanesTable {
  lane: string;
  free_at: TimestampColumn;
}

export interface SourceTables {
  knowledge_sources: KnowledgeSourcesTable;
  knowledge_source_states: KnowledgeSourceStatesTable;
  source_runs: SourceRunsTable;
  source_items: SourceItemsTable;
  source_run_items: SourceRunItemsTable;
  source_sites: SourceSitesTable;
  source_lanes: SourceLanesTable;
}
