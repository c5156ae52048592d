import type { Defaulted, Json, NullableTimestampColumn, TimestampColumn, Version } from '../../platform/db/columns.ts';
import type { RemovedCharacters } from '../../platform/hidden-text.ts';
import type { DeclaredTool } from './declaration.ts';
import type { CredentialHint, SkippedOperation } from './openapi/document.ts';

/** Authentication of an API with an OpenAPI document. */
export type CredentialKind = 'none' | 'bearer' | 'header' | 'query' | 'basic';

/** Authentication that a document suggests. */
interface SuggestedCredential {
  readonly kind: CredentialHint['kind'];
  readonly name?: string;
}

/** Parts of a document that are not tools. */
interface SkippedParts {
  /** Number of skipped operations; `first` lists some with reasons. */
  readonly operations: number;
  readonly first: SkippedOperation[];
  /** Other parts, such as webhooks. */
  readonly parts: string[];
}

/** Configuration of an integration without secrets. */
export interface IntegrationConfig {
  /** IDs of offered tools. Null for the default of the kind. */
  readonly enabled_tools: readonly string[] | null;
  /** IDs of tools that outside agents can call through the project's own MCP server. Absent for none. */
  readonly exposed_tools?: readonly string[];
  /** Base URL of an API with a document. */
  readonly base_url?: string;
  /** Other origins that may be called. */
  readonly allowed_origins?: readonly string[];
  /** Source and title of the document. */
  readonly document_url?: string | null;
  readonly title?: string;
  /** Suggested authentication and skipped parts. */
  readonly suggested_credential?: SuggestedCredential;
  readonly left_out?: SkippedParts;
  /** Removed invisible characters. */
  readonly hidden_text?: RemovedCharacters[];
  /** Authentication. `name` is the header, query parameter or user name. */
  readonly credential?: { readonly kind: CredentialKind; readonly name?: string };
}

/** Stored authorization status. A lost token is recorded with the credential. */
export type IntegrationStatus = 'authorized' | 'needs_authorization' | 'disconnected' | 'failed';

/** An external service of a project. */
export interface IntegrationsTable {
  id: string;
  org_id: string;
  project_id: string;
  type: string;
  name: string;
  /** Prefix of its tool names. */
  slug: string;
  config: Json<IntegrationConfig>;
  status: IntegrationStatus;
  /** Why the authorization failed. */
  problem: string | null;
  /** Account at the service. */
  account: string | null;
  /** Granted scopes. */
  scopes: Defaulted<string[]>;
  credential_id: string | null;
  /** User of this installation who authorized it. */
  authorized_by: string | null;
  authorized_at: NullableTimestampColumn;
  created_by: string | null;
  created: TimestampColumn;
  modified: TimestampColumn;
  deleted_at: NullableTimestampColumn;
  version: Version;
}

/** Tools of an API with a document. Known services declare theirs in code. */
interface IntegrationToolsTable {
  integration_id: string;
  /** Position in the document. */
  position: number;
  tool_id: string;
  /** Name of the tool for models. */
  name: string;
  declared: Json<DeclaredTool>;
}

export interface IntegrationTables {
  integrations: IntegrationsTable;
  integration_tools: IntegrationToolsTable;
}
