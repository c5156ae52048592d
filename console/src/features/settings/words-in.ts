/** The words of a text, such as scopes, or addresses of which each has a line. */
export function wordsIn(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}
