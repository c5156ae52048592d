import anyAscii from 'any-ascii';

/** Returns whether a text contains an ASCII letter or digit. */
export function hasAsciiWord(text: string): boolean {
  return /[a-z0-9]/i.test(text);
}

/** Transliterates the letters, digits and symbols of other scripts, such as `Отчёт 2026` to `Otchet 2026`. */
export function transliterate(text: string): string {
  return text.normalize('NFC').replace(/[^\p{ASCII}\p{P}\p{Z}\p{C}]+/gu, anyAscii);
}
