import type { Defaulted, DefaultedJson, Stamp, StampOrNull, Version } from '../platform/db/columns.ts';

export interface ProjectsTable {
  id: string;
  org_id: string;
  name: string;
  /** Names the project where nobody signs in. */
  project_key: Defaulted<string>;
  avatar_url: string | null;
  /** Settings that were chosen; what is left out has its default. */
  config: DefaultedJson<Record<string, unknown>>;
  created: Stamp;
  modified: Stamp;
  deleted_at: StampOrNull;
  version: Version;
}

export interface ProjectTables {
  projects: ProjectsTable;
}
