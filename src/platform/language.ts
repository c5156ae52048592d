/** Languages with their own script, as far as ISO 639-1 distinguishes them. */
const BY_SCRIPT: readonly (readonly [script: RegExp, language: string])[] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/gu, 'ja'],
  [/\p{Script=Hangul}/gu, 'ko'],
  [/\p{Script=Han}/gu, 'zh'],
  [/\p{Script=Thai}/gu, 'th'],
  [/\p{Script=Khmer}/gu, 'km'],
  [/\p{Script=Lao}/gu, 'lo'],
  [/\p{Script=Myanmar}/gu, 'my'],
  [/\p{Script=Greek}/gu, 'el'],
  [/\p{Script=Hebrew}/gu, 'he'],
  [/\p{Script=Georgian}/gu, 'ka'],
  [/\p{Script=Armenian}/gu, 'hy'],
  [/\p{Script=Tamil}/gu, 'ta'],
];
/** Minimum share of all letters. Japanese has few of its own characters among many Chinese ones. */
const MIN_SHARE_BY_LANGUAGE: Readonly<Record<string, number>> = { ja: 0.1 };
const DEFAULT_MIN_SHARE = 0.5;
/** Minimum number of letters for a detection. */
const MIN_LETTERS = 25;
/** Minimum confidence of the detector, from 0 to 1. */
const MIN_ACCURACY = 0.2;

/** Detects the language of a text as an ISO 639-1 code. Returns null if unknown. */
export async function detectLanguage(text: string): Promise<string | null> {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  for (const [script, language] of BY_SCRIPT) {
    const share = (text.match(script)?.length ?? 0) / letters;
    if (letters >= 5 && share > (MIN_SHARE_BY_LANGUAGE[language] ?? DEFAULT_MIN_SHARE)) return language;
  }
  if (letters < MIN_LETTERS) return null;
  const { detectAll } = await import('tinyld');
  const [best] = detectAll(text);
  return best && best.accuracy >= MIN_ACCURACY && best.lang.length === 2 ? best.lang : null;
}
