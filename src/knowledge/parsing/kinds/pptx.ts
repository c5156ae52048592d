import { blocksOf } from '../office/ast.ts';
import { parseOffice } from '../office/officeparser.ts';
import { checkPages } from '../pages.ts';
import type { ParserKind } from './kind.ts';

/** Slides are pages, under their titles. */
export const pptx: ParserKind = {
  name: 'pptx',
  mediaType: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  alsoStated: ['application/vnd.openxmlformats-officedocument.presentationml.slideshow'],
  endings: ['.pptx', '.ppsx', '.pptm'],
  isText: false,
  showsInside: (entries) => entries.has('ppt/presentation.xml'),
  async *read({ file, notes, settings }) {
    const { content, metadata } = await parseOffice(await file.all(), notes, { fileType: 'pptx' });
    notes.title = metadata.title || null;
    notes.pageCount = content.filter(({ type }) => type === 'slide').length;
    checkPages(notes.pageCount, settings);
    yield* blocksOf(content, { page: 1 });
  },
};
