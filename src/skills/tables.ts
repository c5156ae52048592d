import type { Defaulted, Json, NullableTimestampColumn, TimestampColumn, Version } from '../platform/db/columns.ts';
import type { Dependency } from './dependencies.ts';

/** A skill of a project, or one of the catalogue, which has neither organization nor project. */
export interface SkillsTable {
  id: string;
  org_id: string | null;
  project_id: string | null;
  /** Source of the catalogue that it comes from; null for a project's own. */
  catalogue: string | null;
  /** Its name in the open format: small letters, digits, hyphens. */
  slug: string;
  display_name: string;
  /** Tells a model when the skill is of use. */
  description: string;
  license: string | null;
  compatibility: string | null;
  /** Of the catalogue's: what its front matter says. */
  tags: Defaulted<string[]>;
  active_revision_id: string;
  created_by: string | null;
  created: TimestampColumn;
  modified: TimestampColumn;
  deleted_at: NullableTimestampColumn;
  version: Version;
}

/** What a skill says; it never changes. Files of it that are no text are in `files`. */
export interface SkillRevisionsTable {
  id: string;
  skill_id: string;
  instructions: string;
  /** The front matter as it was imported; null where there was none. */
  front: string | null;
  /** Files of text by path. */
  reference_docs: Json<Readonly<Record<string, string>>>;
  skill_metadata: Json<Readonly<Record<string, unknown>>>;
  capabilities: Json<SkillCapabilities>;
  annotation: string | null;
  /** SHA-256 over everything above and the other files. */
  digest: Buffer;
  created_by: string | null;
  created: TimestampColumn;
}

/** What a skill needs to work. */
export interface SkillCapabilities {
  readonly schema_version: number;
  /** Those that came with a folder are as its author wrote them: one without `required` is required. */
  readonly dependencies: readonly Dependency[];
}

export interface SkillTables {
  skills: SkillsTable;
  skill_revisions: SkillRevisionsTable;
}
