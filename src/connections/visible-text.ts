import { cleanProse } from '../platform/hidden-text.ts';

/** Removes invisible characters and truncates text. */
export function toReadableText(value: unknown, maxLength: number): string {
  if (typeof value !== 'string') return '';
  const text = cleanProse(value.slice(0, maxLength * 4))
    .text.toWellFormed()
    .trim();
  return text.length <= maxLength ? text : `${text.slice(0, maxLength - 1).toWellFormed()}…`;
}

/** Removes invisible characters. */
export function toVisibleText(text: string): string {
  return cleanProse(text).text;
}

/** Shortens an external text to one line for a message. */
export function toShortText(text: string, maxLength = 300): string {
  const line = toVisibleText(text).replace(/\s+/g, ' ').trim();
  return line.length > maxLength ? `${line.slice(0, maxLength)}…` : line;
}
