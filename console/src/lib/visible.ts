import { countHiddenCharacters, markHiddenCharacters, removeHiddenDeep } from '../../../src/platform/hidden-text.ts';

export { countHiddenCharacters, removeHiddenDeep };

/** Spaces at the end of a line, several in a row within one, and an indent that is wider than any text needs. */
const UNSEEN_SPACES = /(?<=\S) {2,}| +$|^ {41,}/gm;
/** The same where a text is one line: also those at its beginning. */
const SPACES_OF_LINE = /^ +| {2,}| +$/g;

const boxes = (spaces: string) => '␣'.repeat(spaces.length);

/** Text of others with what hides in it shown by its number, and spaces that nobody sees as `␣`: who decides on it sees what is there. */
export function visible(text: string): string {
  return markHiddenCharacters(text).replace(UNSEEN_SPACES, boxes);
}

/** The same of a text that is shown by itself, with the spaces it begins with and, where it is whole, the ends of lines it ends with. */
export function visibleText(text: string, isWhole: boolean): string {
  const shown = visible(text).replace(/^ +/, boxes);
  return isWhole ? shown.replace(/\n+$/, (feeds) => feeds.replaceAll('\n', '↵\n')) : shown;
}

/** The same of what stands in one line, such as a name: its ends of lines and tabs are seen too. */
export function visibleLine(text: string): string {
  return markHiddenCharacters(text).replace(SPACES_OF_LINE, boxes).replaceAll('\n', '↵').replaceAll('\t', '⇥');
}

/** The beginning of a text; a character of two units is not cut in two, of which each would look hidden. */
export function beginningOf(text: string, units: number): string {
  const cut = text.slice(0, units);
  return cut.length < text.length && /[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut;
}

const FROM_RIGHT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** Text of others within a sentence: its direction is its own, and moves nothing that stands beside it. */
export function apart(text: string): string {
  const plain = visibleLine(text);
  return FROM_RIGHT.test(plain) ? `\u2068${plain}\u2069` : plain;
}
