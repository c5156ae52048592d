/** Each character is looked at once: a pattern for the whole goes back over millions where the last one is wrong. */
export function isBase64(text: string): boolean {
  return !/[^A-Za-z0-9+/_=-]/.test(text) && /^={0,2}$/.test(text.slice(text.search(/=|$/)));
}
