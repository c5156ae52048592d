/** Symbols of Wingdings and Wingdings 2 in forms, by code. */
const SYMBOLS: Readonly<Record<string, string>> = {
  F06F: '☐',
  F0A8: '☐',
  F071: '☐',
  F0FC: '✓',
  F0FD: '☒',
  F0FE: '☑',
  F0E0: '→',
  F0B7: '•',
};

/** Letters of the font Symbol, by code from `A` and from `a`. */
const SYMBOL_FONT = ['ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ', 'αβχδεφγηιϕκλμνοπθρστυϖωξψζ'] as const;

/** Returns a symbol; undefined if its meaning depends on an unknown font. */
export function toSymbol(code: string, font: string): string | undefined {
  const point = Number.parseInt(code, 16);
  if (SYMBOLS[code] !== undefined) return SYMBOLS[code];
  const isPrivate = point >= 0xe000 && point <= 0xf8ff;
  if (!isPrivate) return point > 32 && point < 0xd800 ? String.fromCodePoint(point) : undefined;
  if (!/^symbol$/i.test(font)) return undefined;
  // The font has the codes of ASCII, moved to U+F000.
  const ascii = point - 0xf000;
  if (ascii < 0x20 || ascii > 0x7e) return undefined;
  const letters = SYMBOL_FONT[ascii >= 0x60 ? 1 : 0];
  const character = String.fromCodePoint(ascii);
  return /[A-Za-z]/.test(character) ? letters[(ascii & 0x1f) - 1] : character;
}
