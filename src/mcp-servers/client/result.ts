/** What a call answered, read leniently and taken over within bounds: what is amiss with a part takes no other with it. */

import { isDeepStrictEqual } from 'node:util';
import { isBase64 } from '../../files/base64.ts';
import { isDeeper, isRecord } from '../../platform/json-schema.ts';
import { LONGEST_TEXT, MOST_FILES, MOST_LINKS } from './limits.ts';
import type { McpFile, McpResult } from './types.ts';
import { toldBriefly } from './visible.ts';

const DEEPEST_CONTENT = 100;
const LONGEST_URI = 2048;

/** What is gathered of a result while its parts are read. */
interface Gathered {
  readonly texts: string[];
  readonly files: McpFile[];
  readonly links: McpResult['links'][number][];
  readonly notes: string[];
}

type Part = Readonly<Record<string, unknown>>;

/** How the parts of a result are read, by their type. */
const PARTS: Readonly<Record<string, (part: Part, gathered: Gathered) => string | undefined>> = {
  text: (part, { texts }) => {
    if (typeof part.text !== 'string') return 'a text without words';
    texts.push(part.text);
    return undefined;
  },
  image: (part, gathered) => addFile(gathered, 'image', part.mimeType, part.data),
  audio: (part, gathered) => addFile(gathered, 'audio', part.mimeType, part.data),
  resource: readResource,
  resource_link: readLink,
};

export function readResult(raw: Part): McpResult {
  const gathered: Gathered = { texts: [], files: [], links: [], notes: [] };
  const { content } = raw;
  if (content !== undefined && !Array.isArray(content)) gathered.notes.push('Its content could not be read.');
  for (const part of Array.isArray(content) ? content : []) {
    const read = isRecord(part) && typeof part.type === 'string' && Object.hasOwn(PARTS, part.type) && PARTS[part.type];
    const problem = read ? read(part as Part, gathered) : 'a part of a kind that is not known';
    if (problem !== undefined) gathered.notes.push(`Left out: ${problem}.`);
  }
  const structured = structuredOf(raw.structuredContent, gathered.notes);
  const { texts, files, links, notes } = gathered;
  // Servers say what is structured once more as text.
  const said = repeats(texts, structured) ? '' : texts.join('\n\n');
  return {
    isError: raw.isError === true,
    text: said.slice(0, LONGEST_TEXT).toWellFormed(),
    omittedCharacters: Math.max(0, said.length - LONGEST_TEXT),
    ...(structured !== undefined && { structured }),
    files,
    links,
    notes: [...new Set(notes)].slice(0, 20),
  };
}

function addFile({ files }: Gathered, name: string, mediaType: unknown, data: unknown): string | undefined {
  if (typeof data !== 'string' || !isBase64(data)) return `${name} whose bytes can't be read`;
  if (files.length === MOST_FILES) return `more than ${MOST_FILES} files`;
  files.push({ name, mediaType: typeof mediaType === 'string' ? mediaType : '', bytes: Buffer.from(data, 'base64') });
  return undefined;
}

function readResource({ resource }: Part, gathered: Gathered): string | undefined {
  if (!isRecord(resource)) return 'a resource without content';
  const uri = typeof resource.uri === 'string' ? toldBriefly(resource.uri, LONGEST_URI) : '';
  if (typeof resource.text === 'string') {
    gathered.texts.push(uri === '' ? resource.text : `${uri}:\n${resource.text}`);
    return undefined;
  }
  return addFile(gathered, lastSegment(uri) || 'resource', resource.mimeType, resource.blob);
}

function readLink({ uri, name, description }: Part, { links }: Gathered): string | undefined {
  if (typeof uri !== 'string' || uri.length > LONGEST_URI) return 'a link that leads nowhere';
  if (links.length === MOST_LINKS) return `more than ${MOST_LINKS} links`;
  links.push({
    uri: toldBriefly(uri, LONGEST_URI),
    name: typeof name === 'string' ? toldBriefly(name) : '',
    ...(typeof description === 'string' && { description: toldBriefly(description) }),
  });
  return undefined;
}

function structuredOf(given: unknown, notes: string[]): unknown {
  if (given === undefined || given === null) return undefined;
  if (!isDeeper(given, DEEPEST_CONTENT) && JSON.stringify(given).length <= LONGEST_TEXT) return given;
  notes.push('Left out: structured content that is too large.');
  return undefined;
}

function repeats(texts: readonly string[], structured: unknown): boolean {
  const [only] = texts;
  if (structured === undefined || only === undefined || texts.length > 1 || only.length > 2 * LONGEST_TEXT)
    return false;
  try {
    return isDeepStrictEqual(JSON.parse(only), structured);
  } catch {
    return false;
  }
}

function lastSegment(uri: string): string {
  return uri.split(/[?#]/)[0]?.split('/').at(-1) ?? '';
}
