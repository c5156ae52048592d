/** What a call answered, read leniently and taken over within bounds: what is amiss with a part takes no other with it. */

import { isDeepStrictEqual } from 'node:util';
import { isBase64 } from '../../files/base64.ts';
import { parseJson } from '../../platform/json.ts';
import { isDeeperThan, isRecord } from '../../platform/json-schema.ts';
import { LONGEST_TEXT, MOST_FILES, MOST_LINKS } from './limits.ts';
import type { McpFile, McpLink, McpResult } from './types.ts';
import { toldBriefly } from './visible.ts';

const DEEPEST_CONTENT = 100;
const LONGEST_URI = 2048;
const LONGEST_TYPE = 200;

/** What is gathered of a result while its parts are read. */
interface Gathered {
  readonly texts: string[];
  readonly files: McpFile[];
  readonly links: McpLink[];
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
  const structured = structuredOf(raw.structuredContent, content, gathered.notes);
  const { files, links, notes } = gathered;
  const said = withoutRepeats(gathered.texts, structured).join('\n\n');
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

/** Takes over a file of a result; answers what is wrong where it can't. */
export function addFile(
  { files }: Pick<Gathered, 'files'>,
  name: string,
  mediaType: unknown,
  data: unknown,
  uri?: string,
): string | undefined {
  if (typeof data !== 'string' || !isBase64(data)) return `${name} whose bytes can't be read`;
  if (files.length === MOST_FILES) return `more than ${MOST_FILES} files`;
  const stated = typeof mediaType === 'string' ? mediaType : '';
  files.push({ name, mediaType: stated, bytes: Buffer.from(data, 'base64'), ...(uri !== undefined && { uri }) });
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

function readLink({ uri, name, description, mimeType }: Part, { links }: Gathered): string | undefined {
  if (typeof uri !== 'string' || uri.length > LONGEST_URI) return 'a link that leads nowhere';
  if (links.length === MOST_LINKS) return `more than ${MOST_LINKS} links`;
  links.push({
    uri: toldBriefly(uri, LONGEST_URI),
    name: typeof name === 'string' ? toldBriefly(name) : '',
    ...(typeof description === 'string' && { description: toldBriefly(description) }),
    ...(typeof mimeType === 'string' && { mime_type: toldBriefly(mimeType, LONGEST_TYPE) }),
  });
  return undefined;
}

function structuredOf(given: unknown, content: unknown, notes: string[]): unknown {
  if (given === undefined || given === null) return undefined;
  // Some servers put the parts themselves into it, files in base64 and all: those are read already.
  if (Array.isArray(content) && content.length > 0 && isDeepStrictEqual(onlyValueOf(given), content)) return undefined;
  if (!isDeeperThan(given, DEEPEST_CONTENT) && JSON.stringify(given).length <= LONGEST_TEXT) return given;
  notes.push('Left out: structured content that is too large.');
  return undefined;
}

/** The value of an object that has no other: many servers wrap what they answer, such as in `{"result": …}`. */
function onlyValueOf(structured: unknown): unknown {
  if (!isRecord(structured)) return undefined;
  const values = Object.values(structured);
  return values.length === 1 ? values[0] : undefined;
}

/** The texts that say something which what is structured does not: servers say the same in both for older clients. */
function withoutRepeats(texts: readonly string[], structured: unknown): readonly string[] {
  if (structured === undefined) return texts;
  const said = [structured, onlyValueOf(structured)].filter((value) => value !== undefined);
  // A list has a text for each of its items.
  const lists = said.filter((value) => Array.isArray(value) && value.length === texts.length) as unknown[][];
  if (lists.some((list) => texts.every((text, index) => says(text, list[index])))) return [];
  return texts.filter((text) => !said.some((value) => says(text, value)));
}

/** Whether a text is a value, as it stands or as JSON. */
function says(text: string, value: unknown): boolean {
  if (typeof value === 'string' && text.trim() === value.trim()) return true;
  if (text.length > 2 * LONGEST_TEXT) return false;
  try {
    return isDeepStrictEqual(parseJson(text), value);
  } catch {
    return false;
  }
}

export function lastSegment(uri: string): string {
  return uri.split(/[?#]/)[0]?.split('/').at(-1) ?? '';
}
