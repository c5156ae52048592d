/** Detects and removes characters that are invisible or look like others, for users and models alike. Pure. */

/**
 * Invisible characters: controls, direction marks, joiners, tags, variation selectors, fillers, private use,
 * surrogates, noncharacters, line separators, and two signs with empty glyphs (U+2800, U+1D159). Line feed and tab are
 * layout.
 */
export const INVISIBLE = String.raw`\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{DI}\p{NChar}\u2028\u2029\u2800\u{1D159}`;
const HIDDEN = String.raw`[[${INVISIBLE}]--[\n\t]]`;
/** Spaces other than the ASCII space. */
const NON_ASCII_SPACE = String.raw`[\p{Zs}--[\x20]]`;
/** Letters of scripts whose spelling uses joiners between letters. */
export const JOINED_SCRIPTS = String.raw`\p{scx=Arab}\p{scx=Syrc}\p{scx=Nkoo}\p{scx=Mong}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}`;
const JOINED = String.raw`[[${JOINED_SCRIPTS}]&&[\p{L}\p{M}]]`;

const HIDDEN_OR_SPACE = new RegExp(`${HIDDEN}|${NON_ASCII_SPACE}`, 'gv');
/** Legitimate uses of hidden characters: Unicode emoji, joined letters, line ends. */
const LEGITIMATE = String.raw`\p{RGI_Emoji}|(?<=${JOINED})[\u200C\u200D](?=${JOINED})|\r\n`;
/** Undefined before its first use: parsing all emoji takes 20 ms, and few texts need it. */
let hiddenOrLegitimate: RegExp | undefined;
const ANY_HIDDEN = new RegExp(HIDDEN, 'v');
const SPACES = /* @__PURE__ */ new RegExp(NON_ASCII_SPACE, 'gv');

/** Returns the code point of a character in Unicode notation, such as `U+200B`. */
function formatCodePoint(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Counts the invisible characters and non-ASCII spaces of a text, including those within emoji. */
export function countHiddenCharacters(text: string): number {
  return text.match(HIDDEN_OR_SPACE)?.length ?? 0;
}

/** Replaces each invisible character and non-ASCII space by its code point in brackets. */
export function markHiddenCharacters(text: string): string {
  return text.replace(HIDDEN_OR_SPACE, (hidden) => `[${formatCodePoint(hidden)}]`);
}

/** Text without invisible characters, and the number of characters removed. */
export interface CleanedText {
  readonly text: string;
  readonly removedCount: number;
}

/** Removes invisible characters that models would read from external text. Legitimate uses stay. */
export function removeHiddenCharacters(text: string): CleanedText {
  // The search for emoji takes 1 µs per character, this one 20 ns.
  if (!ANY_HIDDEN.test(text)) return { text, removedCount: 0 };
  hiddenOrLegitimate ??= new RegExp(`(?<ordinary>${LEGITIMATE})|${HIDDEN}`, 'gv');
  let removedCount = 0;
  const clean = text.replace(hiddenOrLegitimate, (match, legitimate?: string) => {
    if (legitimate !== undefined) return match;
    removedCount++;
    return '';
  });
  return { text: clean, removedCount };
}

/** Cleans external prose, and normalizes line ends and spaces. */
export function cleanProse(text: string): CleanedText {
  const lines = text.replace(/\r\n?/g, '\n').replace(SPACES, ' ');
  return removeHiddenCharacters(lines);
}

/** Number of characters removed from one part of an import. */
export interface RemovedCharacters {
  /** File, operation or tool. */
  readonly place: string;
  readonly characters: number;
}

/** Removes invisible characters from all texts and field names of a JSON value. */
export function removeHiddenDeep(value: unknown): { readonly value: unknown; readonly removedCount: number } {
  if (typeof value === 'string') {
    const { text, removedCount } = removeHiddenCharacters(value);
    return { value: text, removedCount };
  }
  if (value === null || typeof value !== 'object') return { value, removedCount: 0 };
  let removedCount = 0;
  const clean = (part: unknown): unknown => {
    const result = removeHiddenDeep(part);
    removedCount += result.removedCount;
    return result.value;
  };
  const copy = Array.isArray(value)
    ? value.map(clean)
    : Object.fromEntries(Object.entries(value).map(([name, item]) => [String(clean(name)), clean(item)]));
  return { value: copy, removedCount };
}
