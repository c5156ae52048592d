/** Lenient parsing of results within limits. An invalid part does not affect the others. */

import { isDeepStrictEqual } from 'node:util';
import { isBase64 } from '../../../platform/base64.ts';
import { parseJson } from '../../../platform/json.ts';
import { isDeeperThan, isRecord } from '../../../platform/json-schema.ts';
import { toShortText } from '../../visible-text.ts';
import { MAX_FILES, MAX_LINKS, MAX_TEXT_LENGTH } from './limits.ts';
import type { McpFile, McpLink, McpResult } from './types.ts';

const MAX_CONTENT_DEPTH = 100;
const MAX_URI_LENGTH = 2048;
const MAX_MEDIA_TYPE_LENGTH = 200;

/** Collected parts of a result. */
interface ParsedParts {
  readonly texts: string[];
  readonly files: McpFile[];
  readonly links: McpLink[];
  readonly notes: string[];
}

type Part = Readonly<Record<string, unknown>>;

/** Readers of result parts, by type. */
const PART_READERS: Readonly<Record<string, (part: Part, parts: ParsedParts) => string | undefined>> = {
  text: (part, { texts }) => {
    if (typeof part.text !== 'string') return 'an empty text';
    texts.push(part.text);
    return undefined;
  },
  image: (part, parts) => addFile(parts, 'image', part.mimeType, part.data),
  audio: (part, parts) => addFile(parts, 'audio', part.mimeType, part.data),
  resource: readResource,
  resource_link: readLink,
};

/** Converts the result of a tool call. Notes name the parts that were left out. */
export function readResult(raw: Part): McpResult {
  const parts: ParsedParts = { texts: [], files: [], links: [], notes: [] };
  const { content } = raw;
  if (content !== undefined && !Array.isArray(content)) parts.notes.push('Its content could not be read.');
  for (const part of Array.isArray(content) ? content : []) {
    const read =
      isRecord(part) &&
      typeof part.type === 'string' &&
      Object.hasOwn(PART_READERS, part.type) &&
      PART_READERS[part.type];
    const problem = read ? read(part as Part, parts) : 'a part of an unknown type';
    if (problem !== undefined) parts.notes.push(`Left out: ${problem}.`);
  }
  const structured = readStructuredContent(raw.structuredContent, content, parts.notes);
  const { files, links, notes } = parts;
  const said = removeRepeats(parts.texts, structured).join('\n\n');
  return {
    isError: raw.isError === true,
    text: said.slice(0, MAX_TEXT_LENGTH).toWellFormed(),
    omittedCharacters: Math.max(0, said.length - MAX_TEXT_LENGTH),
    ...(structured !== undefined && { structured }),
    files,
    links,
    notes: [...new Set(notes)].slice(0, 20),
  };
}

/** Adds a file of a result. Returns what is wrong if it cannot be added. */
export function addFile(
  { files }: Pick<ParsedParts, 'files'>,
  name: string,
  mediaType: unknown,
  data: unknown,
  uri?: string,
): string | undefined {
  if (typeof data !== 'string' || !isBase64(data)) return `${name} with unreadable bytes`;
  if (files.length === MAX_FILES) return `more than ${MAX_FILES} files`;
  const declaredType = typeof mediaType === 'string' ? mediaType : '';
  files.push({ name, mediaType: declaredType, bytes: Buffer.from(data, 'base64'), ...(uri !== undefined && { uri }) });
  return undefined;
}

function readResource({ resource }: Part, parts: ParsedParts): string | undefined {
  if (!isRecord(resource)) return 'a resource without content';
  const uri = typeof resource.uri === 'string' ? toShortText(resource.uri, MAX_URI_LENGTH) : '';
  if (typeof resource.text === 'string') {
    parts.texts.push(uri === '' ? resource.text : `${uri}:\n${resource.text}`);
    return undefined;
  }
  return addFile(parts, getLastSegment(uri) || 'resource', resource.mimeType, resource.blob);
}

function readLink({ uri, name, description, mimeType }: Part, { links }: ParsedParts): string | undefined {
  if (typeof uri !== 'string' || uri.length > MAX_URI_LENGTH) return 'a link without a target';
  if (links.length === MAX_LINKS) return `more than ${MAX_LINKS} links`;
  links.push({
    uri: toShortText(uri, MAX_URI_LENGTH),
    name: typeof name === 'string' ? toShortText(name) : '',
    ...(typeof description === 'string' && { description: toShortText(description) }),
    ...(typeof mimeType === 'string' && { mime_type: toShortText(mimeType, MAX_MEDIA_TYPE_LENGTH) }),
  });
  return undefined;
}

function readStructuredContent(given: unknown, content: unknown, notes: string[]): unknown {
  if (given === undefined || given === null) return undefined;
  // Some servers repeat the content parts here, including files. Those are read already.
  if (Array.isArray(content) && content.length > 0 && isDeepStrictEqual(getOnlyValue(given), content)) return undefined;
  if (!isDeeperThan(given, MAX_CONTENT_DEPTH) && JSON.stringify(given).length <= MAX_TEXT_LENGTH) return given;
  notes.push('Left out: structured content that is too large.');
  return undefined;
}

/** Returns the only value of an object. Many servers wrap results, such as in `{"result": …}`. */
function getOnlyValue(structured: unknown): unknown {
  if (!isRecord(structured)) return undefined;
  const values = Object.values(structured);
  return values.length === 1 ? values[0] : undefined;
}

/** Removes texts that repeat the structured content. Servers send both for older clients. */
function removeRepeats(texts: readonly string[], structured: unknown): readonly string[] {
  if (structured === undefined) return texts;
  const said = [structured, getOnlyValue(structured)].filter((value) => value !== undefined);
  // For a list, servers send one text per item.
  const lists = said.filter((value) => Array.isArray(value) && value.length === texts.length) as unknown[][];
  if (lists.some((list) => texts.every((text, index) => hasValue(text, list[index])))) return [];
  return texts.filter((text) => !said.some((value) => hasValue(text, value)));
}

/** Whether a text equals a value, directly or as JSON. */
function hasValue(text: string, value: unknown): boolean {
  if (typeof value === 'string' && text.trim() === value.trim()) return true;
  if (text.length > 2 * MAX_TEXT_LENGTH) return false;
  try {
    return isDeepStrictEqual(parseJson(text), value);
  } catch {
    return false;
  }
}

/** Returns the last segment of a URI's path. Empty without one. */
export function getLastSegment(uri: string): string {
  return uri.split(/[?#]/)[0]?.split('/').at(-1) ?? '';
}
