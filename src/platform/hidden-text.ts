/** Characters that show nothing, or look like others: one definition for what people see and for what models read. Pure. */

/**
 * What shows nothing: controls, marks of direction, joiners, tags, variation selectors, fillers, private use, halves of pairs,
 * noncharacters, separators of lines, and two signs that are drawn empty (U+2800, U+1D159). Line feed and tab are layout.
 */
const INVISIBLE = String.raw`\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{DI}\p{NChar}\u2028\u2029\u2800\u{1D159}`;
const HIDDEN = String.raw`[[${INVISIBLE}]--[\n\t]]`;
/** Spaces that look like the ordinary one. */
const NON_ASCII_SPACE = String.raw`[\p{Zs}--[\x20]]`;
/** A letter of a script in which a joiner between two letters belongs to how a word is written. */
const JOINED_SCRIPTS = String.raw`\p{scx=Arab}\p{scx=Syrc}\p{scx=Nkoo}\p{scx=Mong}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}`;
const JOINED = String.raw`[[${JOINED_SCRIPTS}]&&[\p{L}\p{M}]]`;

const HIDDEN_OR_SPACE = new RegExp(`${HIDDEN}|${NON_ASCII_SPACE}`, 'gv');
/** What is written with hidden characters and says nothing else: emoji that Unicode lists, joined letters, ends of lines. */
const LEGITIMATE = String.raw`\p{RGI_Emoji}|(?<=${JOINED})[\u200C\u200D](?=${JOINED})|\r\n`;
const HIDDEN_OR_LEGITIMATE = new RegExp(`(?<ordinary>${LEGITIMATE})|${HIDDEN}`, 'gv');
const SPACES = new RegExp(NON_ASCII_SPACE, 'gv');

/** Hidden characters that belong to an emoji: joiners between pictures, and the selector that shows one in colour. */
const EMOJI_JOINER = String.raw`(?<=\p{ExtPict}|\p{EMod}|\uFE0F)\u200D(?=\p{ExtPict})|(?<=\p{ExtPict})\uFE0F|(?<=[#*\d])\uFE0F(?=\u20E3)`;
/** A joiner between letters; patterns of schemas know no intersection of classes. */
const WORD_JOINER = String.raw`(?<=[${JOINED_SCRIPTS}])(?<=[\p{L}\p{M}])[\u200C\u200D](?=[${JOINED_SCRIPTS}])(?=[\p{L}\p{M}])`;

/** One character of a single line that hides nothing, as a part of a schema's pattern: no end of line, no tab. */
export const VISIBLE_LINE_CHARACTER = `(?:[^${INVISIBLE}]|${WORD_JOINER}|${EMOJI_JOINER})`;

/** The number of a character, as Unicode writes it: `U+200B`. */
export function formatCodePoint(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** How many characters of a text show nothing or are unusual spaces; those within emoji count too. */
export function countHiddenCharacters(text: string): number {
  return text.match(HIDDEN_OR_SPACE)?.length ?? 0;
}

/** A text with each character that shows nothing, or is an unusual space, as its number in brackets. */
export function markHiddenCharacters(text: string): string {
  return text.replace(HIDDEN_OR_SPACE, (hidden) => `[${formatCodePoint(hidden)}]`);
}

/** A text as it shows, and how many characters were taken out of it. */
export interface CleanedText {
  readonly text: string;
  readonly removedCount: number;
}

/** Takes out of foreign text what nobody sees, for those who would read it all the same. What is ordinary stays. */
export function removeHiddenCharacters(text: string): CleanedText {
  let removedCount = 0;
  const clean = text.replace(HIDDEN_OR_LEGITIMATE, (match, legitimate?: string) => {
    if (legitimate !== undefined) return match;
    removedCount++;
    return '';
  });
  return { text: clean, removedCount };
}

/** Foreign prose as it shows: lines end with a line feed, and every space is the ordinary one. */
export function cleanProse(text: string): CleanedText {
  const lines = text.replace(/\r\n?/g, '\n').replace(SPACES, ' ');
  return removeHiddenCharacters(lines);
}

/** What was taken out of one place of what was imported. */
export interface RemovedCharacters {
  /** The file, the operation or the tool. */
  readonly place: string;
  readonly characters: number;
}

/** A value, as JSON has it, without what nobody sees in its texts and names of fields. */
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
