import type { ParserKind } from './kind.ts';

export const pdf: ParserKind = {
  name: 'pdf',
  mediaType: 'application/pdf',
  alsoStated: ['application/x-pdf'],
  endings: ['.pdf'],
  isText: false,
  // Some programs write a few bytes before the marker.
  shows: (beginning) => beginning.subarray(0, 1024).includes('%PDF-'),
  async *read(reading) {
    const { readPdf } = await import('../pdf/read.ts');
    yield* readPdf(reading);
  },
};
