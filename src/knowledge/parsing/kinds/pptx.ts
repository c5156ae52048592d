import type { ParserKind } from './kind.ts';

/** Presentations. Slides are pages with their titles as headings. */
export const pptx: ParserKind = {
  name: 'pptx',
  mediaType: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  alsoStated: [
    'application/vnd.openxmlformats-officedocument.presentationml.slideshow',
    'application/vnd.openxmlformats-officedocument.presentationml.template',
    'application/vnd.ms-powerpoint.presentation.macroenabled.12',
  ],
  endings: ['.pptx', '.ppsx', '.pptm', '.ppsm', '.potx', '.potm'],
  isText: false,
  mainPart:
    /presentationml\.(?:presentation|slideshow|template)\.main|ms-powerpoint\.(?:presentation|slideshow|template)\.macroenabled/,
  async *read(reading) {
    const { readPptx } = await import('../pptx/read.ts');
    yield* readPptx(reading);
  },
};
