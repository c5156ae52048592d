import { toProblemAt, ValidationError } from '../../src/platform/errors.ts';
import { requestErrors } from '../errors.ts';
import { requestProblems } from '../problems.ts';

/** Maximum nesting of a body; deeper ones would overflow the stack of recursive code. */
const MAX_DEPTH = 64;
/**
 * Maximum number of values in a body. A byte limit is not enough: JSON.parse took 840 ms for 10 MB of `[` and 220 ms
 * for an object of 200,000 keys, whose digest took as long again. An object of 50,000 keys takes 30 and 45 ms.
 */
export const MAX_VALUES = 50_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const LETTER_U = 0x75;
const LETTER_E = 0x65;
const CAPITAL_E = 0x45;
const POINT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
/** A number with at most this many digits fits a double. */
const MAX_SAFE_DIGITS = 300;
/** `{` and `[`, `}` and `]` differ in this bit only. */
const BRACES_AS_BRACKETS = 0xdf;
const OPENING = 0x5b;
const CLOSING = 0x5d;
const SPACE = 0x20;

/**
 * Scans the bytes of a JSON text as they arrive and throws as soon as it has too many values or levels. It does not
 * check the syntax.
 */
export class JsonScan {
  /** Whether the text has `\u` escapes, exponents or very long numbers, which can be unstorable values. */
  needsStorableCheck = false;
  #values = 1;
  #depth = 0;
  /** Digits of the current number; the characters of `true`, `false` and `null` follow none. */
  #digits = 0;
  #inText = false;
  #isEscaped = false;
  /** Whether the last byte opened a list or object, so that the next value is its first. */
  #isOpened = false;

  /** Scans the next bytes. Throws a 413 on too many values and a 422 on too deep nesting. */
  read(bytes: Uint8Array): void {
    for (const byte of bytes) {
      if (this.#inText) this.#readText(byte);
      else if (byte > SPACE) this.#readStructure(byte);
    }
    if (this.#values > MAX_VALUES) throw requestErrors.tooManyValues(MAX_VALUES);
  }

  #readText(byte: number): void {
    if (this.#isEscaped) {
      this.#isEscaped = false;
      if (byte === LETTER_U) this.needsStorableCheck = true;
    } else if (byte === BACKSLASH) this.#isEscaped = true;
    else if (byte === QUOTE) this.#inText = false;
  }

  #readStructure(byte: number): void {
    if (byte >= ZERO && byte <= NINE) {
      if (++this.#digits > MAX_SAFE_DIGITS) this.needsStorableCheck = true;
    } else {
      if (this.#digits > 0 && (byte === LETTER_E || byte === CAPITAL_E)) this.needsStorableCheck = true;
      if (byte !== POINT) this.#digits = 0;
    }
    const bracket = byte & BRACES_AS_BRACKETS;
    if (this.#isOpened) {
      this.#isOpened = false;
      if (bracket !== CLOSING) this.#values++;
    }
    if (byte === QUOTE) this.#inText = true;
    else if (byte === COMMA) this.#values++;
    else if (bracket === OPENING) {
      this.#isOpened = true;
      if (++this.#depth > MAX_DEPTH) throw createDepthError();
    } else if (bracket === CLOSING) this.#depth--;
  }
}

function createDepthError(): ValidationError {
  return new ValidationError([toProblemAt(['body'], requestProblems.nested_too_deep({ limit: MAX_DEPTH }))]);
}
