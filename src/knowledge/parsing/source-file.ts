import { fstat, read } from 'node:fs';
import { promisify } from 'node:util';

/** Bytes at the beginning that tell the kind of a file. */
const BEGINNING = 64 * 1024;
const PIECE = 256 * 1024;

const readInto = promisify(read);

/** Reads bytes from a position on into a buffer and says how many there were. */
type Fill = (into: Buffer, position: number) => Promise<number> | number;

/** A file whose bytes are read from any place in it. */
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

  /** One that is open by a descriptor. */
  static async open(fd: number, name: string): Promise<SourceFile> {
    const { size } = await promisify(fstat)(fd);
    const fill: Fill = async (into, position) => (await readInto(fd, into, 0, into.length, position)).bytesRead;
    return new SourceFile(name, size, fill, await filled(fill, 0, Math.min(BEGINNING, size)));
  }

  /** One that lies in memory. */
  static of(bytes: Buffer, name: string): SourceFile {
    const fill: Fill = (into, position) => bytes.copy(into, 0, position);
    return new SourceFile(name, bytes.length, fill, bytes.subarray(0, BEGINNING));
  }

  /** So many bytes from a position on, fewer at the end. */
  read(position: number, length: number): Promise<Buffer> {
    return filled(this.#fill, position, Math.max(0, Math.min(length, this.size - position)));
  }

  all(): Promise<Buffer> {
    return this.read(0, this.size);
  }

  /** Its bytes, or those of a part, piece by piece. */
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
