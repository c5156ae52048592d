import { sql } from 'kysely';
import type { Executor } from '../../platform/db/client.ts';
import { mcpServerFailures } from '../failures.ts';
import { findMcpServerByUrl } from './find-by-url.ts';
import { createMcpServer, type McpServerRow } from './queries.ts';
import { parseServerUrl } from './server-url.ts';

/** A required server. */
interface McpServerRequest {
  readonly orgId: string;
  readonly projectId: string;
  /** User who creates it. */
  readonly by: string | null;
  readonly name: string;
  readonly serverUrl: string;
}

/**
 * Finds the server of a URL or creates one that is not authorized. Sends no request. Concurrent callers get the same
 * server. Throws a 422 for an invalid URL.
 */
export async function findOrCreateMcpServer(trx: Executor, request: McpServerRequest): Promise<McpServerRow> {
  const { orgId, projectId, by, name, serverUrl: address } = request;
  const { href } = parseServerUrl(address);
  await sql`select pg_advisory_xact_lock(hashtextextended(${projectId + href}, 3))`.execute(trx);
  const found = await findMcpServerByUrl(trx, projectId, href);
  if (found) return found;
  const owner = { orgId, projectId, userId: by };
  const fields = {
    name,
    server_url: address,
    description: '',
    transport: 'auto',
    enabled: true,
    api_key_strategy: 'bearer',
    api_key_header_name: null,
  } as const;
  return createMcpServer(trx, owner, fields, {
    auth_type: 'none',
    auth_status: 'needs_authorization',
    credential_id: null,
    client_id: null,
    client_credential_id: null,
    problem: mcpServerFailures.server_not_listed,
    verdict: null,
  });
}
