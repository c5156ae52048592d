import type { ParserKind } from './kind.ts';

/** Spreadsheets. Each sheet is a heading with a table. */
export const xlsx: ParserKind = {
  name: 'xlsx',
  mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  alsoStated: [
    'application/vnd.ms-excel.sheet.macroenabled.12',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.template',
  ],
  endings: ['.xlsx', '.xlsm', '.xltx', '.xltm'],
  isText: false,
  mainPart: /spreadsheetml\.(?:sheet|template)\.main|ms-excel\.(?:sheet|template)\.macroenabled/,
  async *read(reading) {
    const { readXlsx } = await import('../xlsx/read.ts');
    yield* readXlsx(reading);
  },
};
