import type { Readable } from 'node:stream';
import { ParseError } from '../contract.ts';
import { parseFailures } from '../failures.ts';
import { parseXmlPart } from '../ooxml/xml.ts';
import type { SourceFile } from '../source-file.ts';
import { Archive } from '../zip.ts';

/** An OpenDocument file. */
export class OdfPackage {
  readonly #archive: Archive;
  readonly title: string | null;

  private constructor(archive: Archive, title: string | null) {
    this.#archive = archive;
    this.title = title;
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
    return new OdfPackage(archive, await readTitle(archive));
  }

  stream(part: 'content.xml' | 'styles.xml'): Promise<Readable | undefined> {
    return this.#archive.stream(part);
  }
}

async function readTitle(archive: Archive): Promise<string | null> {
  let title = '';
  let inTitle = false;
  await parseXmlPart(await archive.stream('meta.xml'), {
    open: (name) => {
      inTitle = name === 'title';
    },
    text: (text) => {
      if (inTitle) title += text;
    },
    close: () => {
      inTitle = false;
    },
  });
  return title.trim() || null;
}
