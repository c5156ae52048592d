import type { Readable } from 'node:stream';
import { ParseError } from '../contract.ts';
import { parseFailures } from '../failures.ts';
import { parseLanguageTag } from '../language.ts';
import { parseXmlPart, readLeafTexts } from '../ooxml/xml.ts';
import { type Picture, readArchivePicture } from '../pictures.ts';
import type { SourceFile } from '../source-file.ts';
import { Archive } from '../zip.ts';

/** An OpenDocument file. */
export class OdfPackage {
  readonly #archive: Archive;
  /** Values of `meta.xml`, such as title, creator and date. */
  readonly properties: ReadonlyMap<string, string>;
  /** Language of the default styles, ISO 639-1. */
  readonly defaultLanguage: string | undefined;

  private constructor(archive: Archive, facts: Pick<OdfPackage, 'properties' | 'defaultLanguage'>) {
    this.#archive = archive;
    this.properties = facts.properties;
    this.defaultLanguage = facts.defaultLanguage;
  }

  /** Opens a file. Throws a ParseError if it is encrypted or has no content. */
  static async open(file: SourceFile): Promise<OdfPackage> {
    const archive = await Archive.open(file);
    if (!archive.names().has('content.xml'))
      throw new ParseError('DAMAGED_FILE', parseFailures.office_main_part_missing);
    let isEncrypted = false;
    await parseXmlPart(await archive.stream('META-INF/manifest.xml'), {
      open(name) {
        if (name === 'encryption-data') isEncrypted = true;
      },
    });
    if (isEncrypted) throw new ParseError('PASSWORD_PROTECTED', parseFailures.document_password_protected);
    return new OdfPackage(archive, {
      properties: await readLeafTexts(await archive.stream('meta.xml')),
      defaultLanguage: await readDefaultLanguage(await archive.stream('styles.xml')),
    });
  }

  stream(part: string): Promise<Readable | undefined> {
    return this.#archive.stream(part);
  }

  /** Returns a picture by its address. Undefined for those outside of the file. */
  findPicture(address: string): Picture | undefined {
    return readArchivePicture(this.#archive, address.replace(/^\.\//, ''));
  }
}

/** Reads the first language of the default styles. LibreOffice writes `none` for text that is not to be checked. */
async function readDefaultLanguage(styles: Readable | undefined): Promise<string | undefined> {
  let language: string | undefined;
  let isDefault = false;
  await parseXmlPart(styles, {
    open(name, attributes) {
      if (name === 'default-style') isDefault = true;
      if (isDefault && name === 'text-properties') language ??= parseLanguageTag(attributes['fo:language']);
    },
    close(name) {
      if (name === 'default-style') isDefault = false;
    },
  });
  return language;
}
