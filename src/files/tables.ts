import type { Defaulted, TimestampColumn } from '../platform/db/columns.ts';

/** A stored file; its bytes are in the blob store. */
interface FilesTable {
  id: string;
  /** Null for avatars of users. */
  org_id: string | null;
  project_id: string | null;
  /** Type of the owner, e.g. `task_run`. */
  owner_type: string;
  owner_id: string;
  name: string;
  /** Detected from the bytes if possible. */
  media_type: string;
  /** Bytes. */
  size: number;
  sha256: Buffer;
  /** Key in the blob store. */
  blob_key: string;
  /** Whether the run created the file. False for files of the request. */
  made: Defaulted<boolean>;
  created: TimestampColumn;
}

/** Progress of the maintenance job that compares blobs with files. One row. */
interface FileSweepTable {
  single: boolean;
  /** Key of the last compared blob. */
  after_key: string;
  due: TimestampColumn;
}

/** Address of the avatar of a user, an organization or a project. */
interface AvatarsTable {
  /** Random last part of the address. */
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
