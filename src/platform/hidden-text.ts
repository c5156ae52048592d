/** Characters that show nothing, or look like others: one definition for what people see and for what models read. Pure. */

/**
 * What shows nothing: controls, marks of direction, joiners, tags, variation selectors, fillers, private use, halves of pairs,
 * noncharacters, separators of lines, and two signs that are drawn empty (U+2800, U+1D159). Line feed and tab are layout.
 */
const SHOWS_NOTHING = String.raw`\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{DI}\p{NChar}\u2028\u2029\u2800\u{1D159}`;
const HIDDEN = String.raw`[[${SHOWS_NOTHING}]--[\n\t]]`;
/** Spaces that look like the ordinary one. */
const UNUSUAL_SPACE = String.raw`[\p{Zs}--[\x20]]`;
/** A letter of a script in which a joiner between two letters belongs to how a word is written. */
const JOINED_SCRIPTS = String.raw`\p{scx=Arab}\p{scx=Syrc}\p{scx=Nkoo}\p{scx=Mong}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}`;
const JOINED = String.raw`[[${JOINED_SCRIPTS}]&&[\p{L}\p{M}]]`;

const MARKED = new RegExp(`${HIDDEN}|${UNUSUAL_SPACE}`, 'gv');
/** What is written with hidden characters and says nothing else: emoji that Unicode lists, joined letters, ends of lines. */
const ORDINARY = String.raw`\p{RGI_Emoji}|(?<=${JOINED})[\u200C\u200D](?=${JOINED})|\r\n`;
const FOUND = new RegExp(`(?<ordinary>${ORDINARY})|${HIDDEN}`, 'gv');
const SPACES = new RegExp(UNUSUAL_SPACE, 'gv');

/** Hidden characters that belong to an emoji: joiners between pictures, and the selector that shows one in colour. */
const IN_EMOJI = String.raw`(?<=\p{ExtPict}|\p{EMod}|\uFE0F)\u200D(?=\p{ExtPict})|(?<=\p{ExtPict})\uFE0F|(?<=[#*\d])\uFE0F(?=\u20E3)`;
/** A joiner between letters; patterns of schemas know no intersection of classes. */
const IN_WORD = String.raw`(?<=[${JOINED_SCRIPTS}])(?<=[\p{L}\p{M}])[\u200C\u200D](?=[${JOINED_SCRIPTS}])(?=[\p{L}\p{M}])`;

/** One character of a single line that hides nothing, as a part of a schema's pattern: no end of line, no tab. */
export const SHOWN_IN_LINE = `(?:[^${SHOWS_NOTHING}]|${IN_WORD}|${IN_EMOJI})`;

/** The number of a character, as Unicode writes it: `U+200B`. */
export function numberOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** How many characters of a text show nothing or are unusual spaces; those within emoji count too. */
export function countHidden(text: string): number {
  return text.match(MARKED)?.length ?? 0;
}

/** A text with each character that shows nothing, or is an unusual space, as its number in brackets. */
export function withHiddenMarked(text: string): string {
  return text.replace(MARKED, (hidden) => `[${numberOf(hidden)}]`);
}

/** A text as it shows, and how many characters were taken out of it. */
export interface Cleaned {
  readonly text: string;
  readonly takenOut: number;
}

/** Takes out of foreign text what nobody sees, for those who would read it all the same. What is ordinary stays. */
export function takeOutHidden(text: string): Cleaned {
  let takenOut = 0;
  const cleaned = text.replace(FOUND, (found, ordinary?: string) => {
    if (ordinary !== undefined) return found;
    takenOut++;
    return '';
  });
  return { text: cleaned, takenOut };
}

/** Foreign prose as it shows: lines end with a line feed, and every space is the ordinary one. */
export function plainProse(text: string): Cleaned {
  const lines = text.replace(/\r\n?/g, '\n').replace(SPACES, ' ');
  return takeOutHidden(lines);
}

/** What was taken out of one place of what was imported. */
export interface TakenOut {
  /** The file, the operation or the tool. */
  readonly place: string;
  readonly characters: number;
}

/** A value, as JSON has it, without what nobody sees in its texts and names of fields. */
export function takeOutHiddenIn(value: unknown): { readonly value: unknown; readonly takenOut: number } {
  if (typeof value === 'string') {
    const { text, takenOut } = takeOutHidden(value);
    return { value: text, takenOut };
  }
  if (value === null || typeof value !== 'object') return { value, takenOut: 0 };
  let takenOut = 0;
  const cleaned = (given: unknown): unknown => {
    const one = takeOutHiddenIn(given);
    takenOut += one.takenOut;
    return one.value;
  };
  const whole = Array.isArray(value)
    ? value.map(cleaned)
    : Object.fromEntries(Object.entries(value).map(([name, each]) => [String(cleaned(name)), cleaned(each)]));
  return { value: whole, takenOut };
}
