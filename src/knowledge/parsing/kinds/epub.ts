import type { ParserKind } from './kind.ts';

/** Electronic books. Chapters are read in their order. */
export const epub: ParserKind = {
  name: 'epub',
  mediaType: 'application/epub+zip',
  alsoStated: [],
  endings: ['.epub'],
  isText: false,
  packageTypes: ['application/epub+zip'],
  async *read(reading) {
    const { readEpub } = await import('../epub/read.ts');
    yield* readEpub(reading);
  },
};
