/** Spacing accents, which some fonts draw over a letter, with their combining marks. */
const MARKS: Readonly<Record<string, string>> = {
  '´': '\u0301',
  '`': '\u0300',
  '¨': '\u0308',
  ˆ: '\u0302',
  '˜': '\u0303',
  ˇ: '\u030c',
  '˚': '\u030a',
  '¯': '\u0304',
  '˘': '\u0306',
  '˙': '\u0307',
  '˝': '\u030b',
  '¸': '\u0327',
};
/** Accents within a text precede their letter. A back quote is an accent only within a word. */
const BEFORE_LETTER = /([´¨ˆ˜ˇ˚¯˘˙˝]|(?<=\p{L})`)(\p{L})/gu;
/** An accent at the end of a word, and a cedilla, follow their letter. */
const AFTER_LETTER = /(\p{L})([´¨ˆ˜ˇ˚¯˘˙˝](?!\p{L})|¸)/gu;
const DETACHED_MARK = /(\p{L}) (\p{M}+)/gu;
const LEADING_MARK = /(^|[\s(])(\p{M}+)(\p{L})/gu;

/** Joins accents that stand beside their letter with it. */
export function composeAccents(text: string): string {
  return text
    .replace(DETACHED_MARK, '$1$2')
    .replace(LEADING_MARK, '$1$3$2')
    .replace(BEFORE_LETTER, (whole, accent: string, letter: string) => addAccent(letter, accent) ?? whole)
    .replace(AFTER_LETTER, (whole, letter: string, accent: string) => addAccent(letter, accent) ?? whole)
    .normalize('NFC');
}

/** Whether a text is only a spacing accent. */
export const isAccent = (text: string): boolean => text in MARKS;

/** Returns the letter with the accent, undefined if there is no such character. */
export function addAccent(letter: string, accent: string): string | undefined {
  const base = letter === 'ı' ? 'i' : letter === 'ȷ' ? 'j' : letter;
  const composed = `${base}${MARKS[accent] ?? ''}`.normalize('NFC');
  return composed.length === 1 && composed !== base ? composed : undefined;
}
