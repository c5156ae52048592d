import type { Static } from 'typebox';
import type { McpServerRow } from '../../../src/connections/mcp-servers/queries.ts';
import { resolveServerUrl } from '../../../src/connections/mcp-servers/server-url.ts';
import { mcpProblems } from '../../../src/connections/problems.ts';
import { errors, Problems } from '../../../src/platform/errors.ts';
import { omitUndefined } from '../../../src/platform/omit-undefined.ts';
import type { Caller } from '../../caller.ts';
import type { ApiContext } from '../../context.ts';
import { assertClient, type ResolvedAuth, resolveAuth } from './credentials.ts';
import type { McpServerCreate, McpServerUpdate } from './schemas.ts';

/** Columns of a server without an OAuth client. */
export const NO_CLIENT = { client_id: null, client_credential_id: null };

/** Resolves the authentication of a new server. Throws a 422 with all problems that the schema does not find. */
export async function checkNewServer(
  ctx: ApiContext,
  caller: Caller,
  body: Partial<Static<typeof McpServerCreate>>,
): Promise<ResolvedAuth | undefined> {
  const { server_url, transport } = body;
  const problems = new Problems();
  if (server_url !== undefined) await problems.run(() => resolveServerUrl(ctx.config, { server_url, transport }));
  await problems.run(() => assertClient(body, NO_CLIENT));
  await problems.run(() => assertCanEnableTools(caller, body));
  return problems.runLast(() => (server_url === undefined ? undefined : resolveAuth(ctx, caller, body, server_url)));
}

/** Throws a 422 if a caller other than a user allows tools. */
function assertCanEnableTools({ subject }: Caller, { enable_tools }: Partial<Static<typeof McpServerCreate>>): void {
  if (subject.type !== 'user' && enable_tools)
    throw errors.invalid('enable_tools', mcpProblems.tools_allowed_by_client);
}

/** Resolves new authentication of a server. Throws a 422 with all problems that the schema does not find. */
export async function checkChangedServer(
  ctx: ApiContext,
  caller: Caller,
  server: McpServerRow,
  body: Static<typeof McpServerUpdate>,
): Promise<ResolvedAuth | undefined> {
  const { server_url } = server;
  const { transport } = body;
  const problems = new Problems();
  await problems.run(() => assertSameUrl(server, body.server_url));
  await problems.run(() => transport && resolveServerUrl(ctx.config, { server_url, transport }));
  await problems.run(() => assertClient(body, server));
  return problems.runLast(() => resolveAuth(ctx, caller, { ...server, ...omitUndefined(body) }, server_url));
}

/** Throws a 422 if the URL changes: the allowed tools and the tokens belong to the current one. */
function assertSameUrl(server: McpServerRow, given: string | undefined): void {
  if (given !== undefined && given !== server.server_url)
    throw errors.invalid('server_url', mcpProblems.server_url_fixed);
}
