/** What stands at the beginning of a line of Markdown for how it is to look. */
const BEFORE = /^\s*(?:#{1,6}\s+|>\s?|[-*+]\s+|```\w*\s*)+/gm;
/** Marks around words, and links, by what is to be read of them. */
const AROUND = /(\*\*|__|~~|`+)(?=\S)(.+?)(?<=\S)\1/g;
const LINK = /!?\[([^\]]*)\]\([^)\s]*\)/g;

/** Markdown as words alone, for where it stands in one line. */
export function plainLine(markdown: string): string {
  return markdown.replace(BEFORE, '').replace(LINK, '$1').replace(AROUND, '$2');
}
