import type { ParserKind } from './kind.ts';

export const docx: ParserKind = {
  name: 'docx',
  mediaType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  alsoStated: [
    'application/vnd.ms-word.document.macroenabled.12',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.template',
  ],
  endings: ['.docx', '.docm', '.dotx', '.dotm'],
  isText: false,
  mainPart: /wordprocessingml\.(?:document|template)\.main|ms-word\.(?:document|template)\.macroenabled/,
  async *read(reading) {
    const { readDocx } = await import('../docx/read.ts');
    yield* readDocx(reading);
  },
};
