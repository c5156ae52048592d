/** What stands at the beginning of a line of Markdown for how it is to look. */
const LINE_MARKERS = /^\s*(?:#{1,6}\s+|>\s?|[-*+]\s+|```\w*\s*)+/gm;
/** Marks around words, and links, by what is to be read of them. */
const INLINE_MARKERS = /(\*\*|__|~~|`+)(?=\S)(.+?)(?<=\S)\1/g;
const LINK = /!?\[([^\]]*)\]\([^)\s]*\)/g;

/** Markdown as words alone, for where it stands in one line. */
export function stripMarkdown(markdown: string): string {
  return markdown.replace(LINE_MARKERS, '').replace(LINK, '$1').replace(INLINE_MARKERS, '$2');
}
