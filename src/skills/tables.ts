import type { Defaulted, Json, NullableTimestampColumn, TimestampColumn, Version } from '../platform/db/columns.ts';
import type { Dependency } from './dependencies.ts';

/** Skills of projects and of the catalog, which have no organization and project. */
export interface SkillsTable {
  id: string;
  org_id: string | null;
  project_id: string | null;
  /** Catalog source. Null for a project's own skill. */
  catalog: string | null;
  /** Name in the open format: lowercase letters, digits, hyphens. */
  slug: string;
  display_name: string;
  /** Describes for models when to use the skill. */
  description: string;
  license: string | null;
  compatibility: string | null;
  /** Tags from the front matter of a catalog skill. */
  tags: Defaulted<string[]>;
  active_revision_id: string;
  created_by: string | null;
  created: TimestampColumn;
  modified: TimestampColumn;
  deleted_at: NullableTimestampColumn;
  version: Version;
}

/** Immutable revisions of skills. Binary files are in `files`. */
export interface SkillRevisionsTable {
  id: string;
  skill_id: string;
  instructions: string;
  /** Front matter as imported. Null for none. */
  front: string | null;
  /** Text files by path. */
  reference_docs: Json<Readonly<Record<string, string>>>;
  skill_metadata: Json<Readonly<Record<string, unknown>>>;
  capabilities: Json<SkillCapabilities>;
  annotation: string | null;
  /** SHA-256 of all fields above and the other files. */
  digest: Buffer;
  created_by: string | null;
  created: TimestampColumn;
}

/** Requirements of a skill. */
export interface SkillCapabilities {
  readonly schema_version: number;
  /** Dependencies. Imported ones are unchanged: one without `required` is required. */
  readonly dependencies: readonly Dependency[];
}

export interface SkillTables {
  skills: SkillsTable;
  skill_revisions: SkillRevisionsTable;
}
