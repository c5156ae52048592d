/** Scripts that are written without blanks between words. */
const UNSPACED_SCRIPTS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}\p{Script=Myanmar}]+/gu;

/** Signs that stand inside words without being seen: joiners, soft hyphens, marks of direction. */
const INVISIBLE = /[\u00AD\u061C\u200C-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]|[\uFE00-\uFE0F]/g;

/** Signs and control characters beyond ASCII, which Postgres takes for letters in some locales; and those it refuses. */
const SEPARATORS = /[^\P{P}\x20-\x7E]|[^\P{S}\x20-\x7E]|[\p{Z}\p{C}]/gu;

/** Which words a run is made of does not depend on the locale: the scripts have dictionaries of their own. */
let segmenter: Intl.Segmenter | undefined;

/**
 * The text as it is indexed and looked for: one form of each character, blanks between the words of scripts that write
 * none, nothing that Postgres can't store. A question has to go through it as the document did.
 */
export function segmentWords(text: string): string {
  const plain = text.normalize('NFKC').replaceAll('’', "'").replace(INVISIBLE, '').replace(SEPARATORS, ' ');
  return plain.replace(UNSPACED_SCRIPTS, segmentRun).trim();
}

function segmentRun(run: string): string {
  segmenter ??= new Intl.Segmenter('und', { granularity: 'word' });
  const words = Array.from(segmenter.segment(run), ({ segment }) => segment);
  return ` ${words.join(' ')} `;
}

/** What Postgres calls the languages that it knows the endings of, by ISO 639-1, in every release from 14 on. */
const CONFIGS: Readonly<Record<string, string>> = {
  ar: 'arabic',
  ca: 'catalan',
  da: 'danish',
  de: 'german',
  el: 'greek',
  en: 'english',
  es: 'spanish',
  eu: 'basque',
  fi: 'finnish',
  fr: 'french',
  ga: 'irish',
  hi: 'hindi',
  hu: 'hungarian',
  hy: 'armenian',
  id: 'indonesian',
  it: 'italian',
  lt: 'lithuanian',
  nb: 'norwegian',
  ne: 'nepali',
  nl: 'dutch',
  nn: 'norwegian',
  no: 'norwegian',
  pt: 'portuguese',
  ro: 'romanian',
  ru: 'russian',
  sr: 'serbian',
  sv: 'swedish',
  ta: 'tamil',
  tr: 'turkish',
  yi: 'yiddish',
};

/** The text search configuration for a language by ISO 639-1; `simple`, which knows no endings, for all others. */
export function textSearchConfig(language: string | null): string {
  return (language !== null && Object.hasOwn(CONFIGS, language) && CONFIGS[language]) || 'simple';
}
