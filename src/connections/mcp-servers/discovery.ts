import { sql } from 'kysely';
import type { Executor } from '../../platform/db/client.ts';
import { errors } from '../../platform/errors.ts';
import { mcpProblems } from '../problems.ts';
import { ReconnectRequiredError } from '../tokens.ts';
import { listTools } from './client/list-tools.ts';
import { type AuthChallenge, McpFailure, type McpTarget, type ToolListing } from './client/types.ts';
import type { McpServerRow, McpServerState } from './queries.ts';
import type { Listing } from './record-listing.ts';
import { createServerTarget, type McpServerContext } from './target.ts';

/** What came of looking at a server. */
export type Discovery =
  | { readonly found: 'tools'; readonly listing: Listing & ToolListing }
  /** It wants to know who asks, or another answer than it gets. */
  | { readonly found: 'authorization'; readonly challenge: AuthChallenge | undefined }
  | { readonly found: 'nothing'; readonly problem: string };

/** Milliseconds that a look may take while somebody waits for it. */
const DISCOVERY_DEADLINES = { connectMs: 10_000, silenceMs: 15_000, totalMs: 20_000 };

/** Looks at a server's tools. Throws a 422 about its address where that may not be called. */
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
      throw errors.invalid('server_url', mcpProblems.server_url_refused({ cause: error.message }));
    if (error.end === 'reconnect') return { found: 'authorization', challenge: error.challenge };
    return { found: 'nothing', problem: error.message };
  }
}

/** Now, by the one clock that tells which of two looks began later. */
export async function readDatabaseTime(db: Executor): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select now()`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('the database does not tell the time');
  return row.now;
}

/** Looks at a stored server, with its credential. */
export async function discoverServerTools(access: McpServerContext, server: McpServerRow): Promise<Discovery> {
  try {
    return await discoverTools(access, await createServerTarget(access, server));
  } catch (error) {
    if (!(error instanceof ReconnectRequiredError)) throw error;
    return { found: 'authorization', challenge: undefined };
  }
}

/** What a look says of how a server is signed in to, with what people can do about it. */
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
      problem: `${discovery.problem}; refresh it when that is mended`,
    };
  if (authType === 'api_key')
    return {
      auth_type: authType,
      auth_status: 'needs_authorization',
      problem: 'the server refuses the API key: give another one as api_key',
    };
  const wantsOAuth = authType === 'oauth' || discovery.challenge?.resourceMetadataUrl !== undefined;
  return {
    auth_type: wantsOAuth ? 'oauth' : 'none',
    auth_status: 'needs_authorization',
    problem: wantsOAuth
      ? 'an editor has to authorize it: POST …/reauthorize tells where'
      : 'the server wants to know who asks: give an api_key, or authorize it with POST …/reauthorize',
  };
}
