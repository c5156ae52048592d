import { integer, list } from './parsers.ts';
import { defineSetting, readSettings, type Setting, type SettingValues } from './setting.ts';

/** Limits for parsing one document, and OCR of scanned pages. */
const PARSER = {
  memoryMb: defineSetting(
    'PARSER_MEMORY_MB',
    '768',
    'maximum megabytes of memory for parsing one document',
    integer(256, 65_536),
  ),
  timeoutSeconds: defineSetting(
    'PARSER_SECONDS',
    '600',
    'timeout of parsing one document in seconds; longer on a busy machine',
    integer(5, 86_400),
  ),
  maxPages: defineSetting('PARSER_MAX_PAGES', '5000', 'maximum pages per document', integer(1, 1_000_000)),
  maxOutputMb: defineSetting('PARSER_OUTPUT_MB', '1024', 'maximum megabytes of text per document', integer(1, 65_536)),
  maxConcurrent: defineSetting(
    'PARSERS_AT_ONCE',
    '2',
    'maximum documents that one worker parses concurrently',
    integer(1, 1000),
  ),
  ocrLanguages: defineSetting(
    'OCR_LANGUAGES',
    '',
    'OCR languages (ISO 639-1), comma-separated, such as `en,de`; empty: no OCR of scanned pages',
    list((code, reject) => (/^[a-z]{2}$/.test(code) ? code : reject('must be codes such as en,de, comma-separated'))),
  ),
};

export type ParseSettings = SettingValues<typeof PARSER>;

const parsing: Setting<ParseSettings> = {
  rows: Object.values(PARSER).flatMap(({ rows }) => rows),
  read: (env) => readSettings(PARSER, env),
};

export const PARSING = { parsing };
