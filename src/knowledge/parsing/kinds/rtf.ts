import { PAGE_NUMBER } from '../pages.ts';
import { toPicture } from '../pictures.ts';
import type { ParserKind, Reading } from './kind.ts';

/** Rich Text Format. */
export const rtf: ParserKind = {
  name: 'rtf',
  mediaType: 'application/rtf',
  alsoStated: ['text/rtf', 'application/x-rtf'],
  endings: ['.rtf'],
  isText: false,
  shows: (beginning) => beginning.toString('latin1', 0, 5) === '{\\rtf',
  async *read(reading) {
    const { file, notes } = reading;
    const { toBlocks } = await import('../office/ast.ts');
    const { parseOffice } = await import('../office/officeparser.ts');
    const bytes = await file.all();
    const config = { fileType: 'rtf', extractAttachments: true, ignoreHeadersAndFooters: false } as const;
    const { content, metadata, attachments, auxiliary } = await parseOffice(bytes, notes, config);
    notes.title = metadata.title?.trim() || null;
    yield* toBlocks(content, { page: null });
    const running = [...(auxiliary?.headers ?? []), ...(auxiliary?.footers ?? [])];
    for (const block of toBlocks(running, { page: null })) if (!PAGE_NUMBER.test(block.text)) yield block;
    for (const { data, mimeType, name } of attachments)
      yield* reading.pictures.read(reading, toPicture(Buffer.from(data, 'base64'), mimeType, name));
    warnAboutOmitted(bytes, reading);
  },
};

/** Warnings about content by the control word that marks it. */
const OMITTED: readonly (readonly [RegExp, string])[] = [
  [/\\annotation\b/, 'Comments were not read.'],
  [/\\v(?![a-z0-9])/, 'The document has hidden text, which was read.'],
  [/\\deleted(?![a-z0-9])/, 'The document has tracked changes; deleted text was read too.'],
];

/** Counts pictures of Windows and the Mac, and warns of what was not read as in the program. */
function warnAboutOmitted(bytes: Buffer, { notes, pictures }: Reading): void {
  const text = bytes.toString('latin1');
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  // Programs add a drawing for older programs to each picture.
  const drawings = count(/\\(?:wmetafile|emfblip|dibitmap|wbitmap|macpict|pmmetafile)/g) - count(/\\nonshppict/g);
  pictures.addUnread(Math.max(0, drawings));
  const files = count(/\\objdata/g);
  if (files > 0) notes.warnings.add(`Embedded files that were not read: ${files}.`);
  for (const [pattern, warning] of OMITTED) if (pattern.test(text)) notes.warnings.add(warning);
}
