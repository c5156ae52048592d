import { cleanProse } from '../../../platform/hidden-text.ts';

/** Removes invisible characters and truncates text. */
export function toReadableText(value: unknown, maxLength: number): string {
  if (typeof value !== 'string') return '';
  const text = cleanProse(value.slice(0, maxLength * 4))
    .text.toWellFormed()
    .trim();
  return text.length <= maxLength ? text : `${text.slice(0, maxLength - 1).toWellFormed()}…`;
}
