import { cleanProse } from '../../../platform/hidden-text.ts';

/** Removes invisible characters. */
export function toVisibleText(text: string): string {
  return cleanProse(text).text;
}

/** Shortens an external text to one line for a message. */
export function toShortText(text: string, maxLength = 300): string {
  const line = toVisibleText(text).replace(/\s+/g, ' ').trim();
  return line.length > maxLength ? `${line.slice(0, maxLength)}…` : line;
}
