import { integer, list } from './parsers.ts';
import { defineSetting, readSettings, type Setting, type SettingValues } from './setting.ts';

/** What reading one document may take, and how its scanned pages are read. */
const PARSER = {
  memoryMb: defineSetting(
    'PARSER_MEMORY_MB',
    '768',
    'most megabytes of memory that reading one document takes',
    integer(256, 65_536),
  ),
  timeoutSeconds: defineSetting(
    'PARSER_SECONDS',
    '600',
    'seconds in which a document must be read; more where the machine is busy with other things',
    integer(5, 86_400),
  ),
  maxPages: defineSetting('PARSER_MAX_PAGES', '5000', 'most pages of a document', integer(1, 1_000_000)),
  maxOutputMb: defineSetting(
    'PARSER_OUTPUT_MB',
    '1024',
    'most megabytes of text that come of a document',
    integer(1, 65_536),
  ),
  maxConcurrent: defineSetting(
    'PARSERS_AT_ONCE',
    '2',
    'most documents that one worker reads at once',
    integer(1, 1000),
  ),
  ocrLanguages: defineSetting(
    'OCR_LANGUAGES',
    '',
    'languages of scanned pages by ISO 639-1, comma-separated, such as `en,de`; empty: scanned pages are not read',
    list((code, reject) => (/^[a-z]{2}$/.test(code) ? code : reject('must be codes such as en,de, comma-separated'))),
  ),
};

export type ParseSettings = SettingValues<typeof PARSER>;

const parsing: Setting<ParseSettings> = {
  rows: Object.values(PARSER).flatMap(({ rows }) => rows),
  read: (env) => readSettings(PARSER, env),
};

export const PARSING = { parsing };
