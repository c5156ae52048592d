import { resolve } from 'node:path';
import { integer, optional } from './parsers.ts';
import { defineSetting, readSettings, type Setting, type SettingValues } from './setting.ts';

/** Limits and fonts for rendering one PDF. */
const RENDERING = {
  memoryMb: defineSetting(
    'PDF_MEMORY_MB',
    '768',
    'maximum megabytes of memory for rendering one PDF',
    integer(256, 65_536),
  ),
  timeoutSeconds: defineSetting(
    'PDF_SECONDS',
    '60',
    'timeout of rendering one PDF in seconds; longer on a busy machine',
    integer(5, 86_400),
  ),
  maxConcurrent: defineSetting(
    'PDFS_AT_ONCE',
    '2',
    'maximum PDFs that one worker renders concurrently',
    integer(1, 1000),
  ),
  fontFolder: defineSetting(
    'PDF_FONTS',
    '',
    'folder with additional fonts (TTF or OTF) for PDFs',
    optional((folder) => resolve(folder)),
  ),
};

export type PdfSettings = SettingValues<typeof RENDERING>;

const pdf: Setting<PdfSettings> = {
  rows: Object.values(RENDERING).flatMap(({ rows }) => rows),
  read: (env) => readSettings(RENDERING, env),
};

export const PDF = { pdf };
