import type { Readable } from 'node:stream';
import { ParseError } from '../contract.ts';
import { parseFailures } from '../failures.ts';
import { parseXmlPart, readLeafTexts } from '../ooxml/xml.ts';
import { type Picture, readArchivePicture } from '../pictures.ts';
import type { SourceFile } from '../source-file.ts';
import { Archive } from '../zip.ts';

/** An OpenDocument file. */
export class OdfPackage {
  readonly #archive: Archive;
  /** Values of `meta.xml`, such as title, creator and date. */
  readonly properties: ReadonlyMap<string, string>;

  private constructor(archive: Archive, properties: ReadonlyMap<string, string>) {
    this.#archive = archive;
    this.properties = properties;
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
    return new OdfPackage(archive, await readLeafTexts(await archive.stream('meta.xml')));
  }

  stream(part: string): Promise<Readable | undefined> {
    return this.#archive.stream(part);
  }

  /** Returns a picture by its address. Undefined for those outside of the file. */
  findPicture(address: string): Picture | undefined {
    return readArchivePicture(this.#archive, address.replace(/^\.\//, ''));
  }
}
