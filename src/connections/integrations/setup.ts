import { errors, Problems, throwProblems } from '../../platform/errors.ts';
import { type GuardedClient, OutboundError } from '../../platform/http/guarded-client.ts';
import type { Problem } from '../../platform/messages.ts';
import type { ConnectionSecret } from '../credentials.ts';
import { integrationProblems } from '../problems.ts';
import { type CredentialInput, splitCredential } from './credential.ts';
import type { DeclaredTool } from './declaration.ts';
import type { IntegrationKind } from './kinds/kind.ts';
import { createTooLargeProblem, DOCUMENT_LIMITS, DocumentError, type ParsedDocument } from './openapi/document.ts';
import { findBaseUrlProblem } from './request.ts';
import type { IntegrationConfig } from './tables.ts';

/** Configuration in a request. */
interface ConfigInput {
  readonly enabled_tools?: readonly string[] | null | undefined;
  readonly document?: string | Readonly<Record<string, unknown>> | undefined;
  readonly document_url?: string | undefined;
  readonly base_url?: string | undefined;
  readonly allowed_origins?: readonly string[] | undefined;
  readonly credential?: CredentialInput | undefined;
}

/** A prepared integration. */
interface IntegrationSetup {
  readonly config: IntegrationConfig;
  /** Tools of its document. Empty for a known service. */
  readonly tools: readonly DeclaredTool[];
  readonly secret: ConnectionSecret | undefined;
}

/** Maximum skipped operations in the record. */
const MAX_SKIPPED_SHOWN = 50;

const DOCUMENT_FIELDS = ['document', 'document_url', 'base_url', 'allowed_origins', 'credential'] as const;

/** Validates the configuration of an integration and reads its document. Throws a 422. */
export async function prepareIntegration(
  http: GuardedClient,
  kind: IntegrationKind,
  input: ConfigInput,
  orgId: string,
): Promise<IntegrationSetup> {
  const { enabled_tools = null } = input;
  const problems = new Problems();
  if (kind.service) {
    const { tools } = kind.service;
    const unusedFields = DOCUMENT_FIELDS.filter((field) => input[field] !== undefined);
    const problem = integrationProblems.setting_not_for_type({ type: kind.type });
    for (const field of unusedFields) problems.add(errors.invalid(['config', field], problem).problems);
    await problems.run(() => assertEnabledTools(enabled_tools, tools));
    problems.throwIfAny();
    return { config: { enabled_tools }, tools: [], secret: undefined };
  }
  const credential = await problems.run(() => splitCredential(input.credential ?? { kind: 'none' }));
  const allowedOrigins = (await problems.run(() => toOrigins(input))) ?? [];
  const document = await problems.run(() => readDocument(http, input, allowedOrigins, orgId));
  if (document) {
    await problems.run(() => assertBaseUrl(document.baseUrl));
    await problems.run(() => assertAllowedOrigins(allowedOrigins, document.tools));
    await problems.run(() => assertEnabledTools(enabled_tools, document.tools));
  }
  problems.throwIfAny();
  if (!document || !credential) throw new Error('problems must be thrown before');
  const { title, baseUrl, tools } = document;
  return {
    config: {
      enabled_tools,
      base_url: baseUrl,
      ...(allowedOrigins.length > 0 ? { allowed_origins: allowedOrigins } : {}),
      document_url: input.document_url ?? null,
      title,
      ...toDocumentConfig(document),
      credential: credential.display,
    },
    tools,
    secret: toSecret(credential.secret),
  };
}

/** Facts about a document for its record. */
function toDocumentConfig({ credential, skipped: leftOut, hidden, ignored }: ParsedDocument) {
  const { kind } = credential;
  return {
    suggested_credential: 'name' in credential ? { kind, name: credential.name } : { kind },
    left_out: { operations: leftOut.length, first: leftOut.slice(0, MAX_SKIPPED_SHOWN), parts: [...ignored] },
    hidden_text: hidden.slice(0, MAX_SKIPPED_SHOWN),
  } satisfies Partial<IntegrationConfig>;
}

/** Wraps a key for storage. */
export function toSecret(value: string | undefined): ConnectionSecret | undefined {
  return value === undefined ? undefined : { kind: 'api_key', value };
}

/** Throws a 422 for an unknown tool ID. */
export function assertEnabledTools(
  enabled: readonly string[] | null,
  tools: readonly Pick<DeclaredTool, 'id'>[],
  field: 'enabled_tools' | 'exposed_tools' = 'enabled_tools',
): void {
  const known = new Set(tools.map(({ id }) => id));
  throwProblems(
    (enabled ?? []).flatMap((id, place) =>
      known.has(id) ? [] : errors.invalid(['config', field, place], integrationProblems.unknown_integration_tool),
    ),
  );
}

/** Returns the additional allowed origins. Throws a 422 for an invalid one. */
function toOrigins({ allowed_origins = [] }: ConfigInput): readonly string[] {
  const problems = allowed_origins.flatMap((text, place) => {
    const problem =
      findBaseUrlProblem(text) ?? (new URL(text).pathname === '/' ? undefined : integrationProblems.origin_with_path);
    return problem === undefined ? [] : errors.invalid(['config', 'allowed_origins', place], problem);
  });
  throwProblems(problems);
  return allowed_origins.map((text) => new URL(text).origin);
}

function assertBaseUrl(baseUrl: string): void {
  const problem = findBaseUrlProblem(baseUrl);
  if (problem !== undefined) throw errors.invalid(['config', 'base_url'], problem);
}

/** Throws a 422 for an allowed origin that no tool uses. */
function assertAllowedOrigins(allowed: readonly string[], tools: readonly DeclaredTool[]): void {
  const used = new Set(tools.map(({ request }) => request.origin));
  throwProblems(
    allowed.flatMap((origin, place) =>
      used.has(origin) ? [] : errors.invalid(['config', 'allowed_origins', place], integrationProblems.unused_origin),
    ),
  );
}

async function readDocument(
  http: GuardedClient,
  input: ConfigInput,
  allowedOrigins: readonly string[],
  orgId: string,
): Promise<ParsedDocument> {
  const { document, document_url, base_url } = input;
  if ((document === undefined) === (document_url === undefined))
    throw errors.invalid(['config', 'document'], integrationProblems.document_missing);
  if (base_url !== undefined) assertBaseUrl(base_url);
  const bytes = document_url === undefined ? toBytes(document) : await fetchDocument(http, document_url);
  const { readInSandbox: openDocument } = await import('./openapi/read-in-sandbox.ts');
  try {
    const index = {
      ...(document_url === undefined ? {} : { url: document_url }),
      ...(base_url === undefined ? {} : { baseUrl: base_url }),
      allowedOrigins,
    };
    return await openDocument(bytes, index, orgId);
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    const field = error.field === 'document' && document_url !== undefined ? 'document_url' : error.field;
    const { problem } = error;
    throw errors.invalid(['config', field], problem);
  }
}

function toBytes(document: ConfigInput['document']): Buffer {
  return Buffer.from(typeof document === 'string' ? document : JSON.stringify(document));
}

async function fetchDocument(http: GuardedClient, url: string): Promise<Uint8Array> {
  const invalid = (problem: Problem) => errors.invalid(['config', 'document_url'], problem);
  try {
    const answer = await http.request({ method: 'GET', url, maxBytes: DOCUMENT_LIMITS.bytes });
    if (answer.status !== 200) throw invalid(integrationProblems.document_status({ status: answer.status }));
    if (answer.truncated) throw invalid(createTooLargeProblem());
    return answer.body;
  } catch (error) {
    if (error instanceof OutboundError)
      throw invalid(integrationProblems.document_not_fetched({ cause: error.detail }));
    throw error;
  }
}
