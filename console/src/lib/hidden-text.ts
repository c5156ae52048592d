import { countHiddenCharacters, markHiddenCharacters, removeHiddenDeep } from '../../../src/platform/hidden-text.ts';

export { countHiddenCharacters, markHiddenCharacters, removeHiddenDeep };

/** Trailing spaces, repeated spaces, and indents wider than any text needs. */
const INVISIBLE_SPACES = /(?<=\S) {2,}| +$|^ {41,}/gm;
/** The same within a single line, including leading spaces. */
const INVISIBLE_LINE_SPACES = /^ +| {2,}| +$/g;

const markSpaces = (spaces: string) => '␣'.repeat(spaces.length);

/**
 * Marks hidden characters by code point and invisible spaces as `␣`, so that reviewers see what untrusted text
 * contains.
 */
export function markHidden(text: string): string {
  return markHiddenCharacters(text).replace(INVISIBLE_SPACES, markSpaces);
}

/** Marks a text shown on its own, including leading spaces and, if complete, trailing newlines. */
export function markHiddenInText(text: string, isComplete: boolean): string {
  const marked = markHidden(text).replace(/^ +/, markSpaces);
  return isComplete ? marked.replace(/\n+$/, (newlines) => newlines.replaceAll('\n', '↵\n')) : marked;
}

/** Marks a single line, such as a name, including newlines and tabs. */
export function markHiddenInLine(text: string): string {
  return markHiddenCharacters(text)
    .replace(INVISIBLE_LINE_SPACES, markSpaces)
    .replaceAll('\n', '↵')
    .replaceAll('\t', '⇥');
}

/** Truncates a text without splitting a surrogate pair, whose halves would count as hidden. */
export function truncateText(text: string, maxLength: number): string {
  const truncated = text.slice(0, maxLength);
  return truncated.length < text.length && /[\uD800-\uDBFF]$/.test(truncated) ? truncated.slice(0, -1) : truncated;
}

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** Isolates the direction of untrusted text inside a sentence, so that it can't reorder the text around it. */
export function isolateText(text: string): string {
  const marked = markHiddenInLine(text);
  return RIGHT_TO_LEFT.test(marked) ? `\u2068${marked}\u2069` : marked;
}
