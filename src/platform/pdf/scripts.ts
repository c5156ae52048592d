/** Unicode scripts that warnings about missing fonts name. */
const SCRIPTS = [
  'Arabic',
  'Armenian',
  'Bengali',
  'Cherokee',
  'Cyrillic',
  'Devanagari',
  'Ethiopic',
  'Georgian',
  'Greek',
  'Gujarati',
  'Gurmukhi',
  'Han',
  'Hangul',
  'Hebrew',
  'Hiragana',
  'Kannada',
  'Katakana',
  'Khmer',
  'Lao',
  'Latin',
  'Malayalam',
  'Mongolian',
  'Myanmar',
  'Oriya',
  'Sinhala',
  'Syriac',
  'Tamil',
  'Telugu',
  'Thaana',
  'Thai',
  'Tibetan',
] as const;
const PATTERNS = SCRIPTS.map((name) => [name, new RegExp(`\\p{Script=${name}}`, 'u')] as const);
const EMOJI = /\p{Emoji_Presentation}/u;
const RIGHT_TO_LEFT = /^[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
/** Invisible in every font: direction marks, joiners and variation selectors. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zs}\p{Zl}\p{Zp}\p{Cs}\p{Variation_Selector}\uFFFC]/u;

/** Returns whether a text is right-to-left. Its first letter decides. */
export function isRightToLeft(text: string): boolean {
  return RIGHT_TO_LEFT.test(/\p{L}.*/su.exec(text)?.[0] ?? '');
}

/** Counts the characters without a glyph by script or kind. */
export function countMissingCharacters(text: string, hasGlyph: (codePoint: number) => boolean): Map<string, number> {
  const missing = new Map<string, number>();
  const kinds = new Map<string, string | undefined>();
  for (const character of text) {
    if (!kinds.has(character)) kinds.set(character, findMissingKind(character, hasGlyph));
    const kind = kinds.get(character);
    if (kind !== undefined) missing.set(kind, (missing.get(kind) ?? 0) + 1);
  }
  return missing;
}

function findMissingKind(character: string, hasGlyph: (codePoint: number) => boolean): string | undefined {
  if (INVISIBLE.test(character) || hasGlyph(character.codePointAt(0) ?? 0)) return undefined;
  const script = PATTERNS.find(([, pattern]) => pattern.test(character))?.[0];
  return script ?? (EMOJI.test(character) ? 'emoji' : 'other characters');
}
