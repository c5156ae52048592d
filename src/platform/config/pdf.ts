import { resolve } from 'node:path';
import { integer, optional } from './parsers.ts';
import { readAll, type Setting, setting, type ValuesOf } from './setting.ts';

/** What drawing one PDF may take, and with which fonts. */
const DRAWING = {
  memoryMb: setting(
    'PDF_MEMORY_MB',
    '768',
    'most megabytes of memory that drawing one PDF takes',
    integer(256, 65_536),
  ),
  seconds: setting(
    'PDF_SECONDS',
    '60',
    'seconds in which a PDF must be drawn; more where the machine is busy with other things',
    integer(5, 86_400),
  ),
  atOnce: setting('PDFS_AT_ONCE', '2', 'most PDFs that one worker draws at once', integer(1, 1000)),
  fontFolder: setting(
    'PDF_FONTS',
    '',
    'folder with fonts (TTF or OTF) for PDFs, beside those of the product',
    optional((folder) => resolve(folder)),
  ),
};

export type PdfSettings = ValuesOf<typeof DRAWING>;

const pdf: Setting<PdfSettings> = {
  rows: Object.values(DRAWING).flatMap(({ rows }) => rows),
  read: (env) => readAll(DRAWING, env),
};

export const PDF = { pdf };
