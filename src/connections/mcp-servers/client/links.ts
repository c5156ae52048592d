/** Reads the resources that a result links. */

import { isRecord } from '../../../platform/json-schema.ts';
import { toShortText } from '../../visible-text.ts';
import type { Connection } from './connection.ts';
import { LINK_TIMEOUT_MS, MAX_READ_LINKS, MAX_TEXT_LENGTH } from './limits.ts';
import { addFile, getLastSegment } from './result.ts';
import type { McpFile, McpLink, McpResult } from './types.ts';

/** State while resources are read. */
interface ReadState {
  remaining: number;
  readonly files: McpFile[];
  readonly notes: string[];
}

/**
 * Adds the content of the first linked resources, read over the same connection. The call has happened, so a failed
 * read becomes a note.
 */
export async function readLinkedResources(connection: Connection, result: McpResult): Promise<McpResult> {
  if (!result.links.some(isReadable) || !hasResources(connection)) return result;
  const read: ReadState = { remaining: MAX_TEXT_LENGTH, files: [...result.files], notes: [...result.notes] };
  const deadline = Date.now() + LINK_TIMEOUT_MS;
  const links: McpLink[] = [];
  let attempts = 0;
  for (const link of result.links) {
    const remainingMs = deadline - Date.now();
    const canRead =
      isReadable(link) && attempts < MAX_READ_LINKS && remainingMs > 0 && !connection.options.signal?.aborted;
    if (canRead) attempts++;
    links.push(canRead ? await readLink(connection, link, remainingMs, read) : link);
  }
  return { ...result, links, files: read.files, notes: read.notes };
}

/** Web URLs are not read here. */
function isReadable({ uri }: { readonly uri: string }): boolean {
  return !/^https?:/i.test(uri);
}

/** A resumed session does not report capabilities. */
function hasResources({ client }: Connection): boolean {
  const capabilities = client.getServerCapabilities();
  return capabilities === undefined || capabilities.resources !== undefined;
}

async function readLink(
  { client, options }: Connection,
  link: McpLink,
  timeout: number,
  read: ReadState,
): Promise<McpLink> {
  try {
    const { signal } = options;
    const { contents } = await client.request(
      { method: 'resources/read', params: { uri: link.uri } },
      { timeout, maxTotalTimeout: timeout, ...(signal && { signal }) },
    );
    const texts = contents.flatMap((part) => readText(part, link, read));
    return texts.length === 0 ? link : { ...link, text: texts.join('\n\n') };
  } catch (error) {
    const cause = error instanceof Error ? toShortText(error.message) : 'no answer';
    read.notes.push(`${link.uri} could not be read: ${cause}`);
    return link;
  }
}

function readText(part: unknown, { uri }: McpLink, read: ReadState): string[] {
  if (!isRecord(part)) return [];
  if (typeof part.text === 'string') {
    const text = part.text.slice(0, read.remaining).toWellFormed();
    if (text.length < part.text.length) read.notes.push(`The text of ${uri} is truncated.`);
    read.remaining -= text.length;
    return text === '' ? [] : [text];
  }
  const problem = addFile(read, getLastSegment(uri) || 'resource', part.mimeType, part.blob, uri);
  if (problem !== undefined) read.notes.push(`Left out of ${uri}: ${problem}.`);
  return [];
}
