import { cleanProse } from '../../platform/hidden-text.ts';

/** Text that people and models read alike: without characters that can't be seen, and of a bounded length. */
export function readable(value: unknown, most: number): string {
  if (typeof value !== 'string') return '';
  const seen = cleanProse(value.slice(0, most * 4))
    .text.toWellFormed()
    .trim();
  return seen.length <= most ? seen : `${seen.slice(0, most - 1).toWellFormed()}…`;
}
