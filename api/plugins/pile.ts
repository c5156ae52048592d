/** Bytes of the first block that chunks are copied into; each further one has twice as many, up to the largest. */
const FIRST_BLOCK = 65_536;
const LARGEST_BLOCK = 1_048_576;

/**
 * Bytes that arrive in chunks of whatever size. A sender decides how small they are, and ten million buffers of one byte
 * each would take a hundred times the bytes: but for the very first they are copied together.
 */
export class Pile {
  size = 0;
  #first: Uint8Array | undefined;
  #full: Buffer[] = [];
  #block: Buffer | undefined;
  #used = 0;

  add(chunk: Uint8Array): void {
    this.size += chunk.length;
    if (this.#first === undefined) this.#first = chunk;
    else this.#copy(chunk);
  }

  /** What arrived, in few pieces. */
  pieces(): Buffer[] {
    const first =
      this.#first === undefined ? [] : [Buffer.from(this.#first.buffer, this.#first.byteOffset, this.#first.length)];
    return [...first, ...this.#full, ...(this.#block ? [this.#block.subarray(0, this.#used)] : [])];
  }

  /** What arrived, in one. */
  whole(): Buffer {
    const pieces = this.pieces();
    return pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces, this.size);
  }

  #copy(chunk: Uint8Array): void {
    let left = chunk;
    while (left.length > 0) {
      const block = this.#roomy();
      const fitting = left.subarray(0, block.length - this.#used);
      block.set(fitting, this.#used);
      this.#used += fitting.length;
      left = left.subarray(fitting.length);
    }
  }

  /** The block with room for at least a byte. */
  #roomy(): Buffer {
    const block = this.#block;
    if (block !== undefined && this.#used < block.length) return block;
    if (block !== undefined) this.#full.push(block);
    const larger = block === undefined ? FIRST_BLOCK : Math.min(block.length * 2, LARGEST_BLOCK);
    this.#used = 0;
    this.#block = Buffer.allocUnsafeSlow(larger);
    return this.#block;
  }
}
