import type { Block } from '../contract.ts';
import type { Reading } from '../kinds/kind.ts';
import { readSummary } from '../ole/summary.ts';
import { assertPageCount } from '../pages.ts';
import { openPresentation, type Presentation, type SlideEntry } from './presentation.ts';
import { decodeText, findRecord, findRecords, type PptRecord, RECORD, readNumber, readRecords } from './records.ts';
import { listShapeTexts, toSlideBlocks } from './shapes.ts';
import { NOTES_TYPE, toParagraphs } from './text.ts';

const LOSS_WARNING =
  'List levels, charts, diagrams and images of this old PowerPoint file were not read; save it as PPTX to keep them.';

/** Offsets in the records of a slide, and flags in them. */
const NOTES_ID_OFFSET = 16;
const [SHOW_FLAGS_OFFSET, IS_HIDDEN] = [10, 0x0004];
const [FOOTER_FLAGS_OFFSET, HAS_FOOTER] = [2, 0x0020];
/** Instances of strings: the text of a comment, and a footer. */
const [COMMENT_TEXT, FOOTER] = [1, 2];

/** Yields the blocks of a PPT file. Each slide is a page with its shapes, speaker notes and comments. Footers follow once. */
export async function* readPpt({ file, notes, settings }: Reading): AsyncGenerator<Block> {
  const bytes = await file.all();
  const presentation = openPresentation(bytes);
  // Its title is often a default of the program, so the title of the first slide names the document.
  notes.properties = readSummary(bytes);
  const { document, slides } = presentation;
  notes.pageCount = slides.length;
  assertPageCount(slides.length, settings);
  notes.warnings.add(LOSS_WARNING);
  const footers = new Set(listFooters(document));
  for (const [index, entry] of slides.entries()) {
    const { slide } = entry;
    if (slide) for (const footer of listFooters(slide)) footers.add(footer);
    if (isHidden(slide)) notes.warnings.add(`Slide ${index + 1} is hidden; it was read.`);
    if (!slide) notes.warnings.add(`Slide ${index + 1} is damaged; only its outline was read.`);
    yield* readSlide(presentation, entry, index + 1);
  }
  for (const text of footers) yield { kind: 'paragraph', text, page: null };
}

async function* readSlide(
  { takeNotes }: Presentation,
  { slide, texts }: SlideEntry,
  page: number,
): AsyncGenerator<Block> {
  yield* toSlideBlocks(slide ? listShapeTexts(slide, texts) : texts, page);
  if (!slide) return;
  const notes = takeNotes(readNumber(findRecord(slide, RECORD.slideAtom), NOTES_ID_OFFSET) ?? 0);
  for (const shown of notes ? listShapeTexts(notes) : []) {
    if (Array.isArray(shown) || shown.type !== NOTES_TYPE) continue;
    const text = toParagraphs(shown.text).join('\n');
    if (text !== '') yield { kind: 'paragraph', text: `Speaker notes: ${text}`, page };
  }
  for (const text of listComments(slide)) yield { kind: 'quote', text: `Comment: ${text}`, page };
}

const isHidden = (slide: PptRecord | undefined): boolean => {
  const flags = findRecord(slide, RECORD.slideShowInfo)?.data[SHOW_FLAGS_OFFSET] ?? 0;
  return (flags & IS_HIDDEN) !== 0;
};

function listComments(slide: PptRecord): string[] {
  const path = [RECORD.tags, RECORD.binaryTag, RECORD.binaryTagData, RECORD.comment, RECORD.string];
  return listStrings(findRecords(slide.data, path), COMMENT_TEXT);
}

/** Returns the footers that a slide or the presentation shows. */
function listFooters(parent: PptRecord): string[] {
  return [...findRecords(parent.data, [RECORD.headersFooters])].flatMap((record) => {
    const flags = findRecord(record, RECORD.headersFootersAtom)?.data[FOOTER_FLAGS_OFFSET] ?? 0;
    return (flags & HAS_FOOTER) === 0 ? [] : listStrings(readRecords(record.data), FOOTER);
  });
}

/** Returns the non-empty strings of an instance. */
function listStrings(records: Iterable<PptRecord>, wanted: number): string[] {
  const found: string[] = [];
  for (const record of records) {
    const text = record.type === RECORD.string && record.instance === wanted ? decodeText(record).trim() : '';
    if (text !== '') found.push(text);
  }
  return found;
}
