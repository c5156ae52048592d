import anyAscii from 'any-ascii';

/** Whether a text has a letter or digit of ASCII. */
export function hasAsciiWord(text: string): boolean {
  return /[a-z0-9]/i.test(text);
}

/**
 * A text in ASCII: one that has no letter or digit of it is transliterated, such as `Otchet` for `Отчет`; any other stays as
 * it is, since names that are made of it must not change.
 */
export function transliterate(text: string): string {
  return hasAsciiWord(text) ? text : anyAscii(text);
}
