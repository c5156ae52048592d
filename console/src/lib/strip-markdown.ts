/** Block markers at the start of a line. */
const LINE_MARKERS = /^\s*(?:#{1,6}\s+|>\s?|[-*+]\s+|```\w*\s*)+/gm;
/** Inline markers and links, replaced by their text. */
const INLINE_MARKERS = /(\*\*|__|~~|`+)(?=\S)(.+?)(?<=\S)\1/g;
const LINK = /!?\[([^\]]*)\]\([^)\s]*\)/g;

/** Removes Markdown syntax, for use in a single line. */
export function stripMarkdown(markdown: string): string {
  return markdown.replace(LINE_MARKERS, '').replace(LINK, '$1').replace(INLINE_MARKERS, '$2');
}
