import { posix } from 'node:path';
import type { Readable } from 'node:stream';
import { ParseError } from '../contract.ts';
import { parseFailures } from '../failures.ts';
import type { Notes } from '../kinds/kind.ts';
import type { Picture } from '../pictures.ts';
import type { SourceFile } from '../source-file.ts';
import { Archive } from '../zip.ts';
import { parseXmlPart, readLeafTexts } from './xml.ts';

/** A relationship of a part to another part of the package. */
export interface Relationship {
  readonly id: string;
  /** Last segment of its type, such as `footnotes`, which transitional and strict files share. */
  readonly type: string;
  /** Path of the target part. */
  readonly target: string;
}

/**
 * An Office Open XML package. Parts are found through `[Content_Types].xml` and relationships, as ISO/IEC 29500-2
 * requires, not by their usual names.
 */
export class OfficePackage {
  readonly #archive: Archive;
  /** Archive names by lower case, because part names are case-insensitive. */
  readonly #names: ReadonlyMap<string, string>;
  readonly #byExtension = new Map<string, string>();
  readonly #byPart = new Map<string, string>();

  private constructor(archive: Archive) {
    this.#archive = archive;
    this.#names = new Map(Array.from(archive.names(), (name) => [keyOf(name), name]));
  }

  /** Returns undefined where the archive is no package. */
  static async find(archive: Archive): Promise<OfficePackage | undefined> {
    const found = new OfficePackage(archive);
    const types = await found.stream('[Content_Types].xml');
    if (!types) return undefined;
    await parseXmlPart(types, {
      open(name, { Extension, PartName, ContentType = '' }) {
        if (name === 'Default' && Extension) found.#byExtension.set(Extension.toLowerCase(), ContentType);
        if (name === 'Override' && PartName) found.#byPart.set(keyOf(PartName), ContentType);
      },
    });
    return found;
  }

  /** Throws a ParseError where the file is no package. */
  static async open(file: SourceFile): Promise<OfficePackage> {
    const found = await OfficePackage.find(await Archive.open(file));
    if (!found) throw new ParseError('DAMAGED_FILE', parseFailures.office_content_types_missing);
    return found;
  }

  /** Content type of a part, without parameters and in lower case. */
  contentType(part: string): string {
    const type = this.#byPart.get(keyOf(part)) ?? this.#byExtension.get(posix.extname(part).slice(1).toLowerCase());
    return type?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  }

  /** Path of the main part; undefined where the package names none. */
  async findMainPart(): Promise<string | undefined> {
    return (await this.relationships('')).find(({ type }) => type === 'officeDocument')?.target;
  }

  /** Path of the main part. Throws a ParseError where the package names none. */
  async mainPart(): Promise<string> {
    const part = await this.findMainPart();
    if (part === undefined || !this.has(part))
      throw new ParseError('DAMAGED_FILE', parseFailures.office_main_part_missing);
    return part;
  }

  /** Relationships of a part, or of the package for ``; those that lead outside are left out. */
  async relationships(part: string): Promise<Relationship[]> {
    const folder = posix.dirname(part);
    const found: Relationship[] = [];
    const path = posix.join(folder, '_rels', `${posix.basename(part)}.rels`);
    await parseXmlPart(await this.stream(path), {
      open(name, { Id, Type, Target, TargetMode }) {
        if (name !== 'Relationship' || !Id || !Target || TargetMode === 'External') return;
        const target = Target.startsWith('/') ? Target.slice(1) : posix.join(folder, Target);
        found.push({ id: Id, type: (Type ?? '').replace(/^.*\//, ''), target });
      },
    });
    return found;
  }

  has(part: string): boolean {
    return this.#names.has(keyOf(part));
  }

  /** Bytes of a part; undefined where there is none. */
  async stream(part: string): Promise<Readable | undefined> {
    const name = this.#names.get(keyOf(part));
    return name === undefined ? undefined : this.#archive.stream(name);
  }

  /** The picture in a part. */
  picture(part: string): Picture {
    const key = this.#archive.contentKey(this.#names.get(keyOf(part)) ?? '') ?? part;
    return { key, name: part, mediaType: this.contentType(part), open: () => this.stream(part) };
  }

  /** Core properties such as title, creator and modified. */
  async properties(): Promise<ReadonlyMap<string, string>> {
    const core = (await this.relationships('')).find(({ type }) => type === 'core-properties');
    return readLeafTexts(core && (await this.stream(core.target)));
  }
}

function keyOf(part: string): string {
  const path = part.startsWith('/') ? part.slice(1) : part;
  // Part names in content types and relationships may be percent-encoded; entry names may not be.
  try {
    return decodeURIComponent(path).toLowerCase();
  } catch {
    return path.toLowerCase();
  }
}

/** Warns about embedded files that are not read. */
export function warnAboutEmbedded(relationships: readonly Relationship[], { warnings }: Notes): void {
  const files = new Set(
    relationships.filter(({ type }) => type === 'package' || type === 'oleObject').map(({ target }) => target),
  );
  if (files.size > 0) warnings.add(`Embedded files that were not read: ${files.size}.`);
}
