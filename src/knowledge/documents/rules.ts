/** Rules of uploaded documents. Pure. */

/** Media types of text in a body, with their file extensions. */
export const TEXT_TYPES = {
  'text/plain': 'txt',
  'text/markdown': 'md',
  'text/html': 'html',
  'text/csv': 'csv',
  'application/json': 'json',
} as const;
export type TextType = keyof typeof TEXT_TYPES;

/** Maximum length of a title in characters. */
export const MAX_TITLE_LENGTH = 300;
/** Maximum length of a title derived from a text. */
const MAX_DERIVED_TITLE_LENGTH = 100;
/** Maximum length of a file name without its extension. */
const MAX_FILE_STEM_LENGTH = 150;

/** Derives a title from the first line of a text that contains letters. */
export function deriveTitle(text: string): string {
  const [, line = 'Text'] = /^[\s#>*_-]*(\S.*)$/mu.exec(text) ?? [];
  return truncate(line.trim(), MAX_DERIVED_TITLE_LENGTH);
}

/** Returns the file name of a text. */
export function toFileName(title: string, type: TextType): string {
  const stem = title.replace(/[/\\\p{Cc}\p{Cs}]+/gu, ' ').trim();
  return `${truncate(stem, MAX_FILE_STEM_LENGTH) || 'text'}.${TEXT_TYPES[type]}`;
}

/** Truncates a text without splitting a surrogate pair. */
function truncate(text: string, maxLength: number): string {
  return text
    .slice(0, maxLength)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trim();
}
