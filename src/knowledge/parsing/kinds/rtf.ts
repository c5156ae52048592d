import type { ParserKind } from './kind.ts';

/** Rich Text Format. */
export const rtf: ParserKind = {
  name: 'rtf',
  mediaType: 'application/rtf',
  alsoStated: ['text/rtf', 'application/x-rtf'],
  endings: ['.rtf'],
  isText: false,
  shows: (beginning) => beginning.toString('latin1', 0, 5) === '{\\rtf',
  async *read({ file, notes }) {
    const { toBlocks } = await import('../office/ast.ts');
    const { parseOffice } = await import('../office/officeparser.ts');
    const { content, metadata } = await parseOffice(await file.all(), notes, { fileType: 'rtf' });
    notes.title = metadata.title?.trim() || null;
    yield* toBlocks(content, { page: null });
  },
};
