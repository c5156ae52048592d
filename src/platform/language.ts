/** Scripts that identify a language, as far as ISO 639-1 distinguishes it. */
const LANGUAGES_BY_SCRIPT: readonly (readonly [script: RegExp, language: string])[] = [
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
/** Minimum share of a script among the letters. Japanese mixes few kana with many Chinese characters. */
const MIN_SHARES: Readonly<Record<string, number>> = { ja: 0.1 };
const DEFAULT_MIN_SHARE = 0.5;
/** Minimum number of letters for a script. */
const MIN_SCRIPT_LETTERS = 5;
/** Default minimum number of letters for the detector. */
const MIN_LETTERS = 25;

/** Detects the language of a text (ISO 639-1). Returns null if it is unknown or has fewer letters. */
export async function detectLanguage(text: string, minLetters = MIN_LETTERS): Promise<string | null> {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  for (const [script, language] of LANGUAGES_BY_SCRIPT) {
    const share = (text.match(script)?.length ?? 0) / letters;
    if (letters >= MIN_SCRIPT_LETTERS && share > (MIN_SHARES[language] ?? DEFAULT_MIN_SHARE)) return language;
  }
  if (letters < minLetters) return null;
  const { eld } = await import('eld/extrasmall');
  const detected = eld.detect(text);
  return detected.isReliable() && detected.language.length === 2 ? detected.language : null;
}
