/** Text that people and models read alike: without characters that can't be seen, and of a bounded length. */
export function readable(value: unknown, most: number): string {
  if (typeof value !== 'string') return '';
  const seen = value
    .slice(0, most * 4)
    .replace(/\r\n?/g, '\n')
    .replace(/[\p{Cf}\p{Co}]|(?![\n\t])\p{Cc}/gu, '')
    .toWellFormed()
    .trim();
  return seen.length <= most ? seen : `${seen.slice(0, most - 1).toWellFormed()}…`;
}
