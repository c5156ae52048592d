import type { Stamp } from '../db/columns.ts';

/** The picture of a user, an organization or a project; its bytes are in the blob store. */
export interface AvatarsTable {
  /** Random; the address of the picture ends in it. */
  token: string;
  owner_type: string;
  owner_id: string;
  /** SHA-256 of the bytes, hexadecimal: their name in the blob store. */
  hash: string;
  media_type: string;
  created: Stamp;
}

export interface FileTables {
  avatars: AvatarsTable;
}
