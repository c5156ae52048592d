import type { Decimal, Defaulted, Stamp, StampOrNull } from '../platform/db/columns.ts';

export interface OrganizationsTable {
  id: string;
  name: string;
  contact_email: string;
  avatar_url: string | null;
  public_metadata: Defaulted<Record<string, unknown>>;
  low_credit_alerts: Defaulted<boolean>;
  usage_based_pricing_enabled: Defaulted<boolean>;
  plan: Defaulted<string>;
  plan_status: Defaulted<string>;
  plan_interval: string | null;
  trial_ends_at: StampOrNull;
  auto_topup_config: Defaulted<Record<string, unknown>>;
  created: Stamp;
  modified: Stamp;
  deleted_at: StampOrNull;
}

export interface OrganizationAccountsTable {
  id: string;
  org_id: string;
  /** Exact decimal; the wire shows its floor. */
  credits: Decimal;
  modified: Stamp;
}

export interface ProjectsTable {
  id: string;
  org_id: string;
  name: string;
  avatar_url: string | null;
  created: Stamp;
  modified: Stamp;
  deleted_at: StampOrNull;
}

export interface OrganizationTables {
  organizations: OrganizationsTable;
  organization_accounts: OrganizationAccountsTable;
  projects: ProjectsTable;
}
