import type { SystemRole } from '../access/roles.ts';
import type {
  Defaulted,
  DefaultedJson,
  Json,
  NullableTimestampColumn,
  TimestampColumn,
  Version,
} from '../platform/db/columns.ts';
import type { MailLanguage } from '../platform/mail/texts/index.ts';

/** A named filter of a project's approval requests, for any project. Omitted fields do not filter. */
export interface InboxView {
  readonly name: string;
  readonly status?: string;
  readonly assigned?: string;
  readonly group_by?: string;
}

interface UsersTable {
  id: string;
  email: string;
  /** Whether the user has confirmed the address. */
  email_verified: Defaulted<boolean>;
  name: string;
  avatar_url: string | null;
  job_role: string | null;
  bio: string | null;
  subscribed_to_newsletter: Defaulted<boolean>;
  /** Mail kinds that the user has switched off. */
  muted_mails: Defaulted<string[]>;
  inbox_views: DefaultedJson<readonly InboxView[]>;
  /** Mail language; null until known. */
  language: MailLanguage | null;
  system_role: SystemRole | null;
  created: TimestampColumn;
  modified: TimestampColumn;
  version: Version;
}

interface ApiKeysTable {
  id: string;
  org_id: string;
  project_id: string;
  /** Creator, as whom the key acts. */
  user_id: string;
  name: string;
  /** First characters of the value, to recognise a key. */
  prefix: string;
  /** SHA-256 of the value. */
  hash: Buffer;
  /** Null grants all permissions of the creator. */
  scopes: string[] | null;
  created: TimestampColumn;
  last_used: NullableTimestampColumn;
  revoked_at: NullableTimestampColumn;
}

/** Sign-in method of a user; `credential` accounts hold a password. */
interface UserAccountsTable {
  id: string;
  user_id: string;
  provider_id: string;
  /** User id at the provider; the user's own id for a password. */
  account_id: string;
  /** Hash with its cost and salt. */
  password: string | null;
  created: TimestampColumn;
  /** Time the password was set. */
  modified: TimestampColumn;
}

/** Signed-in browser. */
interface UserSessionsTable {
  id: string;
  user_id: string;
  /** Cookie value without its signature. It is useless without the signature. */
  token: string;
  expires_at: TimestampColumn;
  ip_address: string | null;
  user_agent: string | null;
  created: TimestampColumn;
  modified: TimestampColumn;
}

/** Mailed link that has not been used. */
export interface MailedLinksTable {
  /** SHA-256 of the token, which only the mail contains. */
  hash: Buffer;
  purpose: 'sign_up' | 'reset_password';
  /** Normalized address. */
  email: string;
  /** Name entered at sign-up. */
  name: string | null;
  expires_at: TimestampColumn;
  created: TimestampColumn;
}

/** Unused link that signs a user in on the product's own machine. */
interface SignInLinksTable {
  /** SHA-256 of the token, which is not stored. */
  hash: Buffer;
  user_id: string;
  expires_at: TimestampColumn;
  created: TimestampColumn;
}

/** Failed sign-ins of an address from one network. */
interface SignInFailuresTable {
  /** SHA-256 of address and network. */
  key: Buffer;
  failures: number;
  blocked_until: TimestampColumn;
  modified: TimestampColumn;
}

interface OAuthClientsTable {
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
  /** Scopes that the client may request; null means any. */
  scopes: string[] | null;
  pkce_required: boolean;
  token_endpoint_auth_method: string;
  /**
   * User or project that created it, was last shown its secret, or changed its permissions without seeing other
   * projects.
   */
  created_by: string | null;
  /**
   * Client ID of a client that no person of the project created: the URL of its metadata document, or that of its
   * dynamic registration. Null for the others.
   */
  external_id: Defaulted<string | null>;
  created: TimestampColumn;
  modified: TimestampColumn;
  deleted_at: NullableTimestampColumn;
  version: Version;
}

/** Dynamic registrations of OAuth clients. */
export interface OAuthRegistrationsTable {
  id: string;
  name: string;
  redirect_uris: string[];
  grant_types: string[];
  created: TimestampColumn;
}

/** Records of the OAuth server: tokens, codes, grants, sessions and unfinished requests. */
interface OAuthRecordsTable {
  /** SHA-256 of the token, code or id, which is not stored. */
  key: Buffer;
  /** Record type, in the OAuth server's terms. */
  model: string;
  payload: Json<Record<string, unknown>>;
  client_id: string | null;
  /** Granting user; null for client credentials. */
  account_id: string | null;
  /** Key of the record's grant. */
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
  oauth_clients: OAuthClientsTable;
  oauth_registrations: OAuthRegistrationsTable;
  oauth_records: OAuthRecordsTable;
}
