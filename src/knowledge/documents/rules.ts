/** Rules of what people bring. Pure. */

/** Types of text that can be sent in a body, with the endings of the names of their files. */
export const TEXT_TYPES = {
  'text/plain': 'txt',
  'text/markdown': 'md',
  'text/html': 'html',
  'text/csv': 'csv',
  'application/json': 'json',
} as const;
export type TextType = keyof typeof TEXT_TYPES;

/** Most characters of a title. */
export const LONGEST_TITLE = 300;
/** Most characters of a title that is taken from a text. */
const LONGEST_TAKEN = 100;
/** The same of what stands before the ending of a file's name. */
const LONGEST_STEM = 150;

/** What a text is called that came without a title: by its first line that says something. */
export function titleOfText(text: string): string {
  const [, line = 'Text'] = /^[\s#>*_-]*(\S.*)$/mu.exec(text) ?? [];
  return cut(line.trim(), LONGEST_TAKEN);
}

/** The name of the file that a text is kept as. */
export function fileNameOf(title: string, type: TextType): string {
  const stem = title.replace(/[/\\\p{Cc}\p{Cs}]+/gu, ' ').trim();
  return `${cut(stem, LONGEST_STEM) || 'text'}.${TEXT_TYPES[type]}`;
}

/** The first characters of a text, none of them cut in two. */
function cut(text: string, most: number): string {
  return text
    .slice(0, most)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trim();
}
