import type { Arrays } from './arrays.ts';
import { type Matrix, MatrixMemory, type Weights } from './matrices.ts';

/** Length of the vectors. */
export const DIMENSION = 512;

/** Parts of the quantized table of token vectors. A token is in part `id % PARTS`. */
const PARTS = 17;
/** Values per token and branch. */
const WIDTH = 256;
/** The branches: number of neighbouring tokens, and those of them before the token. */
const BRANCHES = [
  { size: 2, before: 0 },
  { size: 3, before: 1 },
  { size: 5, before: 2 },
] as const;
/** Neighbours beyond the text. */
const MAX_NEIGHBOURS = 4;
const FEATURES = DIMENSION + BRANCHES.length * WIDTH;
const HIDDEN = 320;
/** Avoids a division by zero. */
const EPSILON = 1e-12;

/** The arrays of a branch. */
interface Branch {
  readonly size: number;
  readonly before: number;
  readonly projection: Weights;
  readonly first: Weights;
  readonly firstBias: Float32Array;
  readonly second: Weights;
  readonly secondBias: Float32Array;
}

/** Gain and bias of a layer normalization. */
interface Normalization {
  readonly gain: Float32Array;
  readonly bias: Float32Array;
}

/** Memory of one text. */
interface Buffers {
  readonly features: Matrix;
  readonly projected: Matrix;
  readonly window: Matrix;
  readonly output: Matrix;
  readonly vectors: Matrix;
}

/**
 * The network of the Universal Sentence Encoder, multilingual: features of words in runs of 2, 3 and 5 tokens are
 * averaged over the text and projected to a vector.
 */
export class Encoder {
  readonly #memory = new MatrixMemory();
  readonly #maxTokens: number;
  readonly #buffers: Buffers;
  readonly #table: readonly Uint8Array[];
  readonly #scales: Float32Array;
  readonly #offsets: Float32Array;
  readonly #projectionBias: Float32Array;
  readonly #projected: Normalization;
  readonly #features: Normalization;
  readonly #branches: readonly Branch[];
  readonly #output: Weights;
  readonly #outputBias: Float32Array;
  readonly #dense: Readonly<Record<'d0' | 'd1' | 'd2' | 'd3' | 'p1' | 'p3', Weights>>;

  /** Prepares the weights for texts of at most this many tokens. Throws if an array is missing. */
  constructor(arrays: Arrays, maxTokens: number) {
    const floats = (name: string) => getFloats(arrays, name);
    const store = (name: string, columns: number) =>
      this.#memory.store(floats(name), floats(name).length / columns, columns);
    const join = (name: string) => concatenate(BRANCHES.map(({ size }) => floats(`${name}${size}`)));
    this.#maxTokens = maxTokens;
    this.#table = Array.from({ length: PARTS }, (_, at) => getBytes(arrays, `q${at + 1}`));
    this.#scales = floats('scale');
    this.#offsets = floats('lo');
    this.#projectionBias = join('proj_b');
    this.#projected = { gain: join('ln_g'), bias: join('ln_b') };
    this.#features = { gain: floats('ln_g'), bias: floats('ln_b') };
    this.#branches = BRANCHES.map(({ size, before }) => ({
      size,
      before,
      projection: store(`proj${size}`, WIDTH),
      first: store(`w1_${size}`, WIDTH),
      firstBias: floats(`b1_${size}`),
      second: store(`w2_${size}`, WIDTH),
      secondBias: floats(`b2_${size}`),
    }));
    this.#output = store('cnn_W', DIMENSION);
    this.#outputBias = floats('cnn_b');
    this.#dense = {
      d0: store('d0', HIDDEN),
      d1: store('d1', HIDDEN),
      d2: store('d2', DIMENSION),
      d3: store('d3', DIMENSION),
      p1: store('p1', HIDDEN),
      p3: store('p3', DIMENSION),
    };
    const reserve = (rows: number, stride: number): Matrix => ({ at: this.#memory.reserve(rows * stride), stride });
    this.#buffers = {
      features: reserve(maxTokens, FEATURES),
      projected: reserve(maxTokens, BRANCHES.length * WIDTH),
      window: reserve(maxTokens + MAX_NEIGHBOURS, WIDTH),
      output: reserve(maxTokens, WIDTH),
      vectors: reserve(8, FEATURES),
    };
  }

  /** Returns the vector of unit length of a text. Ignores tokens beyond the maximum. */
  encode(ids: readonly number[]): Float32Array {
    const count = Math.min(ids.length, this.#maxTokens);
    this.#lookUp(ids, count);
    this.#project(count);
    for (const [at, branch] of this.#branches.entries()) this.#addFeatures(branch, at * WIDTH, count);
    normalizeLayer(this.#view(this.#buffers.features, count), FEATURES, this.#features);
    return this.#toVector(count);
  }

  #view({ at, stride }: Matrix, rows: number): Float32Array {
    return this.#memory.view(at, rows * stride);
  }

  /** Writes the vectors of the tokens to the features. */
  #lookUp(ids: readonly number[], count: number): void {
    const features = this.#view(this.#buffers.features, count);
    for (let row = 0; row < count; row++) {
      const id = ids[row] ?? 0;
      const part = id % PARTS;
      const [scale, offset] = [this.#scales[part] ?? 0, this.#offsets[part] ?? 0];
      const values = this.#table[part] ?? new Uint8Array();
      const from = Math.floor(id / PARTS) * DIMENSION;
      for (let at = 0; at < DIMENSION; at++) features[row * FEATURES + at] = (values[from + at] ?? 0) * scale + offset;
    }
  }

  #project(count: number): void {
    const { features, projected } = this.#buffers;
    const values = this.#view(projected, count);
    for (let row = 0; row < count; row++) values.set(this.#projectionBias, row * projected.stride);
    for (const [at, { projection }] of this.#branches.entries())
      this.#memory.addProduct(moveBy(projected, at * WIDTH), features, projection, count);
    normalizeLayer(values, projected.stride, this.#projected);
  }

  /** Writes the features of runs of tokens: two residual layers over the token and its neighbours. */
  #addFeatures(branch: Branch, column: number, count: number): void {
    const { features, projected, window, output } = this.#buffers;
    const input = this.#view(projected, count);
    const rows = this.#view(window, count + MAX_NEIGHBOURS);
    const results = this.#view(output, count);
    const target = this.#view(features, count);
    rows.fill(0);
    for (let row = 0; row < count; row++) {
      const from = row * projected.stride + column;
      rows.set(input.subarray(from, from + WIDTH), (row + branch.before) * WIDTH);
    }
    const inside = rows.subarray(branch.before * WIDTH, (branch.before + count) * WIDTH);
    for (const [weights, bias] of [
      [branch.first, branch.firstBias],
      [branch.second, branch.secondBias],
    ] as const) {
      for (let row = 0; row < count; row++) results.set(bias, row * WIDTH);
      this.#memory.addProduct(output, window, weights, count);
      for (let at = 0; at < inside.length; at++) inside[at] = (inside[at] ?? 0) + Math.max(0, results[at] ?? 0);
    }
    for (let row = 0; row < count; row++)
      target.set(inside.subarray(row * WIDTH, (row + 1) * WIDTH), row * FEATURES + DIMENSION + column);
  }

  /** Averages the features and passes them through the dense layers. */
  #toVector(count: number): Float32Array {
    const features = this.#view(this.#buffers.features, count);
    const sum = new Float32Array(FEATURES);
    for (let row = 0; row < count; row++)
      for (let at = 0; at < FEATURES; at++) sum[at] = (sum[at] ?? 0) + (features[row * FEATURES + at] ?? 0);
    const { d0, d1, d2, d3, p1, p3 } = this.#dense;
    const mean = this.#multiply([[sum, this.#output]]).map(
      (value, at) => (value + count * (this.#outputBias[at] ?? 0)) / Math.sqrt(count),
    );
    const first = rectify(this.#multiply([[mean, d0]]));
    const second = rectify(
      this.#multiply([
        [mean, p1],
        [first, d1],
      ]),
    );
    const third = rectify(this.#multiply([[second, d2]]));
    const vector = this.#multiply([
      [second, p3],
      [third, d3],
    ]).map(Math.tanh);
    const length = Math.sqrt(
      Math.max(
        vector.reduce((total, value) => total + value * value, 0),
        EPSILON,
      ),
    );
    return vector.map((value) => value / length);
  }

  /** Returns the sum of products of vectors and weights. */
  #multiply(products: readonly (readonly [vector: Float32Array, weights: Weights])[]): Float32Array {
    const { vectors } = this.#buffers;
    const columns = products[0]?.[1].columns ?? 0;
    const sum = { at: vectors.at, stride: vectors.stride };
    this.#memory.view(sum.at, columns).fill(0);
    for (const [vector, weights] of products) {
      const input = moveBy(vectors, vectors.stride);
      this.#memory.view(input.at, vector.length).set(vector);
      this.#memory.addProduct(sum, input, weights, 1);
    }
    return this.#memory.view(sum.at, columns).slice();
  }
}

const FLOAT_BYTES = Float32Array.BYTES_PER_ELEMENT;

const moveBy = ({ at, stride }: Matrix, floats: number): Matrix => ({ at: at + floats * FLOAT_BYTES, stride });

const rectify = (values: Float32Array): Float32Array => values.map((value) => Math.max(0, value));

/** Normalizes each row in place. */
function normalizeLayer(values: Float32Array, width: number, { gain, bias }: Normalization): void {
  for (let from = 0; from < values.length; from += width) {
    const row = values.subarray(from, from + width);
    let sum = 0;
    for (const value of row) sum += value;
    const mean = sum / width;
    let squares = 0;
    for (const value of row) squares += (value - mean) ** 2;
    const factor = 1 / Math.sqrt(squares / width + EPSILON);
    for (let at = 0; at < width; at++) row[at] = ((row[at] ?? 0) - mean) * factor * (gain[at] ?? 0) + (bias[at] ?? 0);
  }
}

function concatenate(parts: readonly Float32Array[]): Float32Array {
  return Float32Array.from(parts.flatMap((part) => [...part]));
}

function getFloats(arrays: Arrays, name: string): Float32Array {
  const array = arrays.get(name);
  if (array instanceof Float32Array) return array;
  throw new Error(`the weights lack ${name}`);
}

function getBytes(arrays: Arrays, name: string): Uint8Array {
  const array = arrays.get(name);
  if (array instanceof Uint8Array) return array;
  throw new Error(`the weights lack ${name}`);
}
