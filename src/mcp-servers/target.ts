import { openCredential } from '../connections/credentials.ts';
import { freshToken, ReconnectNeeded } from '../connections/tokens.ts';
import type { Config } from '../platform/config.ts';
import type { Db } from '../platform/db/client.ts';
import type { GuardedClient } from '../platform/http/guarded-client.ts';
import type { KeyRing } from '../platform/keyring.ts';
import { isStdio, stdioName } from './client/stdio-address.ts';
import type { McpCredential, McpTarget } from './client/types.ts';
import { refreshMcpTokens } from './oauth/refresh.ts';
import type { McpServerRow } from './queries.ts';

/** What it takes to reach servers. */
export interface ServerAccess {
  readonly db: Db;
  readonly ring: KeyRing | undefined;
  readonly http: GuardedClient;
  readonly config: StdioSettings;
}

/** What the installation permits to be run, and what of it such servers must not see. */
export type StdioSettings = Pick<Config, 'mcpStdioServers' | 'dataDir'>;

/** A stored server as it is reached. Throws ReconnectNeeded where it has no credential that could be good. */
export async function targetOf(access: ServerAccess, server: McpServerRow): Promise<McpTarget> {
  const { server_url: url, transport, verdict } = server;
  return targetAt(access.config, { url, transport, verdict, credential: await credentialOf(access, server) });
}

/** A server as it is reached, with what is run for it. */
export function targetAt(
  { mcpStdioServers: servers, dataDir }: StdioSettings,
  target: Omit<McpTarget, 'program'>,
): McpTarget {
  const name = stdioName(target.url);
  const program = isStdio(target.url) && Object.hasOwn(servers, name) ? servers[name] : undefined;
  return program ? { ...target, program: { ...program, hidden: dataDir } } : target;
}

async function credentialOf(access: ServerAccess, server: McpServerRow): Promise<McpCredential> {
  const { credential_id: id, api_key_strategy: strategy, api_key_header_name: name } = server;
  if (id === null) return { kind: 'none' };
  const opened = await openCredential(access.db, access.ring, id);
  if (!opened || opened.lost) throw new ReconnectNeeded(id, 'the connection is not authorised');
  if (opened.secret.kind === 'api_key') return { kind: 'api_key', value: opened.secret.value, strategy, name };
  return tokensOf(access, id);
}

/** Tokens of a stored grant, which are renewed as they run out. */
export function tokensOf({ db, ring, http }: ServerAccess, id: string): McpCredential {
  const refresh = (secret: Parameters<typeof refreshMcpTokens>[1], signal: AbortSignal) =>
    refreshMcpTokens(http, secret, signal);
  return {
    kind: 'oauth',
    tokens: {
      fresh: (rejectedVersion) =>
        freshToken({ db, ring }, id, { refresh, ...(rejectedVersion !== undefined && { rejectedVersion }) }),
    },
  };
}
