/** Size of the first block in bytes. Each further block doubles it, up to the maximum. */
const FIRST_BLOCK_BYTES = 65_536;
const MAX_BLOCK_BYTES = 1_048_576;

/**
 * Collects received chunks. The sender decides their size, and ten million one-byte buffers would take a hundred times
 * the memory, so all chunks after the first are copied into larger blocks.
 */
export class ByteBuffer {
  size = 0;
  #first: Uint8Array | undefined;
  #fullBlocks: Buffer[] = [];
  #block: Buffer | undefined;
  #usedBytes = 0;

  add(chunk: Uint8Array): void {
    this.size += chunk.length;
    if (this.#first === undefined) this.#first = chunk;
    else this.#copy(chunk);
  }

  /** Returns the received bytes in few chunks. */
  getChunks(): Buffer[] {
    const first =
      this.#first === undefined ? [] : [Buffer.from(this.#first.buffer, this.#first.byteOffset, this.#first.length)];
    return [...first, ...this.#fullBlocks, ...(this.#block ? [this.#block.subarray(0, this.#usedBytes)] : [])];
  }

  /** Returns the received bytes as one buffer. */
  toBuffer(): Buffer {
    const chunks = this.getChunks();
    return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, this.size);
  }

  #copy(chunk: Uint8Array): void {
    let rest = chunk;
    while (rest.length > 0) {
      const block = this.#getWritableBlock();
      const part = rest.subarray(0, block.length - this.#usedBytes);
      block.set(part, this.#usedBytes);
      this.#usedBytes += part.length;
      rest = rest.subarray(part.length);
    }
  }

  /** Returns a block with at least one free byte. */
  #getWritableBlock(): Buffer {
    const block = this.#block;
    if (block !== undefined && this.#usedBytes < block.length) return block;
    if (block !== undefined) this.#fullBlocks.push(block);
    const nextSize = block === undefined ? FIRST_BLOCK_BYTES : Math.min(block.length * 2, MAX_BLOCK_BYTES);
    this.#usedBytes = 0;
    this.#block = Buffer.allocUnsafeSlow(nextSize);
    return this.#block;
  }
}
