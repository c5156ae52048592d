import { countHidden, takeOutHiddenIn, withHiddenMarked } from '../../../src/platform/hidden-text.ts';

export { countHidden, takeOutHiddenIn };

/** Spaces at the end of a line, several in a row within one, and an indent that is wider than any text needs. */
const INVISIBLE_SPACES = /(?<=\S) {2,}| +$|^ {41,}/gm;
/** The same where a text is one line: also those at its beginning. */
const INVISIBLE_LINE_SPACES = /^ +| {2,}| +$/g;

const markSpaces = (spaces: string) => '␣'.repeat(spaces.length);

/** Text of others with what hides in it shown by its number, and spaces that nobody sees as `␣`: who decides on it sees what is there. */
export function markHidden(text: string): string {
  return withHiddenMarked(text).replace(INVISIBLE_SPACES, markSpaces);
}

/** The same of a text that is shown by itself, with the spaces it begins with and, where it is whole, the ends of lines it ends with. */
export function markHiddenInText(text: string, isComplete: boolean): string {
  const marked = markHidden(text).replace(/^ +/, markSpaces);
  return isComplete ? marked.replace(/\n+$/, (newlines) => newlines.replaceAll('\n', '↵\n')) : marked;
}

/** The same of what stands in one line, such as a name: its ends of lines and tabs are seen too. */
export function markHiddenInLine(text: string): string {
  return withHiddenMarked(text).replace(INVISIBLE_LINE_SPACES, markSpaces).replaceAll('\n', '↵').replaceAll('\t', '⇥');
}

/** The beginning of a text; a character of two units is not cut in two, of which each would look hidden. */
export function truncateText(text: string, maxLength: number): string {
  const truncated = text.slice(0, maxLength);
  return truncated.length < text.length && /[\uD800-\uDBFF]$/.test(truncated) ? truncated.slice(0, -1) : truncated;
}

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** Text of others within a sentence: its direction is its own, and moves nothing that stands beside it. */
export function isolateText(text: string): string {
  const marked = markHiddenInLine(text);
  return RIGHT_TO_LEFT.test(marked) ? `\u2068${marked}\u2069` : marked;
}
