import type { Defaulted, TimestampColumn } from '../platform/db/columns.ts';

/** What is known of a stored file; its bytes are in the blob store. */
export interface FilesTable {
  id: string;
  /** Null for a picture of a person. */
  org_id: string | null;
  project_id: string | null;
  /** What it belongs to, e.g. `task_run`. */
  owner_type: string;
  owner_id: string;
  name: string;
  /** As its bytes say, where they say it. */
  media_type: string;
  /** Bytes. */
  size: number;
  sha256: Buffer;
  /** Key in the blob store. */
  blob_key: string;
  /** Whether its run made it; else it came with the request. */
  made: Defaulted<boolean>;
  created: TimestampColumn;
}

/** Progress of the maintenance job that compares blobs with files. One row. */
export interface FileSweepTable {
  single: boolean;
  /** Key of the last blob that was looked at. */
  after_key: string;
  due: TimestampColumn;
}

/** The address of the picture of a user, an organization or a project. */
export interface AvatarsTable {
  /** Random; the address of the picture ends in it. */
  token: string;
  owner_type: string;
  owner_id: string;
  media_type: string;
  created: TimestampColumn;
}

export interface FileTables {
  files: FilesTable;
  file_sweep: FileSweepTable;
  avatars: AvatarsTable;
}
