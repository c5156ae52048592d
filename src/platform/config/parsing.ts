import { integer, list } from './parsers.ts';
import { readAll, type Setting, setting, type ValuesOf } from './setting.ts';

/** What reading one document may take, and how its scanned pages are read. */
const PARSER = {
  memoryMb: setting(
    'PARSER_MEMORY_MB',
    '768',
    'most megabytes of memory that reading one document takes',
    integer(256, 65_536),
  ),
  seconds: setting(
    'PARSER_SECONDS',
    '600',
    'seconds in which a document must be read; more where the machine is busy with other things',
    integer(5, 86_400),
  ),
  pages: setting('PARSER_MAX_PAGES', '5000', 'most pages of a document', integer(1, 1_000_000)),
  outputMb: setting('PARSER_OUTPUT_MB', '1024', 'most megabytes of text that come of a document', integer(1, 65_536)),
  atOnce: setting('PARSERS_AT_ONCE', '2', 'most documents that one worker reads at once', integer(1, 1000)),
  ocrLanguages: setting(
    'OCR_LANGUAGES',
    '',
    'languages of scanned pages by ISO 639-1, comma-separated, such as `en,de`; empty: scanned pages are not read',
    list((code, refuse) => (/^[a-z]{2}$/.test(code) ? code : refuse('must be codes such as en,de, comma-separated'))),
  ),
};

export type ParseSettings = ValuesOf<typeof PARSER>;

const parsing: Setting<ParseSettings> = {
  rows: Object.values(PARSER).flatMap(({ rows }) => rows),
  read: (env) => readAll(PARSER, env),
};

export const PARSING = { parsing };
