/** Topics that documents are about. */
const TOPICS = 2000;
/** Directions in which texts differ; real embeddings have about as many that count. */
const DIRECTIONS = 32;
const VOCABULARY = 50_000;
const WORDS_OF_TOPIC = 20;
/** Words of a chunk: so many of its topic, so many of the language. */
const OF_TOPIC = 10;
const OF_LANGUAGE = 50;

/** A query with its vector. */
export interface BenchQuery {
  readonly text: string;
  readonly vector: Float32Array;
}

/** Text and vectors of a made-up language, the same in every run. */
export class World {
  readonly dimension: number;
  readonly #random: () => number;
  readonly #centres: Float32Array[];
  readonly #axes: Float32Array[];
  readonly #words: string[];
  readonly #cumulated: Float64Array;

  constructor(dimension: number, seed = 1) {
    this.dimension = dimension;
    this.#random = randomOf(seed);
    this.#centres = Array.from({ length: TOPICS }, () => this.#gauss(DIRECTIONS));
    this.#axes = Array.from({ length: DIRECTIONS }, () => this.#gauss(dimension));
    this.#words = Array.from({ length: VOCABULARY }, (_, at) => wordOf(at));
    // As in languages, the word of rank n is used a n-th as often as the first.
    let sum = 0;
    this.#cumulated = Float64Array.from(this.#words, (_, at) => (sum += 1 / (at + 1)));
  }

  /** Text of a chunk about a topic. */
  text(topic: number): string {
    const own = Array.from({ length: OF_TOPIC }, () => this.#wordOfTopic(topic));
    return [...own, ...Array.from({ length: OF_LANGUAGE }, () => this.#word())].join(' ');
  }

  /** Vector of a text about a topic. */
  vector(topic: number, apart = 0.6): Float32Array {
    const at = this.#gauss(DIRECTIONS).map((value, n) => value * apart + (this.#centres[topic]![n] ?? 0));
    const vector = new Float32Array(this.dimension);
    for (const [n, axis] of this.#axes.entries())
      for (let i = 0; i < vector.length; i++) vector[i]! += at[n]! * axis[i]!;
    return vector;
  }

  topic(): number {
    return Math.floor(this.#random() * TOPICS);
  }

  query(): BenchQuery {
    const topic = this.topic();
    const own = [this.#wordOfTopic(topic), this.#wordOfTopic(topic)];
    return { text: [...own, this.#word(), this.#word(), this.#word()].join(' '), vector: this.vector(topic, 0.8) };
  }

  #word(): string {
    const at = this.#random() * this.#cumulated.at(-1)!;
    let [low, high] = [0, VOCABULARY - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#cumulated[middle]! < at) low = middle + 1;
      else high = middle;
    }
    return this.#words[low]!;
  }

  #wordOfTopic(topic: number): string {
    return wordOf(VOCABULARY + topic * WORDS_OF_TOPIC + Math.floor(this.#random() * WORDS_OF_TOPIC));
  }

  #gauss(length: number): Float32Array {
    return Float32Array.from({ length }, () => {
      const radius = Math.sqrt(-2 * Math.log(1 - this.#random()));
      return radius * Math.cos(2 * Math.PI * this.#random());
    });
  }
}

/** Mulberry32: quick, and the same everywhere. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A word that no stemmer takes an ending from. */
function wordOf(at: number): string {
  return `${at.toString(36).replaceAll(/\d/g, (digit) => 'bcdfghjklm'[Number(digit)] ?? '')}oxq`;
}

/** A vector in pgvector's text form; whole numbers are short, and only the direction counts. */
export function vectorText(vector: Float32Array): string {
  const longest = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  return `[${Array.from(vector, (value) => Math.round((value / longest) * 2000)).join(',')}]`;
}
