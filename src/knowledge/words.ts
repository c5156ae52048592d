/** A character of a script without spaces between words. */
export const UNSPACED_CHARACTER =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}\p{Script=Myanmar}]/u;
const UNSPACED_SCRIPTS = new RegExp(`${UNSPACED_CHARACTER.source}+`, 'gu');

/** Invisible characters in words: joiners, soft hyphens, direction marks. */
const INVISIBLE = /[\u00AD\u061C\u200C-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]|[\uFE00-\uFE0F]/g;

/** Non-ASCII symbols and control characters, which Postgres treats as letters in some locales or rejects. */
const SEPARATORS = /[^\P{P}\x20-\x7E]|[^\P{S}\x20-\x7E]|[\p{Z}\p{C}]/gu;

/**
 * Hyphens and slashes. Postgres would index `lift/drag` as a file, `-9001` of `ISO-9001` as a number, and a word with
 * hyphens also as a whole, which then counts twice.
 */
const JOINERS = /[-/]/g;

/** Segmentation does not depend on the locale: the scripts have their own dictionaries. */
let segmenter: Intl.Segmenter | undefined;

/**
 * Normalizes a text for indexing and searching: NFKC, spaces between words of unspaced scripts, no characters that
 * Postgres rejects. Queries and documents must use it alike.
 */
export function segmentWords(text: string): string {
  const visible = text.normalize('NFKC').replaceAll('’', "'").replace(INVISIBLE, '');
  const plain = visible.replace(SEPARATORS, ' ').replace(JOINERS, ' ');
  return plain.replace(UNSPACED_SCRIPTS, segmentRun).trim();
}

function segmentRun(run: string): string {
  segmenter ??= new Intl.Segmenter('und', { granularity: 'word' });
  const words = Array.from(segmenter.segment(run), ({ segment }) => segment);
  return ` ${words.join(' ')} `;
}

/** Postgres text search configurations by ISO 639-1, available since release 14. */
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

/** Configuration without stemming and stop words, for languages without their own. */
export const UNSTEMMED_CONFIG = 'simple';

/** Returns the text search configuration of a language. */
export function getTextSearchConfig(language: string | null): string {
  return (language !== null && Object.hasOwn(CONFIGS, language) && CONFIGS[language]) || UNSTEMMED_CONFIG;
}
