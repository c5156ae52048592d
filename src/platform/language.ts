/** Languages that have a script to themselves, as far as ISO 639-1 tells them apart. */
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
/** Of all letters. Japanese is written with few of its own signs among many Chinese ones. */
const LEAST_SHARE: Readonly<Record<string, number>> = { ja: 0.1 };
const USUAL_SHARE = 0.5;
/** Letters without which nothing is judged. */
const LEAST_LETTERS = 25;
/** How sure the detector has to be, of 1. */
const LEAST_ACCURACY = 0.2;

/** The language of a text by ISO 639-1, where it can be told. */
export async function detectLanguage(text: string): Promise<string | null> {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  for (const [script, language] of BY_SCRIPT) {
    const share = (text.match(script)?.length ?? 0) / letters;
    if (letters >= 5 && share > (LEAST_SHARE[language] ?? USUAL_SHARE)) return language;
  }
  if (letters < LEAST_LETTERS) return null;
  const { detectAll } = await import('tinyld');
  const [best] = detectAll(text);
  return best && best.accuracy >= LEAST_ACCURACY && best.lang.length === 2 ? best.lang : null;
}
