import type { Stamp, StampOrNull } from '../platform/db/columns.ts';

export interface UsersTable {
  id: string;
  email: string;
  name: string;
  avatar_url: string | null;
  job_role: string | null;
  bio: string | null;
  system_role: 'platform_administrator' | 'support' | null;
  created: Stamp;
  modified: Stamp;
}

export interface ApiKeysTable {
  id: string;
  org_id: string;
  project_id: string;
  /** The creator, as whom the key acts. */
  user_id: string;
  name: string;
  /** First characters of the value, to recognise a key by. */
  prefix: string;
  /** SHA-256 of the value. */
  hash: Buffer;
  /** Null means every right its creator has. */
  scopes: string[] | null;
  created: Stamp;
  last_used: StampOrNull;
  revoked_at: StampOrNull;
}

export interface RoleGrantsTable {
  resource_id: string;
  resource_type: string;
  subject_id: string;
  subject_type: string;
  role: string;
  created: Stamp;
}

export interface IdentityTables {
  users: UsersTable;
  api_keys: ApiKeysTable;
  role_grants: RoleGrantsTable;
}
