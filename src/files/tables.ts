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
  /** Key in the blob store; null where `content` holds the bytes. */
  blob_key: string | null;
  /** Whether its run made it; else it came with the request. */
  made: Defaulted<boolean>;
  /** The bytes of a file that an earlier release stored and that was not moved yet. */
  content: Buffer | null;
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
  /** SHA-256 of the bytes, hexadecimal. */
  hash: string;
  media_type: string;
  created: TimestampColumn;
}

export interface FileTables {
  files: FilesTable;
  file_sweep: FileSweepTable;
  avatars: AvatarsTable;
}
