import type { Generated } from 'kysely';
import type { TimestampColumn } from '../platform/db/columns.ts';

export interface TagsTable {
  id: string;
  org_id: string;
  project_id: string;
  /** What it is for: the tags of tasks and those of agents are not the same. */
  kind: string;
  name: string;
  description: string;
  parent_id: string | null;
  created: TimestampColumn;
}

export interface TaggedTable {
  tag_id: string;
  entity_id: string;
  /** In which order they were given. */
  seq: Generated<string>;
}

export interface TagTables {
  tags: TagsTable;
  tagged: TaggedTable;
}
