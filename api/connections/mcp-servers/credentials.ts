import { deleteCredential, findCredential, saveCredential } from '../../../src/connections/credentials.ts';
import type { McpCredential } from '../../../src/connections/mcp-servers/client/types.ts';
import { type AuthGrant, claimGrant, findGrant } from '../../../src/connections/mcp-servers/oauth/grants.ts';
import type { McpServerRow, McpServerState } from '../../../src/connections/mcp-servers/queries.ts';
import { isSameServer, isStdioUrl } from '../../../src/connections/mcp-servers/server-url.ts';
import type { McpAuthType } from '../../../src/connections/mcp-servers/tables.ts';
import { createTokenCredential } from '../../../src/connections/mcp-servers/target.ts';
import { mcpProblems } from '../../../src/connections/problems.ts';
import type { Executor } from '../../../src/platform/db/client.ts';
import { errors, Problems } from '../../../src/platform/errors.ts';
import { newId } from '../../../src/platform/ids.ts';
import { commonProblems } from '../../../src/platform/problems.ts';
import type { Caller } from '../../caller.ts';
import type { ApiContext } from '../../context.ts';

/** Authentication fields of a body. */
interface AuthInput {
  readonly api_key?: string | null | undefined;
  readonly auth_session_id?: string | null | undefined;
  readonly api_key_strategy?: McpServerRow['api_key_strategy'] | undefined;
  readonly api_key_header_name?: string | null | undefined;
}

/** Resolved authentication. */
export interface ResolvedAuth {
  readonly authType: McpAuthType;
  readonly credential: McpCredential;
  readonly key?: string;
  readonly grant?: AuthGrant;
}

/** Resolves the authentication in a body. Returns undefined if there is none. Throws a 422 with all problems. */
export async function resolveAuth(
  ctx: ApiContext,
  caller: Caller,
  body: AuthInput,
  serverUrl: string,
): Promise<ResolvedAuth | undefined> {
  const { api_key: key, auth_session_id: session, api_key_strategy: strategy = 'bearer' } = body;
  if (session !== undefined && session !== null) {
    const problems = new Problems();
    if (key !== undefined && key !== null)
      problems.add(errors.invalid('api_key', commonProblems.exclusive_field({ other: 'auth_session_id' })).problems);
    const grant = await problems.runLast(() => getGrant(ctx, caller, session, serverUrl));
    return { authType: 'oauth', credential: createTokenCredential(ctx, grant.credential_id), grant };
  }
  if (key === undefined) return undefined;
  if (key === null) return { authType: 'none', credential: { kind: 'none' } };
  if (isStdioUrl(serverUrl)) throw errors.invalid('api_key', mcpProblems.key_for_stdio_server);
  const name = body.api_key_header_name ?? null;
  return { authType: 'api_key', credential: { kind: 'api_key', value: key, strategy, name }, key };
}

/** Returns the authorization that a body names. Throws a 422 if the server cannot use it. */
async function getGrant({ db }: ApiContext, caller: Caller, session: string, serverUrl: string): Promise<AuthGrant> {
  const place = { orgId: caller.orgId, projectId: caller.projectId, userId: caller.subject.id };
  const grant = await findGrant(db, place, session);
  if (!grant) throw errors.invalid('auth_session_id', mcpProblems.unknown_auth_session);
  if (!isSameServer(grant.server_url, serverUrl))
    throw errors.invalid('auth_session_id', mcpProblems.auth_session_of_other_server);
  return grant;
}

/** Owner of a secret. */
type Owner = Pick<Caller, 'orgId' | 'projectId'>;

/** Replaces the credential of a server. Returns the new credential ID. */
export async function storeAuth(
  ctx: ApiContext,
  trx: Executor,
  { orgId, projectId }: Owner,
  given: ResolvedAuth,
  before: string | null,
): Promise<string | null> {
  if (before !== null) await deleteCredential(trx, before);
  if (given.grant) {
    if (!(await claimGrant(trx, given.grant))) throw errors.invalid('auth_session_id', mcpProblems.auth_session_used);
    return given.grant.credential_id;
  }
  if (given.key === undefined) return null;
  return storeKey(ctx, trx, { orgId, projectId }, given.key);
}

async function storeKey(ctx: ApiContext, trx: Executor, owner: Owner, value: string): Promise<string> {
  const id = newId();
  await saveCredential(trx, ctx.ring, {
    id,
    orgId: owner.orgId,
    projectId: owner.projectId,
    secret: { kind: 'api_key', value },
  });
  return id;
}

/** OAuth client fields of a body. */
interface ClientInput {
  readonly client_id?: string | null | undefined;
  readonly client_secret?: string | null | undefined;
}

type ClientColumns = Pick<McpServerState, 'client_id' | 'client_credential_id'>;

/** Throws a 422 for a secret without a client. */
export function assertClient(
  { client_id, client_secret }: ClientInput,
  before: Pick<ClientColumns, 'client_id'>,
): void {
  const id = client_id === undefined ? before.client_id : client_id;
  if (id === null && client_secret) throw errors.invalid('client_secret', mcpProblems.client_id_missing);
}

/** Replaces the OAuth client of a server. Returns the columns, or none if the body has no client. */
export async function storeClient(
  ctx: ApiContext,
  trx: Executor,
  owner: Owner,
  { client_id, client_secret }: ClientInput,
  before: ClientColumns,
): Promise<Partial<ClientColumns>> {
  if (client_id === undefined && client_secret === undefined) return {};
  const id = client_id === undefined ? before.client_id : client_id;
  // A new client needs a new secret.
  const isKept = client_secret === undefined && id === before.client_id;
  if (isKept) return { client_id: id };
  if (before.client_credential_id !== null) await deleteCredential(trx, before.client_credential_id);
  return { client_id: id, client_credential_id: client_secret ? await storeKey(ctx, trx, owner, client_secret) : null };
}

/** Returns the OAuth client set for a server. */
export async function findClient(ctx: ApiContext, server: McpServerRow) {
  const { client_id, client_credential_id: secretId } = server;
  if (client_id === null) return undefined;
  const credential = secretId === null ? undefined : await findCredential(ctx.db, ctx.ring, secretId);
  return { client_id, ...(credential?.secret.kind === 'api_key' && { client_secret: credential.secret.value }) };
}
