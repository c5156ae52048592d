import { fstat, read } from 'node:fs';
import { promisify } from 'node:util';

/** Number of first bytes for detecting the kind. */
const BEGINNING = 64 * 1024;
const PIECE = 256 * 1024;

const readInto = promisify(read);

/** Reads bytes from a position into a buffer. Returns their number. */
type Fill = (into: Buffer, position: number) => Promise<number> | number;

/** A file with random access. */
export class SourceFile {
  readonly name: string;
  readonly size: number;
  readonly beginning: Buffer;
  readonly #fill: Fill;

  private constructor(name: string, size: number, fill: Fill, beginning: Buffer) {
    this.name = name;
    this.size = size;
    this.#fill = fill;
    this.beginning = beginning;
  }

  /** Opens a file by descriptor. */
  static async open(fd: number, name: string): Promise<SourceFile> {
    const { size } = await promisify(fstat)(fd);
    const fill: Fill = async (into, position) => (await readInto(fd, into, 0, into.length, position)).bytesRead;
    return new SourceFile(name, size, fill, await filled(fill, 0, Math.min(BEGINNING, size)));
  }

  /** Wraps bytes in memory. */
  static of(bytes: Buffer, name: string): SourceFile {
    const fill: Fill = (into, position) => bytes.copy(into, 0, position);
    return new SourceFile(name, bytes.length, fill, bytes.subarray(0, BEGINNING));
  }

  /** Reads bytes from a position, fewer at the end. */
  read(position: number, length: number): Promise<Buffer> {
    return filled(this.#fill, position, Math.max(0, Math.min(length, this.size - position)));
  }

  all(): Promise<Buffer> {
    return this.read(0, this.size);
  }

  /** Yields the bytes of a range in pieces. */
  async *pieces(from = 0, to = this.size): AsyncGenerator<Buffer> {
    for (let at = from; at < to; at += PIECE) yield await this.read(at, Math.min(PIECE, to - at));
  }
}

async function filled(fill: Fill, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length);
  let count = 0;
  while (count < length) {
    const more = await fill(bytes.subarray(count), position + count);
    if (more === 0) break;
    count += more;
  }
  return bytes.subarray(0, count);
}
