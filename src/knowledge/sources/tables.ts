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

/** Configuration values by field name. */
export type SourceConfig = Readonly<Record<string, unknown>>;

/** Editable part of a knowledge source. */
export interface KnowledgeSourcesTable {
  id: string;
  org_id: string;
  project_id: string;
  kind: SourceKindName;
  name: string;
  config: Json<SourceConfig>;
  /** Row of `connection_credentials`. Null without a secret. */
  credential_id: string | null;
  /** Collections of new documents. */
  collection_ids: Defaulted<string[]>;
  /** How its documents are read. */
  strategy: string;
  /** ISO 8601 duration between two syncs. Null for manual syncs only. */
  schedule: string | null;
  /** Whether the schedule is paused. */
  paused: Defaulted<boolean>;
  /** Whether it is the scrape source. */
  is_scrape: Defaulted<boolean>;
  /** A sync withholds removals of more documents than this and than `removal_max_percent`. */
  removal_max_documents: Defaulted<number>;
  removal_max_percent: Defaulted<number>;
  /** ISO 8601 duration after which a second listing without the same documents applies. Null for never. */
  removal_repeat_after: string | null;
  /** ISO 8601 duration within which a complete sync is expected. Null without a goal. */
  fresh_within: string | null;
  created_by_type: string;
  created_by: string;
  created: TimestampColumn;
  modified: TimestampColumn;
  deleted_at: NullableTimestampColumn;
  version: Version;
}

/** State of a knowledge source. */
export interface KnowledgeSourceStatesTable {
  source_id: string;
  /** Time of the next sync. Null for none. */
  next_sync: NullableTimestampColumn;
  /** Whether documents remain to be deleted with the source. */
  drops_documents: Defaulted<boolean>;
  /** End of the latest sync that read the whole source and withheld nothing. */
  last_complete_sync: NullableTimestampColumn;
  /** Digest of the withheld removals. Null if there are none. */
  withheld_digest: string | null;
  /** Number of documents whose removal is withheld, and of all documents at that time. */
  withheld_documents: number | null;
  withheld_of_documents: number | null;
  /** Latest run with these removals, and the time of the first one. */
  withheld_run_id: string | null;
  withheld_since: NullableTimestampColumn;
  /** Whether documents remain to be deleted after a decision. */
  applies_removals: Defaulted<boolean>;
}

/** Source settings at the start of a run. */
export interface SyncPlan {
  readonly config: SourceConfig;
  readonly collection_ids: readonly string[];
  readonly strategy: string;
}

/** A sync of a source. */
export interface SourceRunsTable extends RunColumns<SourceRunStatus> {
  source_id: string;
  plan: Json<SyncPlan>;
  /** Whether listing is complete. */
  listed: Defaulted<boolean>;
  /** Next list position. Null at the start. */
  list_position: string | null;
  /** Notes about the whole run. */
  notes: DefaultedJson<readonly string[]>;
  added: Defaulted<number>;
  changed: Defaulted<number>;
  removed: Defaulted<number>;
  unchanged: Defaulted<number>;
  skipped: Defaulted<number>;
  failed: Defaulted<number>;
  /** Number of documents whose removal it withheld. */
  withheld: Defaulted<number>;
  /** Whether it has decided which documents to remove or withhold. */
  removals_evaluated: Defaulted<boolean>;
}

/**
 * Progress of removing an item's document: found missing; about to be removed by the run; withheld for a decision; kept
 * or confirmed by that decision.
 */
type ItemRemoval = 'missing' | 'removing' | 'withheld' | 'kept' | 'confirmed';

/** An item of a source and its state in the latest run that saw it. */
export interface SourceItemsTable {
  source_id: string;
  /** Address, key or path. */
  ref: string;
  /** Order of discovery. */
  n: string;
  project_id: string;
  /** Null without a document. */
  document_id: string | null;
  /** Version (ETag) of the current document. */
  etag: string | null;
  /** Last change of the current document, as the source states it. */
  last_modified: string | null;
  /** Digest of the document's content. */
  sha256: Buffer | null;
  /** Digest of a page without numbers and addresses: the current one, and the one before its latest change. */
  template_sha256: Buffer | null;
  previous_template_sha256: Buffer | null;
  /** Digest of new content that the latest run compared with other items before it stored any. */
  held_sha256: Buffer | null;
  /** Latest run that saw it. */
  run_id: string;
  /** `held`: visited, and to be visited again after the other items of the run. */
  state: 'pending' | 'held' | 'settled';
  /** Number of links from a start address. */
  depth: number;
  /** Number of redirects to it. */
  hops: number;
  /** Lane with one visitor at a time. Null for none. */
  lane: string | null;
  /** Family of similar addresses. Null for none. */
  family: string | null;
  /** Whether it is a sitemap. */
  is_map: boolean;
  /** Address that replaces it. */
  leads_to: string | null;
  /** Version in the latest list. */
  listed_etag: string | null;
  /** Failed visits in this run. */
  attempts: number;
  /** Earliest time of the next visit. */
  not_before: Date | null;
  /** Null for an item that the source contains. */
  removal: ItemRemoval | null;
  /** Why its document is to be removed. */
  removal_problem: Json<RunError | null>;
  /** Readers of the document as stored with it. Null without permissions of the source. */
  readers: string[] | null;
}

/** A member of a group of a source. */
interface SourceGroupMembersTable {
  source_id: string;
  project_id: string;
  /** Name or mail address of the group in lower case. */
  name: string;
  /** Mail address in lower case. */
  email: string;
}

/** Outcome of an item in a run. Unchanged items have no row. */
export interface SourceRunItemsTable {
  id: string;
  run_id: string;
  ref: string;
  outcome: ItemOutcome;
  document_id: string | null;
  /** Why it was skipped, removed or failed. */
  problem: Json<RunError | null>;
}

/** Crawl rules of a website in a run. */
interface SourceSitesTable {
  run_id: string;
  origin: string;
  rules: Json<unknown>;
}

/** Time when a lane is free again. */
interface SourceLanesTable {
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
  source_group_members: SourceGroupMembersTable;
}
