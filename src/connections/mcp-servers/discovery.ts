import { sql } from 'kysely';
import type { Executor } from '../../platform/db/client.ts';
import { errors } from '../../platform/errors.ts';
import type { Message } from '../../platform/messages.ts';
import { mcpServerFailures } from '../failures.ts';
import { mcpProblems } from '../problems.ts';
import { ReconnectRequiredError } from '../tokens.ts';
import { listTools } from './client/list-tools.ts';
import { type AuthChallenge, McpFailure, type McpTarget, type ToolListing } from './client/types.ts';
import type { McpServerRow, McpServerState } from './queries.ts';
import type { Listing } from './record-listing.ts';
import { createServerTarget, type McpServerContext } from './target.ts';

/** Result of a discovery. */
export type Discovery =
  | { readonly found: 'tools'; readonly listing: Listing & ToolListing }
  /** The server requires authorization or rejected the credential. */
  | { readonly found: 'authorization'; readonly challenge: AuthChallenge | undefined }
  | { readonly found: 'nothing'; readonly problem: Message | string };

/** Time limits of a discovery while a user waits. */
const DISCOVERY_DEADLINES = { connectMs: 10_000, silenceMs: 15_000, totalMs: 20_000 };

/** Lists the tools of a server. Throws a 422 if its address must not be called. */
export async function discoverTools(
  { db, http }: Pick<McpServerContext, 'db' | 'http'>,
  target: McpTarget,
): Promise<Discovery> {
  const asOf = await readDatabaseTime(db);
  try {
    return {
      found: 'tools',
      listing: { ...(await listTools(http, target, { deadlines: DISCOVERY_DEADLINES })), asOf },
    };
  } catch (error) {
    if (!(error instanceof McpFailure)) throw error;
    if (error.reason === 'REFUSED_ADDRESS')
      throw errors.invalid('server_url', mcpProblems.server_url_refused({ cause: error.detail }));
    if (error.end === 'reconnect') return { found: 'authorization', challenge: error.challenge };
    return { found: 'nothing', problem: error.detail };
  }
}

/** Current time of the database, which orders discoveries. */
export async function readDatabaseTime(db: Executor): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select now()`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('the database returned no time');
  return row.now;
}

/** Lists the tools of a stored server with its credential. */
export async function discoverServerTools(access: McpServerContext, server: McpServerRow): Promise<Discovery> {
  try {
    return await discoverTools(access, await createServerTarget(access, server));
  } catch (error) {
    if (!(error instanceof ReconnectRequiredError)) throw error;
    return { found: 'authorization', challenge: undefined };
  }
}

/** Derives the authorization state from a discovery, with the next step for users. */
export function toServerState(
  discovery: Discovery,
  authType: McpServerState['auth_type'],
): Pick<McpServerState, 'auth_type' | 'auth_status' | 'problem'> & Partial<Pick<McpServerState, 'verdict'>> {
  if (discovery.found === 'tools')
    return { auth_type: authType, auth_status: 'authorized', problem: null, verdict: discovery.listing.verdict };
  if (discovery.found === 'nothing')
    return {
      auth_type: authType,
      auth_status: 'failed',
      problem: mcpServerFailures.server_failed({ cause: discovery.problem }),
    };
  if (authType === 'api_key')
    return {
      auth_type: authType,
      auth_status: 'needs_authorization',
      problem: mcpServerFailures.server_key_rejected,
    };
  const wantsOAuth = authType === 'oauth' || discovery.challenge?.resourceMetadataUrl !== undefined;
  return {
    auth_type: wantsOAuth ? 'oauth' : 'none',
    auth_status: 'needs_authorization',
    problem: wantsOAuth ? mcpServerFailures.server_needs_consent : mcpServerFailures.server_needs_authorization,
  };
}
