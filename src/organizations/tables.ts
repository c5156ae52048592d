import type {
  Defaulted,
  DefaultedJson,
  Json,
  NullableTimestampColumn,
  TimestampColumn,
  Version,
} from '../platform/db/columns.ts';
import type { Message } from '../platform/messages.ts';

interface OrganizationsTable {
  id: string;
  name: string;
  contact_email: string;
  avatar_url: string | null;
  public_metadata: DefaultedJson<Record<string, unknown>>;
  low_credit_alerts: Defaulted<boolean>;
  usage_based_pricing_enabled: Defaulted<boolean>;
  /** Whether tasks may be public and appear in files for models such as llms.txt. */
  publishing_enabled: Defaulted<boolean>;
  /** Whether share links of tasks and agents work. */
  sharing_enabled: Defaulted<boolean>;
  plan: Defaulted<string>;
  plan_status: Defaulted<string>;
  plan_interval: string | null;
  trial_ends_at: NullableTimestampColumn;
  auto_topup_config: DefaultedJson<Record<string, unknown>>;
  /** Minimum approval policy for tool calls of the organization's agents; null leaves it to each agent. */
  approval_floor: Json<Record<string, unknown> | null>;
  created: TimestampColumn;
  modified: TimestampColumn;
  deleted_at: NullableTimestampColumn;
  version: Version;
}

export interface InvitesTable {
  id: string;
  org_id: string;
  /** Trimmed and in lower case. */
  email_address: string;
  /** Roles on the organization; empty grants plain membership. */
  roles: Defaulted<string[]>;
  /** Roles by project. */
  project_roles: DefaultedJson<Record<string, string[]>>;
  /** SHA-256 of the code in the mail. */
  code_hash: Buffer;
  status: Defaulted<'pending' | 'accepted' | 'cancelled' | 'expired'>;
  created_by: string;
  created: TimestampColumn;
  modified: TimestampColumn;
  sent_at: NullableTimestampColumn;
  reminded_at: NullableTimestampColumn;
  /** Time of the workflow's next step: mail, reminder or expiry. */
  next_step_at: TimestampColumn;
  expires_at: TimestampColumn;
  /** Reason of the failed delivery; null if none failed. */
  delivery_error: Json<Message | null>;
  accepted_at: NullableTimestampColumn;
  accepted_by: string | null;
}

export interface OrganizationDomainsTable {
  id: string;
  org_id: string;
  /** ASCII form in lower case. */
  domain: string;
  status: Defaulted<'unverified' | 'verified'>;
  /** Required value of the domain's DNS record. */
  verification_token: string;
  created_by: string;
  created: TimestampColumn;
  modified: TimestampColumn;
  checked_at: NullableTimestampColumn;
  next_check_at: NullableTimestampColumn;
  /** Problem that the last check found. */
  check_error: Json<Message | null>;
  verified_at: NullableTimestampColumn;
}

export interface OrganizationTables {
  organizations: OrganizationsTable;
  invites: InvitesTable;
  organization_domains: OrganizationDomainsTable;
}
