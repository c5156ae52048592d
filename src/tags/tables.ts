import type { Generated } from 'kysely';
import type { TimestampColumn } from '../platform/db/columns.ts';

export interface TagsTable {
  id: string;
  org_id: string;
  project_id: string;
  /** Resource type; tasks and agents have separate tags. */
  kind: string;
  name: string;
  description: string;
  parent_id: string | null;
  created: TimestampColumn;
}

interface TaggedTable {
  tag_id: string;
  entity_id: string;
  /** Order in which they were added. */
  seq: Generated<string>;
}

export interface TagTables {
  tags: TagsTable;
  tagged: TaggedTable;
}
