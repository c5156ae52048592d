/** Splits a text into words, such as scopes or URLs. */
export function splitWords(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}
