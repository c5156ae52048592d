/** Length up to which a word is one token; longer words have more. */
const SHORT_WORD_LENGTH = 6;
const TOKENS_PER_LETTER = 1 / 5;
const TOKENS_PER_DIGIT = 0.4;
const TOKENS_PER_SYMBOL = 0.65;

/**
 * Token cost of a non-ASCII character by the end of its Unicode block. Measured with the Universal Declaration of Human
 * Rights in 18 languages against o200k. The estimate is within 10 % for most languages and 30 % too low for Polish,
 * Turkish and Finnish, at 15 times the speed.
 */
const BLOCKS: readonly (readonly [end: number, cost: number])[] = [
  [0x0370, 0.5], // Latin letters with accents
  [0x0400, 0.35], // Greek
  [0x0530, 0.26], // Cyrillic
  [0x0590, 0.5],
  [0x0600, 0.42], // Hebrew
  [0x0e00, 0.35], // Arabic and the scripts of India
  [0x0f00, 0.44], // Thai and Lao
  [0x1000, 0.8],
  [0x10a0, 0.6], // Burmese
  [0x1780, 0.5],
  [0x1e00, 0.62], // Khmer
  [0x1f00, 0.75], // Latin letters with the accents of Vietnamese
  [0x2000, 0.6],
  [0x3000, 0.8],
  [0xac00, 0.85], // Chinese and Japanese
  [0xd800, 0.66], // Korean
  [0xe000, 1], // halves of characters
  [0x10000, 0.8],
];

const COSTS = new Float32Array(0x10000);
for (const [at, [end, cost]] of BLOCKS.entries()) COSTS.fill(cost, BLOCKS[at - 1]?.[0] ?? 0x80, end);

/** Estimates the number of tokens of a text. */
export function estimateTokens(text: string): number {
  let tokens = 0;
  let letters = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (isAsciiLetter(code)) {
      letters++;
      if (letters === 1) tokens++;
      else if (letters > SHORT_WORD_LENGTH) tokens += TOKENS_PER_LETTER;
    } else if (code < 128) {
      letters = 0;
      if (code > 32) tokens += code >= 48 && code <= 57 ? TOKENS_PER_DIGIT : TOKENS_PER_SYMBOL;
    } else {
      letters = code < 0x250 ? letters + 1 : 0;
      tokens += COSTS[code] ?? 0;
    }
  }
  return Math.ceil(tokens);
}

const isAsciiLetter = (code: number) => code < 128 && (code | 32) >= 97 && (code | 32) <= 122;
