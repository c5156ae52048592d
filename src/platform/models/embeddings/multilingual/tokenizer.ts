/** A SentencePiece unigram tokenizer with the vocabulary of the Universal Sentence Encoder. Pure after reading. */

const UNKNOWN_ID = 0;
const START_ID = 1;
const END_ID = 2;
/** Score of an unknown character below the worst piece. */
const UNKNOWN_PENALTY = 10;
/** Mark before a word. */
const SPACE = '▁';

/** Fields of the model, of a piece and of the trainer. */
const PIECE_FIELD = 1;
const TEXT_FIELD = 1;
const SCORE_FIELD = 2;
const TRAINER_FIELD = 3;
const RULES_FIELD = 2;

/** Splits texts into pieces of the vocabulary. */
export class Tokenizer {
  /** ID of each piece, and -1 for the beginnings of pieces. */
  readonly #pieces = new Map<string, number>();
  readonly #scores: readonly number[];
  readonly #unknownScore: number;
  readonly #normalizer: Normalizer;

  /** Reads a SentencePiece model. */
  constructor(model: Buffer) {
    const pieces: { readonly text: string; readonly score: number }[] = [];
    let rules: Buffer = Buffer.alloc(4);
    forEachField(model, [0, model.length], (field, [start, end]) => {
      if (field === PIECE_FIELD) pieces.push(readPiece(model, [start, end]));
      else if (field === TRAINER_FIELD)
        forEachField(model, [start, end], (inner, [from, to]) => {
          if (inner === RULES_FIELD) rules = model.subarray(from, to);
        });
    });
    for (const [id, { text }] of pieces.entries()) {
      for (let end = 1; end < text.length; end++) {
        const beginning = text.slice(0, end);
        if (!this.#pieces.has(beginning)) this.#pieces.set(beginning, -1);
      }
      this.#pieces.set(text, id);
    }
    this.#scores = pieces.map(({ score }) => score);
    this.#unknownScore = this.#scores.reduce((min, score) => Math.min(min, score), 0) - UNKNOWN_PENALTY;
    this.#normalizer = new Normalizer(rules);
  }

  /** Returns the IDs of a text between the marks of its start and end. */
  encode(text: string): number[] {
    const normalized = this.#normalizer.normalize(text);
    const ids = normalized === '' ? [UNKNOWN_ID] : this.#segment(normalized);
    return [START_ID, ...ids, END_ID];
  }

  /** Finds the most probable pieces (Viterbi). */
  #segment(text: string): number[] {
    const best = new Float64Array(text.length + 1).fill(Number.NEGATIVE_INFINITY);
    const starts = new Int32Array(text.length + 1);
    const ids = new Int32Array(text.length + 1);
    best[0] = 0;
    const relax = (start: number, end: number, id: number, score: number) => {
      const total = (best[start] ?? 0) + score;
      if (total <= (best[end] ?? 0)) return;
      best[end] = total;
      starts[end] = start;
      ids[end] = id;
    };
    for (let start = 0; start < text.length; ) {
      const next = start + ((text.codePointAt(start) ?? 0) > 0xffff ? 2 : 1);
      let isKnown = false;
      for (let end = start + 1; end <= text.length; end++) {
        const id = this.#pieces.get(text.slice(start, end));
        if (id === undefined) break;
        if (id < 0) continue;
        relax(start, end, id, this.#scores[id] ?? 0);
        isKnown ||= end === next;
      }
      if (!isKnown) relax(start, next, UNKNOWN_ID, this.#unknownScore);
      start = next;
    }
    const path: number[] = [];
    for (let end = text.length; end > 0; end = starts[end] ?? 0) path.push(ids[end] ?? UNKNOWN_ID);
    return path.reverse();
  }
}

/** Normalizes texts by the rules of the model (NFKC with changes), and marks spaces. */
class Normalizer {
  /** Double array of the replaced byte sequences. */
  readonly #units: Uint32Array;
  /** Replacements, each ended by a zero byte. */
  readonly #replacements: Buffer;

  constructor(rules: Buffer) {
    const size = rules.readUInt32LE();
    this.#units = new Uint32Array(Uint8Array.from(rules.subarray(4, 4 + size)).buffer);
    this.#replacements = rules.subarray(4 + size);
  }

  /** Replaces runs of spaces by one mark before each word, and removes those at both ends. */
  normalize(text: string): string {
    const bytes = Buffer.from(text);
    const parts: Buffer[] = [];
    for (let at = 0; at < bytes.length; ) {
      const { part, length } = this.#replace(bytes, at);
      parts.push(part);
      at += length;
    }
    const words = Buffer.concat(parts).toString().split(' ');
    return words.map((word) => (word === '' ? '' : SPACE + word)).join('');
  }

  /** Returns the replacement of the longest known sequence at a position, or the character there. */
  #replace(bytes: Buffer, from: number): { readonly part: Buffer; readonly length: number } {
    const units = this.#units;
    let node = getOffset(units[0] ?? 0);
    let length = 0;
    let value = 0;
    for (let at = from; at < bytes.length; at++) {
      const byte = bytes[at] ?? 0;
      node ^= byte;
      const unit = units[node] ?? 0;
      if ((unit & 0x800000ff) >>> 0 !== byte) break;
      node ^= getOffset(unit);
      if ((unit & 0x100) === 0) continue;
      length = at - from + 1;
      value = (units[node] ?? 0) & 0x7fffffff;
    }
    if (length > 0 && value < this.#replacements.length)
      return { part: this.#replacements.subarray(value, this.#replacements.indexOf(0, value)), length };
    const size = getCharacterSize(bytes[from] ?? 0);
    return { part: bytes.subarray(from, from + size), length: size };
  }
}

const getOffset = (unit: number): number => (unit >>> 10) << ((unit & 0x200) >>> 6);

/** Returns the number of bytes of a character by its first byte. */
function getCharacterSize(first: number): number {
  if (first < 0x80) return 1;
  return first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
}

type Range = readonly [start: number, end: number];

function readPiece(model: Buffer, range: Range): { readonly text: string; readonly score: number } {
  let [text, score] = ['', 0];
  forEachField(model, range, (field, [start, end]) => {
    if (field === TEXT_FIELD) text = model.toString('utf8', start, end);
    else if (field === SCORE_FIELD) score = model.readFloatLE(start);
  });
  return { text, score };
}

/** Visits the fields of a protocol buffer message that have bytes: texts, messages and 32-bit numbers. */
function forEachField(bytes: Buffer, [from, end]: Range, visit: (field: number, range: Range) => void): void {
  let at = from;
  const readVarint = () => {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = bytes[at++] ?? 0;
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
    }
  };
  while (at < end) {
    const tag = readVarint();
    const wireType = tag & 7;
    if (wireType === 0) {
      readVarint();
      continue;
    }
    const length = wireType === 2 ? readVarint() : wireType === 5 ? 4 : 8;
    visit(tag >>> 3, [at, at + length]);
    at += length;
  }
}
