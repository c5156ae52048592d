import { resolve } from 'node:path';
import { integer, optional } from './parsers.ts';
import { defineSetting, readSettings, type Setting, type SettingValues } from './setting.ts';

/** What drawing one PDF may take, and with which fonts. */
const RENDERING = {
  memoryMb: defineSetting(
    'PDF_MEMORY_MB',
    '768',
    'most megabytes of memory that drawing one PDF takes',
    integer(256, 65_536),
  ),
  timeoutSeconds: defineSetting(
    'PDF_SECONDS',
    '60',
    'seconds in which a PDF must be drawn; more where the machine is busy with other things',
    integer(5, 86_400),
  ),
  maxConcurrent: defineSetting('PDFS_AT_ONCE', '2', 'most PDFs that one worker draws at once', integer(1, 1000)),
  fontFolder: defineSetting(
    'PDF_FONTS',
    '',
    'folder with fonts (TTF or OTF) for PDFs, beside those of the product',
    optional((folder) => resolve(folder)),
  ),
};

export type PdfSettings = SettingValues<typeof RENDERING>;

const pdf: Setting<PdfSettings> = {
  rows: Object.values(RENDERING).flatMap(({ rows }) => rows),
  read: (env) => readSettings(RENDERING, env),
};

export const PDF = { pdf };
