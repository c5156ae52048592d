/** What the resources hold that a result names without their content. */

import { isRecord } from '../../../platform/json-schema.ts';
import type { Connection } from './connection.ts';
import { LINK_MS, LONGEST_TEXT, MOST_READ_LINKS } from './limits.ts';
import { addFile, lastSegment } from './result.ts';
import type { McpFile, McpLink, McpResult } from './types.ts';
import { toldBriefly } from './visible.ts';

/** What is gathered while resources are read. */
interface Read {
  room: number;
  readonly files: McpFile[];
  readonly notes: string[];
}

/**
 * The same result with what its first links lead to, read from the same server over the same connection. The call has
 * happened: what can't be read is told, and changes nothing.
 */
export async function withLinked(connection: Connection, result: McpResult): Promise<McpResult> {
  if (!result.links.some(isReadHere) || !offersResources(connection)) return result;
  const read: Read = { room: LONGEST_TEXT, files: [...result.files], notes: [...result.notes] };
  const until = Date.now() + LINK_MS;
  const links: McpLink[] = [];
  let tried = 0;
  for (const link of result.links) {
    const left = until - Date.now();
    const isTried = isReadHere(link) && tried < MOST_READ_LINKS && left > 0 && !connection.options.signal?.aborted;
    if (isTried) tried++;
    links.push(isTried ? await followed(connection, link, left, read) : link);
  }
  return { ...result, links, files: read.files, notes: read.notes };
}

/** What is an address of the web is for whoever reads the web. */
function isReadHere({ uri }: { readonly uri: string }): boolean {
  return !/^https?:/i.test(uri);
}

/** A session that is gone on with does not say what its server offers. */
function offersResources({ client }: Connection): boolean {
  const capabilities = client.getServerCapabilities();
  return capabilities === undefined || capabilities.resources !== undefined;
}

async function followed({ client, options }: Connection, link: McpLink, timeout: number, read: Read): Promise<McpLink> {
  try {
    const { signal } = options;
    const { contents } = await client.request(
      { method: 'resources/read', params: { uri: link.uri } },
      { timeout, maxTotalTimeout: timeout, ...(signal && { signal }) },
    );
    const texts = contents.flatMap((part) => textIn(part, link, read));
    return texts.length === 0 ? link : { ...link, text: texts.join('\n\n') };
  } catch (error) {
    const why = error instanceof Error ? toldBriefly(error.message) : 'no answer';
    read.notes.push(`${link.uri} could not be read: ${why}`);
    return link;
  }
}

function textIn(part: unknown, { uri }: McpLink, read: Read): string[] {
  if (!isRecord(part)) return [];
  if (typeof part.text === 'string') {
    const text = part.text.slice(0, read.room).toWellFormed();
    if (text.length < part.text.length) read.notes.push(`Of ${uri} only the beginning is told.`);
    read.room -= text.length;
    return text === '' ? [] : [text];
  }
  const problem = addFile(read, lastSegment(uri) || 'resource', part.mimeType, part.blob, uri);
  if (problem !== undefined) read.notes.push(`Left out of ${uri}: ${problem}.`);
  return [];
}
