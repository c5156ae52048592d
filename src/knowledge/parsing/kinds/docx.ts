import { blocksOf, tellsPages } from '../office/ast.ts';
import { parseOffice } from '../office/officeparser.ts';
import type { ParserKind } from './kind.ts';

export const docx: ParserKind = {
  name: 'docx',
  mediaType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  alsoStated: ['application/vnd.ms-word.document.macroenabled.12'],
  endings: ['.docx', '.docm'],
  isText: false,
  showsInside: (entries) => entries.has('word/document.xml'),
  async *read({ file, notes }) {
    const { content, metadata } = await parseOffice(await file.all(), notes, {
      fileType: 'docx',
      includeBreakNodes: true,
    });
    notes.title = metadata.title || null;
    const place = { page: tellsPages(content) ? 1 : null };
    yield* blocksOf(content, place);
    notes.pageCount = place.page;
  },
};
