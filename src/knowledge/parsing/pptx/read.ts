import type { Block } from '../contract.ts';
import type { Reading } from '../kinds/kind.ts';
import { listParagraphTexts } from '../ooxml/chart.ts';
import { OfficePackage, warnAboutEmbedded } from '../ooxml/package.ts';
import { findAll, findElement, getText, listChildElements, readElement } from '../ooxml/xml.ts';
import { assertPageCount } from '../pages.ts';
import { readPictures, readShapes, type SlideContext } from './shapes.ts';

/**
 * Yields the blocks of a PPTX file. Each slide is a page with its shapes, speaker notes and comments. The texts of footers
 * and layouts, which are on many slides, follow once.
 */
export async function* readPptx(reading: Reading): AsyncGenerator<Block> {
  const { file, notes, settings } = reading;
  const office = await OfficePackage.open(file);
  const slides = await listSlideParts(office);
  const properties = await office.properties();
  notes.properties = properties;
  notes.title = properties.get('title') ?? null;
  notes.pageCount = slides.length;
  assertPageCount(slides.length, settings);
  const running = new Set<string>();
  const layouts = new Set<string>();
  for (const [at, part] of slides.entries()) {
    const relationships = await office.relationships(part);
    const context: SlideContext = { reading, office, relationships, page: at + 1, running };
    if (yield* readSlideBlocks(part, context)) notes.warnings.add(`Slide ${at + 1} is hidden; it was read.`);
    for (const { type, target } of relationships) {
      if (type === 'slideLayout') layouts.add(target);
      if (type === 'notesSlide') yield* readSpeakerNotes(target, context);
      if (type === 'comments') yield* comments(target, context);
    }
    warnAboutEmbedded(relationships, notes);
  }
  for (const layout of layouts) await addLayoutTexts(office, layout, running);
  for (const text of running) yield { kind: 'paragraph', text, page: null };
}

/** Adds the texts of a layout and its master that are on their slides: those outside of placeholders. */
async function addLayoutTexts(office: OfficePackage, layout: string, texts: Set<string>): Promise<void> {
  const masters = (await office.relationships(layout)).filter(({ type }) => type === 'slideMaster');
  for (const part of [layout, ...masters.map(({ target }) => target)]) {
    const root = await readElement(await office.stream(part));
    for (const shape of root ? findAll(root, 'sp') : []) {
      const body = findElement(shape, 'txBody');
      const text =
        body && !findElement(shape, 'nvSpPr', 'nvPr', 'ph') ? listParagraphTexts(body).join('\n').trim() : '';
      if (text !== '') texts.add(text);
    }
  }
}

/** Returns the parts of the slides in display order. */
async function listSlideParts(office: OfficePackage): Promise<string[]> {
  const main = await office.mainPart();
  const slides = (await office.relationships(main)).filter(({ type }) => type === 'slide');
  const parts: string[] = [];
  for await (const { name, attributes } of listChildElements(await office.stream(main), 'sldIdLst')) {
    const id = Object.entries(attributes).find(([key]) => /:id$/.test(key))?.[1];
    const part = name === 'sldId' ? slides.find((slide) => slide.id === id)?.target : undefined;
    if (part !== undefined) parts.push(part);
  }
  return parts;
}

/** Yields the blocks of a slide, title first. Returns whether it is hidden. */
async function* readSlideBlocks(part: string, context: SlideContext): AsyncGenerator<Block, boolean> {
  const root = await readElement(await context.office.stream(part));
  const tree = findElement(root, 'cSld', 'spTree');
  if (!tree) return false;
  const blocks: Block[] = [];
  for await (const block of readShapes(tree, context)) blocks.push(block);
  const background = findElement(root, 'cSld', 'bg');
  if (background) for await (const block of readPictures(background, context)) blocks.push(block);
  yield* blocks.filter(({ kind }) => kind === 'heading');
  yield* blocks.filter(({ kind }) => kind !== 'heading');
  return /^(?:0|false)$/.test(root?.attributes.show ?? '');
}

async function* readSpeakerNotes(part: string, { office, page }: SlideContext): AsyncGenerator<Block> {
  const root = await readElement(await office.stream(part));
  for (const shape of root ? findAll(root, 'sp') : []) {
    const placeholder = findElement(shape, 'nvSpPr', 'nvPr', 'ph');
    const body = findElement(shape, 'txBody');
    if (!body || (placeholder && placeholder.attributes.type !== 'body')) continue;
    const text = listParagraphTexts(body).join('\n').trim();
    if (text !== '') yield { kind: 'paragraph', text: `Speaker notes: ${text}`, page };
  }
}

/** Comments, in the form before 2021 (`text`) and since (`txBody`). */
async function* comments(part: string, { office, page }: SlideContext): AsyncGenerator<Block> {
  const root = await readElement(await office.stream(part));
  if (!root) return;
  const texts = [
    ...findAll(root, 'text').map(getText),
    ...findAll(root, 'txBody').map((body) => listParagraphTexts(body).join('\n')),
  ];
  for (const text of texts) if (text.trim() !== '') yield { kind: 'quote', text: `Comment: ${text.trim()}`, page };
}
