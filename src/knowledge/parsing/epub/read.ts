import { posix } from 'node:path';
import { type Block, ParseError } from '../contract.ts';
import { parseFailures } from '../failures.ts';
import type { Reading } from '../kinds/kind.ts';
import { parseLanguageTag } from '../language.ts';
import { parseXmlPart } from '../ooxml/xml.ts';
import { readArchivePicture } from '../pictures.ts';
import { readEmbeddedImages, readHtml } from '../text/html.ts';
import { Archive } from '../zip.ts';

/** Maximum size of a chapter. */
const MAX_CHAPTER_MB = 32;

/**
 * Yields the blocks of the chapters of an EPUB file in reading order, then those outside of it. Throws a ParseError if all
 * are encrypted.
 */
export async function* readEpub(reading: Reading): AsyncGenerator<Block> {
  const { file, notes } = reading;
  const archive = await Archive.open(file);
  const { properties, chapters } = await readPackage(archive);
  notes.properties = properties;
  notes.title = properties.get('title') ?? null;
  notes.statedLanguage = parseLanguageTag(properties.get('language'));
  const encrypted = await listEncryptedParts(archive);
  if (chapters.length > 0 && chapters.every((chapter) => encrypted.has(chapter)))
    throw new ParseError('PASSWORD_PROTECTED', parseFailures.document_encryption_not_supported);
  for (const chapter of chapters) {
    const stream = encrypted.has(chapter) ? undefined : await archive.stream(chapter);
    if (!stream) {
      const isMissing = archive.contentKey(chapter) === undefined;
      notes.warnings.add(`The chapter ${chapter} is ${isMissing ? 'missing' : 'encrypted'}.`);
      continue;
    }
    const pieces: Buffer[] = [];
    let size = 0;
    for await (const piece of stream) {
      size += (piece as Buffer).length;
      if (size > MAX_CHAPTER_MB * 1024 * 1024)
        throw new ParseError('TOO_LARGE', parseFailures.archive_size_over_limit({ limit: MAX_CHAPTER_MB }));
      pieces.push(piece as Buffer);
    }
    const text = new TextDecoder().decode(Buffer.concat(pieces));
    const { blocks, images } = await readHtml(text, { ...notes, title: null });
    yield* blocks;
    yield* readEmbeddedImages(images, reading);
    for (const source of images) {
      const picture = readArchivePicture(archive, posix.join(posix.dirname(chapter), decodePath(source)));
      if (picture) yield* reading.pictures.read(reading, picture);
    }
  }
}

/** Properties of a book that are read. Of several values, the first counts. */
const PROPERTIES = new Set([
  'title',
  'creator',
  'subject',
  'description',
  'publisher',
  'date',
  'language',
  'identifier',
]);

interface Package {
  readonly properties: ReadonlyMap<string, string>;
  readonly chapters: readonly string[];
}

/** Reads the properties and the paths of the chapters. */
async function readPackage(archive: Archive): Promise<Package> {
  let path = '';
  await parseXmlPart(await archive.stream('META-INF/container.xml'), {
    open(name, attributes) {
      if (name === 'rootfile' && path === '') path = attributes['full-path'] ?? '';
    },
  });
  const stream = path === '' ? undefined : await archive.stream(path);
  if (!stream) throw new ParseError('DAMAGED_FILE', parseFailures.office_main_part_missing);
  const items = new Map<string, string>();
  const spine: string[] = [];
  /** Such as notes and answers, which readers open by links. */
  const others: string[] = [];
  const properties = new Map<string, string>();
  let property: string | undefined;
  let value = '';
  await parseXmlPart(stream, {
    open(name, { id, href, idref, linear }) {
      property = PROPERTIES.has(name) && !properties.has(name) ? name : undefined;
      value = '';
      if (name === 'item' && id && href) items.set(id, posix.join(posix.dirname(path), decodePath(href)));
      if (name === 'itemref' && idref) (linear === 'no' ? others : spine).push(idref);
    },
    text(text) {
      if (property !== undefined) value += text;
    },
    close() {
      if (property !== undefined && value.trim() !== '') properties.set(property, value.trim());
      property = undefined;
    },
  });
  return {
    properties,
    chapters: [...new Set([...spine, ...others].flatMap((id) => items.get(id) ?? []))],
  };
}

async function listEncryptedParts(archive: Archive): Promise<ReadonlySet<string>> {
  const parts = new Set<string>();
  await parseXmlPart(await archive.stream('META-INF/encryption.xml'), {
    open(name, { URI }) {
      if (name === 'CipherReference' && URI) parts.add(decodePath(URI));
    },
  });
  return parts;
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
