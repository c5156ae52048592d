import { plainProse } from '../../../platform/hidden-text.ts';

/** A text without what nobody sees. */
export function toVisibleText(text: string): string {
  return plainProse(text).text;
}

/** One line of a text of others, fit for a message of ours. */
export function toShortText(text: string, maxLength = 300): string {
  const line = toVisibleText(text).replace(/\s+/g, ' ').trim();
  return line.length > maxLength ? `${line.slice(0, maxLength)}…` : line;
}
