import type { MetadataField } from '../knowledge/metadata/contract.ts';
import type {
  Defaulted,
  DefaultedJson,
  NullableTimestampColumn,
  TimestampColumn,
  Version,
} from '../platform/db/columns.ts';

interface ProjectsTable {
  id: string;
  org_id: string;
  name: string;
  /** Identifies the project for requests without sign-in. */
  project_key: Defaulted<string>;
  avatar_url: string | null;
  /** Chosen settings; absent ones have their default. */
  config: DefaultedJson<Record<string, unknown>>;
  /** Fields of the metadata of its documents. */
  metadata_fields: DefaultedJson<readonly MetadataField[]>;
  created: TimestampColumn;
  modified: TimestampColumn;
  deleted_at: NullableTimestampColumn;
  version: Version;
}

export interface ProjectTables {
  projects: ProjectsTable;
}
