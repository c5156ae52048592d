import anyAscii from 'any-ascii';

/** Returns whether a text contains an ASCII letter or digit. */
export function hasAsciiWord(text: string): boolean {
  return /[a-z0-9]/i.test(text);
}

/**
 * Transliterates a text that has no ASCII letter or digit, such as `Отчет` to `Otchet`. Other texts stay unchanged,
 * because stored names derive from them.
 */
export function transliterate(text: string): string {
  return hasAsciiWord(text) ? text : anyAscii(text);
}
