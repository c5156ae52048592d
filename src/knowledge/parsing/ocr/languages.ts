import { ParseError } from '../contract.ts';
import { parseFailures } from '../failures.ts';

/** OCR language codes by ISO 639-1. */
const CODES: Readonly<Record<string, string>> = {
  ar: 'ara',
  bg: 'bul',
  cs: 'ces',
  da: 'dan',
  de: 'deu',
  el: 'ell',
  en: 'eng',
  es: 'spa',
  et: 'est',
  fa: 'fas',
  fi: 'fin',
  fr: 'fra',
  he: 'heb',
  hi: 'hin',
  hr: 'hrv',
  hu: 'hun',
  id: 'ind',
  it: 'ita',
  ja: 'jpn',
  ko: 'kor',
  lt: 'lit',
  lv: 'lav',
  nl: 'nld',
  no: 'nor',
  pl: 'pol',
  pt: 'por',
  ro: 'ron',
  ru: 'rus',
  sk: 'slk',
  sl: 'slv',
  sr: 'srp',
  sv: 'swe',
  th: 'tha',
  tr: 'tur',
  uk: 'ukr',
  vi: 'vie',
  zh: 'chi_sim',
};

/** Returns the OCR code of a language. Throws a ParseError if it is not supported. */
export function getLanguageCode(language: string): string {
  const code = CODES[language];
  if (code === undefined) throw new ParseError('NO_TEXT', parseFailures.ocr_language_not_supported({ language }));
  return code;
}

/** Languages of scripts without small letters. */
const WITHOUT_SMALL_LETTERS: ReadonlySet<string> = new Set(['ar', 'fa', 'he', 'hi', 'ja', 'ko', 'th', 'zh']);

/** Whether all languages have small letters, whose height tells how many pixels a page needs. */
export const haveSmallLetters = (languages: readonly string[]): boolean =>
  languages.every((language) => !WITHOUT_SMALL_LETTERS.has(language));
