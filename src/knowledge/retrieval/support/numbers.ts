/** Finds numbers in texts and makes their notations comparable. Pure. */

/** A number in a text. */
interface NumberMatch {
  readonly start: number;
  readonly end: number;
  /** Decimal values that the notation can mean: `1.500` is 1500 or 1.5. */
  readonly values: readonly string[];
}

const DIGITS = /(?<![\p{Lu}\p{Ll}\p{N}])\p{Nd}+(?:[.,'’\u00A0\u202F ]\p{Nd}+)*|\p{L}+(?:-\p{L}+)?/gu;

const ONES = 'two three four five six seven eight nine'.split(' ');
const TEENS = 'ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(' ');
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const GERMAN_ONES = 'zwei drei vier fünf sechs sieben acht neun'.split(' ');
const GERMAN_TEENS = 'zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn'.split(' ');
const GERMAN_TENS = 'zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig'.split(' ');

/** Number words of English and German from 2 to 99. One is an article too. */
const NUMBER_WORDS = new Map<string, string>([
  ...[ONES, GERMAN_ONES].flatMap((words) => words.map((word, at) => [word, String(at + 2)] as const)),
  ...[TEENS, GERMAN_TEENS].flatMap((words) => words.map((word, at) => [word, String(at + 10)] as const)),
  ...[TENS, GERMAN_TENS].flatMap((words) => words.map((word, at) => [word, String((at + 2) * 10)] as const)),
  ...TENS.flatMap((ten, at) =>
    ['one', ...ONES].map((one, of) => [`${ten}-${one}`, String((at + 2) * 10 + of + 1)] as const),
  ),
  ...GERMAN_TENS.flatMap((ten, at) =>
    ['ein', ...GERMAN_ONES].map((one, of) => [`${one}und${ten}`, String((at + 2) * 10 + of + 1)] as const),
  ),
]);

/** Words that multiply the number before them, by their power of ten. */
const SCALE =
  /^[\s\u00A0\u202F-]*(hundred|hundert|thousand|tausend|million(?:s|en)?|mio\b|billion|bn\b|milliarden?|mrd\b)/iu;
const POWERS: readonly (readonly [word: RegExp, power: number])[] = [
  [/^hund/i, 2],
  [/^(?:thou|taus)/i, 3],
  [/^mi(?:llion|o)/i, 6],
  [/^(?:bill|bn|milliard|mrd)/i, 9],
];

/** Lists the numbers of a text: in digits of any script, and in words of English and German. */
export function listNumbers(text: string): NumberMatch[] {
  const numbers: NumberMatch[] = [];
  for (const { 0: token, index: start } of text.matchAll(DIGITS)) {
    const word = NUMBER_WORDS.get(token.toLowerCase());
    const isDigits = /^\p{Nd}/u.test(token);
    if (!isDigits && word === undefined) continue;
    for (const part of isDigits ? splitGroups(token) : [{ text: token, offset: 0 }]) {
      const from = start + part.offset;
      const end = from + part.text.length;
      const [found, scale] = SCALE.exec(text.slice(end, end + 20)) ?? [];
      const power = scale === undefined ? 0 : (POWERS.find(([pattern]) => pattern.test(scale))?.[1] ?? 0);
      const values = (word === undefined ? readNotation(part.text) : [word]).map((value) => shiftDecimal(value, power));
      numbers.push({ start: from, end: end + (found?.length ?? 0), values });
    }
  }
  return numbers;
}

/** Splits at blanks that do not separate thousands, and at separators that cannot belong to one number. */
function splitGroups(token: string): { readonly text: string; readonly offset: number }[] {
  if (/^\p{Nd}{1,3}(?:[\u00A0\u202F ]\p{Nd}{3})+(?:[.,]\p{Nd}+)?$/u.test(token)) return [{ text: token, offset: 0 }];
  return Array.from(token.matchAll(/[^\u00A0\u202F ]+/gu), ({ 0: text, index: offset }) => ({ text, offset }));
}

/** Returns the values that a notation can mean. */
function readNotation(token: string): string[] {
  const plain = token.replace(/\p{Nd}/gu, toAsciiDigit).replace(/['’\u00A0\u202F ]/gu, '');
  const separators = [...plain.matchAll(/[.,]/g)].map(([sign]) => sign);
  const last = Math.max(plain.lastIndexOf('.'), plain.lastIndexOf(','));
  if (last < 0) return [toDecimal(plain, '')];
  const whole = toDecimal(plain.replace(/[.,]/g, ''), '');
  const decimal = toDecimal(plain.slice(0, last).replace(/[.,]/g, ''), plain.slice(last + 1));
  const areGroups = plain.split(/[.,]/).every((group, at) => (at === 0 ? group.length <= 3 : group.length === 3));
  if (separators.length === 1) return areGroups ? [whole, decimal] : [decimal];
  if (new Set(separators).size > 1) return [decimal];
  return areGroups ? [whole] : plain.split(/[.,]/).map((group) => toDecimal(group, ''));
}

function toAsciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value++;
  return String(value);
}

function toDecimal(whole: string, fraction: string): string {
  const rest = fraction.replace(/0+$/, '');
  return `${whole.replace(/^0+(?=\d)/, '')}${rest === '' ? '' : `.${rest}`}`;
}

function shiftDecimal(value: string, power: number): string {
  const [whole = '', fraction = ''] = value.split('.');
  const digits = fraction.padEnd(power, '0');
  return toDecimal(whole + digits.slice(0, power), digits.slice(power));
}
