import type { Defaulted, Json, Stamp, StampOrNull, Version } from '../../platform/db/columns.ts';
import type { TakenOut } from '../../platform/hidden-text.ts';
import type { DeclaredTool } from './declaration.ts';
import type { CredentialHint, SkippedOperation } from './openapi/document.ts';

/** How the calls of an API with an OpenAPI document are signed. */
export type CredentialKind = 'none' | 'bearer' | 'header' | 'query' | 'basic';

/** How a document says that calls are signed, without what only a client of one's own at the API would need. */
export interface SuggestedCredential {
  readonly kind: CredentialHint['kind'];
  readonly name?: string;
}

/** What of a document is no tool. */
export interface SkippedParts {
  /** How many operations, and the first of them with the reason. */
  readonly operations: number;
  readonly first: SkippedOperation[];
  /** Other parts, such as webhooks. */
  readonly parts: string[];
}

/** What an integration was set to; secrets stand elsewhere. */
export interface IntegrationConfig {
  /** Ids of the tools that are offered; null for what is usual of its kind. */
  readonly enabled_tools: readonly string[] | null;
  /** Of an API with a document: the address below which all calls are … */
  readonly base_url?: string;
  /** … other origins to which calls may go, … */
  readonly allowed_origins?: readonly string[];
  /** … where the document came from, and what it calls itself, … */
  readonly document_url?: string | null;
  readonly title?: string;
  /** … how it says that calls are signed, and what of it is no tool, … */
  readonly suggested_credential?: SuggestedCredential;
  readonly left_out?: SkippedParts;
  /** … which characters that nobody sees were taken out of it, … */
  readonly hidden_text?: TakenOut[];
  /** … and how calls are signed: name of the header or query key, or the user. */
  readonly credential?: { readonly kind: CredentialKind; readonly name?: string };
}

/** What is stored of the state of an authorisation; that a token was lost since stands with the token. */
export type IntegrationStatus = 'authorized' | 'needs_authorization' | 'disconnected' | 'failed';

/** An outside service that the agents of a project can work with. */
export interface IntegrationsTable {
  id: string;
  org_id: string;
  project_id: string;
  type: string;
  name: string;
  /** What its tools' names begin with. */
  slug: string;
  config: Json<IntegrationConfig>;
  status: IntegrationStatus;
  /** Why it failed, in words for people. */
  problem: string | null;
  /** Who authorised, as the service calls them. */
  account: string | null;
  /** What was granted. */
  scopes: Defaulted<string[]>;
  credential_id: string | null;
  /** The user who authorised it here. */
  authorized_by: string | null;
  authorized_at: StampOrNull;
  created_by: string | null;
  created: Stamp;
  modified: Stamp;
  deleted_at: StampOrNull;
  version: Version;
}

/** Tools of an API with a document, as it was read once; those of the known services are part of the product. */
export interface IntegrationToolsTable {
  integration_id: string;
  /** Order in the document. */
  position: number;
  tool_id: string;
  /** The name that models are offered. */
  name: string;
  declared: Json<DeclaredTool>;
}

export interface IntegrationTables {
  integrations: IntegrationsTable;
  integration_tools: IntegrationToolsTable;
}
