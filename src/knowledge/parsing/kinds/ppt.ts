import type { ParserKind } from './kind.ts';

/** PowerPoint files from 1997 to 2003. Slides are pages with their titles as headings. */
export const ppt: ParserKind = {
  name: 'ppt',
  mediaType: 'application/vnd.ms-powerpoint',
  alsoStated: ['application/mspowerpoint', 'application/powerpoint', 'application/x-mspowerpoint'],
  endings: ['.ppt', '.pps', '.pot'],
  isText: false,
  oleStreams: ['PowerPoint Document'],
  async *read(reading) {
    const { readPpt } = await import('../ppt/read.ts');
    yield* readPpt(reading);
  },
};
