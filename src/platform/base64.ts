/** Checks each character once: a single pattern for the text would backtrack over millions of characters. */
export function isBase64(text: string): boolean {
  return !/[^A-Za-z0-9+/_=-]/.test(text) && /^={0,2}$/.test(text.slice(text.search(/=|$/)));
}
