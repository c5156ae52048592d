import type { SystemRole } from '../access/roles.ts';
import type { Defaulted, Json, NullableTimestampColumn, TimestampColumn, Version } from '../platform/db/columns.ts';
import type { MailLanguage } from '../platform/mail/texts/index.ts';

export interface UsersTable {
  id: string;
  email: string;
  /** Whether the person showed that the address is theirs. */
  email_verified: Defaulted<boolean>;
  name: string;
  avatar_url: string | null;
  job_role: string | null;
  bio: string | null;
  subscribed_to_newsletter: Defaulted<boolean>;
  /** Kinds of mails that the person does not want. */
  muted_mails: Defaulted<string[]>;
  /** In which language the person is mailed; null until it is known. */
  language: MailLanguage | null;
  system_role: SystemRole | null;
  created: TimestampColumn;
  modified: TimestampColumn;
  version: Version;
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
  created: TimestampColumn;
  last_used: NullableTimestampColumn;
  revoked_at: NullableTimestampColumn;
}

/** How a person signs in; `credential` accounts hold a password. */
export interface UserAccountsTable {
  id: string;
  user_id: string;
  provider_id: string;
  /** The provider's name for the person; the user's own id for a password. */
  account_id: string;
  /** Its hash, which names its cost and salt. */
  password: string | null;
  created: TimestampColumn;
  /** When the password was set. */
  modified: TimestampColumn;
}

/** A browser that is signed in. */
export interface UserSessionsTable {
  id: string;
  user_id: string;
  /** What the cookie carries with a signature, without which it opens nothing. */
  token: string;
  expires_at: TimestampColumn;
  ip_address: string | null;
  user_agent: string | null;
  created: TimestampColumn;
  modified: TimestampColumn;
}

/** A link that was mailed to an address and may still be used. */
export interface MailedLinksTable {
  /** SHA-256 of the token, which only the mail has. */
  hash: Buffer;
  purpose: 'sign_up' | 'reset_password';
  /** Normalized. */
  email: string;
  /** What somebody who signs up wants to be called. */
  name: string | null;
  expires_at: TimestampColumn;
  created: TimestampColumn;
}

/** A link that signs a user in at the machine the product runs on, and may still be used. */
export interface SignInLinksTable {
  /** SHA-256 of the token, which is kept nowhere. */
  hash: Buffer;
  user_id: string;
  expires_at: TimestampColumn;
  created: TimestampColumn;
}

/** Failed sign-ins of one address from one place. */
export interface SignInFailuresTable {
  /** SHA-256 of both. */
  key: Buffer;
  failures: number;
  blocked_until: TimestampColumn;
  modified: TimestampColumn;
}

/** Keys the servers of an installation share. */
export interface ServerSecretsTable {
  name: string;
  sealed: string;
  created: TimestampColumn;
}

export interface OAuthClientsTable {
  /** Also the client's `client_id`. */
  id: string;
  org_id: string;
  project_id: string;
  name: string;
  profile: string | null;
  /** SHA-256 of the secret; null for a client without one. */
  secret_hash: Buffer | null;
  grant_types: string[];
  redirect_uris: Defaulted<string[]>;
  /** Scopes it may ask for; null means any. */
  scopes: string[] | null;
  pkce_required: boolean;
  token_endpoint_auth_method: string;
  /** The user or project that made it, was last shown its secret, or changed what it may without seeing other projects. */
  created_by: string | null;
  created: TimestampColumn;
  modified: TimestampColumn;
  deleted_at: NullableTimestampColumn;
  version: Version;
}

/** What the OAuth server remembers: tokens, codes, grants, its sessions and unfinished requests. */
export interface OAuthRecordsTable {
  /** SHA-256 of the token, code or id, which is kept nowhere. */
  key: Buffer;
  /** The kind of record, in the server's own words. */
  model: string;
  payload: Json<Record<string, unknown>>;
  client_id: string | null;
  /** The user who granted it; null for client credentials. */
  account_id: string | null;
  /** The key of the grant it hangs on. */
  grant_key: Buffer | null;
  uid: string | null;
  scopes: Defaulted<string[]>;
  consumed_at: NullableTimestampColumn;
  expires_at: TimestampColumn;
  created: TimestampColumn;
}

export interface IdentityTables {
  users: UsersTable;
  api_keys: ApiKeysTable;
  user_accounts: UserAccountsTable;
  user_sessions: UserSessionsTable;
  mailed_links: MailedLinksTable;
  sign_in_links: SignInLinksTable;
  sign_in_failures: SignInFailuresTable;
  server_secrets: ServerSecretsTable;
  oauth_clients: OAuthClientsTable;
  oauth_records: OAuthRecordsTable;
}
