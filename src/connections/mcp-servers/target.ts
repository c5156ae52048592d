import type { Config } from '../../platform/config.ts';
import type { Db } from '../../platform/db/client.ts';
import type { GuardedClient } from '../../platform/http/guarded-client.ts';
import type { KeyRing } from '../../platform/keyring.ts';
import { findCredential } from '../credentials.ts';
import { getFreshToken, ReconnectRequiredError } from '../tokens.ts';
import type { McpCredential, McpTarget } from './client/types.ts';
import { refreshMcpTokens } from './oauth/refresh.ts';
import type { McpServerRow } from './queries.ts';
import { getStdioName, isStdioUrl } from './server-url.ts';

/** Dependencies to connect to servers. */
export interface McpServerContext {
  readonly db: Db;
  readonly ring: KeyRing | undefined;
  readonly http: GuardedClient;
  readonly config: StdioSettings;
}

/** Permitted stdio servers, and the folder that they must not see. */
export type StdioSettings = Pick<Config, 'mcpStdioServers' | 'dataDir'>;

/** Creates the target of a stored server. Throws ReconnectRequiredError without a usable credential. */
export async function createServerTarget(ctx: McpServerContext, server: McpServerRow): Promise<McpTarget> {
  const { server_url: url, transport, verdict } = server;
  return createTarget(ctx.config, { url, transport, verdict, credential: await getServerCredential(ctx, server) });
}

/** Creates a target, with the program of a stdio server. */
export function createTarget(
  { mcpStdioServers: servers, dataDir }: StdioSettings,
  target: Omit<McpTarget, 'program'>,
): McpTarget {
  const name = getStdioName(target.url);
  const program = isStdioUrl(target.url) && Object.hasOwn(servers, name) ? servers[name] : undefined;
  return program ? { ...target, program: { ...program, hidden: dataDir } } : target;
}

async function getServerCredential(ctx: McpServerContext, server: McpServerRow): Promise<McpCredential> {
  const { credential_id: id, api_key_strategy: strategy, api_key_header_name: name } = server;
  if (id === null) return { kind: 'none' };
  const credential = await findCredential(ctx.db, ctx.ring, id);
  if (!credential || credential.isLost) throw new ReconnectRequiredError(id, 'the connection is not authorized');
  if (credential.secret.kind === 'api_key') return { kind: 'api_key', value: credential.secret.value, strategy, name };
  return createTokenCredential(ctx, id);
}

/** Creates a credential from a stored grant. Its tokens are renewed on expiry. */
export function createTokenCredential({ db, ring, http }: McpServerContext, id: string): McpCredential {
  const refresh = (secret: Parameters<typeof refreshMcpTokens>[1], signal: AbortSignal) =>
    refreshMcpTokens(http, secret, signal);
  return {
    kind: 'oauth',
    tokens: {
      fresh: (rejectedVersion) =>
        getFreshToken({ db, ring }, id, { refresh, ...(rejectedVersion !== undefined && { rejectedVersion }) }),
    },
  };
}
