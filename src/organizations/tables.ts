import type {
  Decimal,
  Defaulted,
  DefaultedJson,
  Json,
  NullableTimestampColumn,
  TimestampColumn,
  Version,
} from '../platform/db/columns.ts';

export interface OrganizationsTable {
  id: string;
  name: string;
  contact_email: string;
  avatar_url: string | null;
  public_metadata: DefaultedJson<Record<string, unknown>>;
  low_credit_alerts: Defaulted<boolean>;
  usage_based_pricing_enabled: Defaulted<boolean>;
  /** Whether its tasks may be public, or be told of to models. */
  publishing_enabled: Defaulted<boolean>;
  /** Whether links to its tasks and agents show anything. */
  sharing_enabled: Defaulted<boolean>;
  plan: Defaulted<string>;
  plan_status: Defaulted<string>;
  plan_interval: string | null;
  trial_ends_at: NullableTimestampColumn;
  auto_topup_config: DefaultedJson<Record<string, unknown>>;
  /** What is asked before tool calls of its agents at least; null where each agent says. */
  approval_floor: Json<Record<string, unknown> | null>;
  created: TimestampColumn;
  modified: TimestampColumn;
  deleted_at: NullableTimestampColumn;
  version: Version;
}

export interface OrganizationAccountsTable {
  id: string;
  org_id: string;
  /** Exact decimal; the wire shows its floor. */
  credits: Decimal;
  /** When the organization was told last that its credits run low; null while they do not. */
  alerted_at: NullableTimestampColumn;
  /** When it asked for credits by itself last; null while it has as many as it wants. */
  topup_asked_at: NullableTimestampColumn;
  /** Exact decimal: how far below nothing its credits may go. */
  overdraft: Defaulted<string>;
  /** Exact decimal: set aside for calls that are under way. */
  reserved: Defaulted<string>;
  modified: TimestampColumn;
}

export interface InvitesTable {
  id: string;
  org_id: string;
  /** Trimmed and in lower case. */
  email_address: string;
  /** Roles on the organization; with none, joining gives bare membership. */
  roles: Defaulted<string[]>;
  /** Roles by project. */
  project_roles: DefaultedJson<Record<string, string[]>>;
  /** SHA-256 of the code that the mail carries. */
  code_hash: Buffer;
  status: Defaulted<'pending' | 'accepted' | 'cancelled' | 'expired'>;
  created_by: string;
  created: TimestampColumn;
  modified: TimestampColumn;
  sent_at: NullableTimestampColumn;
  /** When the reminder is due; null once no mail is due any more. */
  remind_at: NullableTimestampColumn;
  reminded_at: NullableTimestampColumn;
  expires_at: TimestampColumn;
  /** Why the mail could not be delivered; null while nothing is known to be wrong. */
  delivery_error: string | null;
  accepted_at: NullableTimestampColumn;
  accepted_by: string | null;
}

export interface OrganizationDomainsTable {
  id: string;
  org_id: string;
  /** In its ASCII form and in lower case. */
  domain: string;
  status: Defaulted<'unverified' | 'verified'>;
  /** What a DNS record of the domain has to carry. */
  verification_token: string;
  created_by: string;
  created: TimestampColumn;
  modified: TimestampColumn;
  checked_at: NullableTimestampColumn;
  next_check_at: NullableTimestampColumn;
  /** What the last look at the DNS found instead. */
  check_error: string | null;
  verified_at: NullableTimestampColumn;
}

export interface OrganizationTables {
  organizations: OrganizationsTable;
  organization_accounts: OrganizationAccountsTable;
  invites: InvitesTable;
  organization_domains: OrganizationDomainsTable;
}
