import { readMarkup } from './markup.ts';

/** A listed object. */
interface ListedObject {
  readonly key: string;
  readonly etag: string;
}

/** A page of objects. */
export interface ObjectPage {
  readonly objects: readonly ListedObject[];
  /** Token of the next page; null at the end. */
  readonly next: string | null;
}

/**
 * Parses a page of objects. Returns undefined for other or incomplete text, which says nothing about missing objects.
 * Decodes keys if the server encoded them.
 */
export function readObjectPage(xml: string): ObjectPage | undefined {
  const objects: ListedObject[] = [];
  const rest = new Map<string, string>();
  const path: string[] = [];
  let object: Record<string, string> = {};
  readMarkup(xml, 'xml', {
    open(name) {
      path.push(name);
      if (path.length === 2 && name === 'Contents') object = {};
    },
    text(text) {
      const name = path.at(-1) ?? '';
      if (path.length === 2) rest.set(name, (rest.get(name) ?? '') + text);
      if (path.length === 3 && path[1] === 'Contents') object[name] = (object[name] ?? '') + text;
    },
    close(name) {
      if (path.length === 2 && name === 'Contents') objects.push({ key: object.Key ?? '', etag: object.ETag ?? '' });
      path.pop();
    },
  });
  if (!/<ListBucketResult[\s>][\s\S]*<\/ListBucketResult>\s*$/.test(xml)) return undefined;
  const toKey = (key: string) => (rest.get('EncodingType') === 'url' ? decodeKey(key) : key);
  const isTruncated = rest.get('IsTruncated')?.trim() === 'true';
  const next = isTruncated ? (rest.get('NextContinuationToken') ?? null) : null;
  if (isTruncated && next === null) return undefined;
  return { objects: objects.map(({ key, etag }) => ({ key: toKey(key), etag })).filter(({ key }) => key !== ''), next };
}

function decodeKey(key: string): string {
  try {
    return decodeURIComponent(key.replaceAll('+', ' '));
  } catch {
    return key;
  }
}
