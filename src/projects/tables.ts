import type {
  Defaulted,
  DefaultedJson,
  NullableTimestampColumn,
  TimestampColumn,
  Version,
} from '../platform/db/columns.ts';

export interface ProjectsTable {
  id: string;
  org_id: string;
  name: string;
  /** Names the project where nobody signs in. */
  project_key: Defaulted<string>;
  avatar_url: string | null;
  /** Settings that were chosen; what is left out has its default. */
  config: DefaultedJson<Record<string, unknown>>;
  created: TimestampColumn;
  modified: TimestampColumn;
  deleted_at: NullableTimestampColumn;
  version: Version;
}

export interface ProjectTables {
  projects: ProjectsTable;
}
