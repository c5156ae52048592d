import { Readable } from 'node:stream';
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl';
import { getErrorMessage } from '../../platform/error-message.ts';
import { cleanText } from './clean.ts';
import { ParseError } from './contract.ts';
import { parseFailures } from './failures.ts';
import type { SourceFile } from './source-file.ts';

/** Limits of declared archive contents; each entry is also limited while it is unpacked. */
const MAX_ENTRIES = 20_000;
const MAX_UNPACKED_MB = 1024;

class FileReader extends RandomAccessReader {
  readonly #file: SourceFile;

  constructor(file: SourceFile) {
    super();
    this.#file = file;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#file.pieces(start, end));
  }
}

/** A ZIP archive with its directory. */
export class Archive {
  readonly #zip: ZipFile;
  readonly #entries: ReadonlyMap<string, Entry>;

  private constructor(zip: ZipFile, entries: ReadonlyMap<string, Entry>) {
    this.#zip = zip;
    this.#entries = entries;
  }

  /** Opens an archive. Throws a ParseError if it is damaged or too large. */
  static async open(file: SourceFile): Promise<Archive> {
    const zip = await openZip(file);
    if (zip.entryCount > MAX_ENTRIES)
      throw new ParseError('TOO_LARGE', parseFailures.archive_files_over_limit({ limit: MAX_ENTRIES }));
    const entries = new Map<string, Entry>();
    let unpacked = 0;
    for await (const entry of zip.eachEntry()) {
      unpacked += entry.uncompressedSize;
      if (unpacked > MAX_UNPACKED_MB * 1024 * 1024)
        throw new ParseError('TOO_LARGE', parseFailures.archive_size_over_limit({ limit: MAX_UNPACKED_MB }));
      entries.set(entry.fileName, entry);
    }
    return new Archive(zip, entries);
  }

  names(): ReadonlySet<string> {
    return new Set(this.#entries.keys());
  }

  /** Returns a key that entries with equal content share. Undefined if the entry is missing. */
  contentKey(name: string): string | undefined {
    const entry = this.#entries.get(name);
    return entry && `${entry.crc32}-${entry.uncompressedSize}`;
  }

  /** Returns the unpacked bytes of an entry, undefined if it is missing. */
  async stream(name: string): Promise<Readable | undefined> {
    const entry = this.#entries.get(name);
    return entry && this.#zip.openReadStreamPromise(entry);
  }
}

async function openZip(file: SourceFile): Promise<ZipFile> {
  try {
    return await fromRandomAccessReaderPromise(new FileReader(file), file.size, {
      autoClose: false,
      lazyEntries: true,
    });
  } catch (error) {
    const why = getErrorMessage(error);
    throw new ParseError('DAMAGED_FILE', parseFailures.archive_damaged({ cause: cleanText(why) }));
  }
}
