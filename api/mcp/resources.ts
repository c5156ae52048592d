import {
  type ListResourcesResult,
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
} from '@modelcontextprotocol/server';
import { findFile } from '../../src/files/queries.ts';
import { readFile } from '../../src/files/reading.ts';
import { listOwnRunsWithFiles } from '../../src/mcp/files.ts';
import { listRunResources, parseFileUri } from './results.ts';
import { findVisibleRun } from './runs.ts';
import type { McpSession } from './session.ts';

/** Maximum size in bytes of a file that a response contains. */
const MAX_FILE_BYTES = 20_000_000;

/** Lists the files of the newest runs that the caller has started through the MCP server. */
export async function listResources({ ctx, caller }: McpSession): Promise<ListResourcesResult> {
  const runs = await listOwnRunsWithFiles(ctx.db, caller);
  return { resources: runs.flatMap(listRunResources) };
}

/** Reads a file of a run that the caller can see. Throws a protocol error if there is none. */
export async function readResource({ ctx, caller }: McpSession, uri: string): Promise<ReadResourceResult> {
  const address = parseFileUri(uri);
  const run = address && (await findVisibleRun(ctx, caller, address.runId));
  const file = run && (await findFile(ctx.db, run.id, address.name));
  if (!file?.made) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'there is no such resource', { uri });
  if (file.size > MAX_FILE_BYTES)
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `the file is larger than ${MAX_FILE_BYTES} bytes`, {
      uri,
    });
  const bytes = await readFile(ctx, file);
  const common = { uri, mimeType: file.media_type };
  const isText = /^text\/|^application\/json$/.test(file.media_type);
  return {
    contents: [isText ? { ...common, text: bytes.toString('utf8') } : { ...common, blob: bytes.toString('base64') }],
  };
}
