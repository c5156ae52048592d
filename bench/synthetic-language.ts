const TOPIC_COUNT = 2000;
/** Dimensions in which texts differ, similar to real embeddings. */
const DIRECTION_COUNT = 32;
const VOCABULARY_SIZE = 50_000;
const WORDS_PER_TOPIC = 20;
/** Words per chunk: from its topic, and common ones. */
const TOPIC_WORDS_PER_CHUNK = 10;
const COMMON_WORDS_PER_CHUNK = 50;
export const WORDS_PER_CHUNK = TOPIC_WORDS_PER_CHUNK + COMMON_WORDS_PER_CHUNK;

/** A query with its vector. */
export interface BenchQuery {
  readonly text: string;
  readonly vector: Float32Array;
}

/** Texts and vectors of a synthetic language, the same in every run. */
export class SyntheticLanguage {
  readonly dimension: number;
  readonly #random: () => number;
  readonly #centres: Float32Array[];
  readonly #axes: Float32Array[];
  readonly #words: string[];
  readonly #cumulated: Float64Array;

  constructor(dimension: number, seed = 1) {
    this.dimension = dimension;
    this.#random = createRandom(seed);
    this.#centres = Array.from({ length: TOPIC_COUNT }, () => this.#gauss(DIRECTION_COUNT));
    this.#axes = Array.from({ length: DIRECTION_COUNT }, () => this.#gauss(dimension));
    this.#words = Array.from({ length: VOCABULARY_SIZE }, (_, at) => wordFromIndex(at));
    // Zipf's law: the word of rank n has a frequency of 1/n.
    let sum = 0;
    this.#cumulated = Float64Array.from(this.#words, (_, at) => (sum += 1 / (at + 1)));
  }

  /** Returns the text of a chunk about a topic. */
  text(topic: number): string {
    const own = Array.from({ length: TOPIC_WORDS_PER_CHUNK }, () => this.#wordOfTopic(topic));
    return [...own, ...Array.from({ length: COMMON_WORDS_PER_CHUNK }, () => this.#word())].join(' ');
  }

  /** Returns the vector of a text about a topic. */
  vector(topic: number, apart = 0.6): Float32Array {
    const at = this.#gauss(DIRECTION_COUNT).map((value, n) => value * apart + (this.#centres[topic]![n] ?? 0));
    const vector = new Float32Array(this.dimension);
    for (const [n, axis] of this.#axes.entries())
      for (let i = 0; i < vector.length; i++) vector[i]! += at[n]! * axis[i]!;
    return vector;
  }

  topic(): number {
    return Math.floor(this.#random() * TOPIC_COUNT);
  }

  query(): BenchQuery {
    const topic = this.topic();
    const own = [this.#wordOfTopic(topic), this.#wordOfTopic(topic)];
    return { text: [...own, this.#word(), this.#word(), this.#word()].join(' '), vector: this.vector(topic, 0.8) };
  }

  #word(): string {
    const at = this.#random() * this.#cumulated.at(-1)!;
    let [low, high] = [0, VOCABULARY_SIZE - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#cumulated[middle]! < at) low = middle + 1;
      else high = middle;
    }
    return this.#words[low]!;
  }

  #wordOfTopic(topic: number): string {
    return wordFromIndex(VOCABULARY_SIZE + topic * WORDS_PER_TOPIC + Math.floor(this.#random() * WORDS_PER_TOPIC));
  }

  #gauss(length: number): Float32Array {
    return Float32Array.from({ length }, () => {
      const radius = Math.sqrt(-2 * Math.log(1 - this.#random()));
      return radius * Math.cos(2 * Math.PI * this.#random());
    });
  }
}

/** Mulberry32: fast and reproducible. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Returns a word that stemmers do not change. */
function wordFromIndex(at: number): string {
  return `${at.toString(36).replaceAll(/\d/g, (digit) => 'bcdfghjklm'[Number(digit)] ?? '')}oxq`;
}

/** Converts a vector to pgvector's text form. Integers are short, and only the direction counts. */
export function toVectorText(vector: Float32Array): string {
  const longest = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  return `[${Array.from(vector, (value) => Math.round((value / longest) * 2000)).join(',')}]`;
}
