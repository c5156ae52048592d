/** The module of `multiply.wat`. */
const MODULE =
  'AGFzbQEAAAABDAFgCH9/f39/f39/AAMCAQAFAwEAAQcVAgZtZW1vcnkCAAhtdWx0aXBseQAACt0FAdoFCgd/A3sBfwJ7AX8CewF/AnsBfwJ7IAZBA3YhDgJAA0AgDkUNASAAIQkgAyEKIAUhCAJAA0AgCEEESQ0BIAkhEiAK/QAEACETIAr9AAQQIRQgEiABaiEVIAogBEEBbGr9AAQAIRYgCiAEQQFsav0ABBAhFyAVIAFqIRggCiAEQQJsav0ABAAhGSAKIARBAmxq/QAEECEaIBggAWohGyAKIARBA2xq/QAEACEcIAogBEEDbGr9AAQQIR0gAiENIAIgB0EFdGohDANAIA39AAQAIRAgDf0ABBAhESAS/QkCACEPIBMgDyAQ/eYB/eQBIRMgFCAPIBH95gH95AEhFCASQQRqIRIgFf0JAgAhDyAWIA8gEP3mAf3kASEWIBcgDyAR/eYB/eQBIRcgFUEEaiEVIBj9CQIAIQ8gGSAPIBD95gH95AEhGSAaIA8gEf3mAf3kASEaIBhBBGohGCAb/QkCACEPIBwgDyAQ/eYB/eQBIRwgHSAPIBH95gH95AEhHSAbQQRqIRsgDUEgaiENIA0gDEkNAAsgCiAT/QsEACAKIBT9CwQQIAogBEEBbGogFv0LBAAgCiAEQQFsaiAX/QsEECAKIARBAmxqIBn9CwQAIAogBEECbGogGv0LBBAgCiAEQQNsaiAc/QsEACAKIARBA2xqIB39CwQQIAkgAUEEbGohCSAKIARBBGxqIQogCEEEayEIDAALCwJAA0AgCEUNASAJIRIgCv0ABAAhEyAK/QAEECEUIAIhDSACIAdBBXRqIQwDQCAN/QAEACEQIA39AAQQIREgEv0JAgAhDyATIA8gEP3mAf3kASETIBQgDyAR/eYB/eQBIRQgEkEEaiESIA1BIGohDSANIAxJDQALIAogE/0LBAAgCiAU/QsEECAJIAFBAWxqIQkgCiAEQQFsaiEKIAhBAWshCAwACwsgAiAHQQV0aiECIANBIGohAyAOQQFrIQ4MAAsLCw==';

/** The part of the global that is used. The types of Node do not contain it. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (
    module: object,
  ) => { readonly exports: { readonly memory: Memory; readonly multiply: Multiply } };
};

interface Memory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

const PAGE_BYTES = 65_536;
const COLUMNS_PER_PANEL = 8;
const FLOAT_BYTES = 4;

/** A matrix in the memory, by rows. */
export interface Matrix {
  /** Byte offset. */
  readonly at: number;
  /** Floats from one row to the next. */
  readonly stride: number;
}

/** A matrix of weights in the memory. */
export interface Weights {
  readonly at: number;
  readonly rows: number;
  readonly columns: number;
}

type Multiply = (
  a: number,
  aStrideBytes: number,
  b: number,
  c: number,
  cStrideBytes: number,
  rows: number,
  columns: number,
  terms: number,
) => void;

/** Multiplies float matrices with SIMD instructions, in a memory of its own. */
export class MatrixMemory {
  readonly #memory: Memory;
  readonly #multiply: Multiply;
  #used = 0;

  constructor() {
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(Buffer.from(MODULE, 'base64')));
    this.#memory = exports.memory;
    this.#multiply = exports.multiply;
  }

  /** Reserves zeroed floats. Returns their byte offset. A view that was taken before becomes invalid. */
  reserve(floats: number): number {
    const at = this.#used;
    this.#used += Math.ceil(floats / COLUMNS_PER_PANEL) * COLUMNS_PER_PANEL * FLOAT_BYTES;
    const missing = this.#used - this.#memory.buffer.byteLength;
    if (missing > 0) this.#memory.grow(Math.ceil(missing / PAGE_BYTES));
    return at;
  }

  /** Returns the floats at an offset. */
  view(at: number, floats: number): Float32Array {
    return new Float32Array(this.#memory.buffer, at, floats);
  }

  /** Stores a matrix of weights. The number of columns must be a multiple of eight. */
  store(values: Float32Array, rows: number, columns: number): Weights {
    const at = this.reserve(rows * columns);
    const packed = this.view(at, rows * columns);
    let to = 0;
    for (let panel = 0; panel < columns; panel += COLUMNS_PER_PANEL)
      for (let row = 0; row < rows; row++)
        for (let column = 0; column < COLUMNS_PER_PANEL; column++)
          packed[to++] = values[row * columns + panel + column] ?? 0;
    return { at, rows, columns };
  }

  /** Adds the product of a matrix and weights to `sum`. Rows of `a` can overlap. */
  addProduct(sum: Matrix, a: Matrix, weights: Weights, rows: number): void {
    this.#multiply(
      a.at,
      a.stride * FLOAT_BYTES,
      weights.at,
      sum.at,
      sum.stride * FLOAT_BYTES,
      rows,
      weights.columns,
      weights.rows,
    );
  }
}
