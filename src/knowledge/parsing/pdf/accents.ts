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
};
/** A back quote is an accent only within a word. */
const BEFORE_LETTER = /([´¨ˆ˜ˇ˚¯˘˙˝]|(?<=\p{L})`) ?([\p{L}])/gu;
const CEDILLA = /(\p{L}) ?¸/gu;
const DETACHED_MARK = /(\p{L}) (\p{M}+)/gu;
const LEADING_MARK = /(^|[\s(])(\p{M}+)(\p{L})/gu;

/** Joins accents that stand beside their letter with it. */
export function composeAccents(text: string): string {
  return text
    .replace(DETACHED_MARK, '$1$2')
    .replace(LEADING_MARK, '$1$3$2')
    .replace(BEFORE_LETTER, (whole, accent: string, letter: string) => {
      const base = letter === 'ı' ? 'i' : letter === 'ȷ' ? 'j' : letter;
      const composed = `${base}${MARKS[accent]}`.normalize('NFC');
      return composed.length === 1 ? composed : whole;
    })
    .replace(CEDILLA, (whole, letter: string) => {
      const composed = `${letter}\u0327`.normalize('NFC');
      return composed.length === 1 ? composed : whole;
    })
    .normalize('NFC');
}
