import type { Block } from '../contract.ts';
import type { Reading } from '../kinds/kind.ts';
import { parseLanguageTag } from '../language.ts';
import { findAll, getElements, getText, listChildElements, type XmlElement } from '../ooxml/xml.ts';
import { assertPageCount } from '../pages.ts';
import { readFrames } from './frames.ts';
import { OdfPackage } from './package.ts';
import { readRunningTexts } from './running.ts';
import { readSheets } from './sheet.ts';
import { readElementBlocks } from './text.ts';

/** Opens a file and notes its title, properties and language. */
async function openPackage({ file, notes }: Reading): Promise<OdfPackage> {
  const odf = await OdfPackage.open(file);
  notes.properties = odf.properties;
  notes.title = odf.properties.get('title') ?? null;
  notes.defaultLanguage = parseLanguageTag(odf.properties.get('language')) ?? odf.defaultLanguage;
  return odf;
}

/** Yields the blocks of an ODT file. */
export async function* readOdt(reading: Reading): AsyncGenerator<Block> {
  const { notes } = reading;
  const odf = await openPackage(reading);
  let hasTrackedChanges = false;
  for await (const element of listChildElements(await odf.stream('content.xml'), 'text', 'body')) {
    hasTrackedChanges ||= element.name === 'tracked-changes';
    yield* readElementBlocks({ name: 'text', attributes: {}, children: [element] }, null);
    yield* readFrames(element, { reading, odf, page: null, hasChartData: true });
  }
  yield* readRunningTexts(odf);
  if (hasTrackedChanges) notes.warnings.add('The document has tracked changes; it was read with all of them accepted.');
}

/** Yields the blocks of an ODS file. */
export async function* readOds(reading: Reading): AsyncGenerator<Block> {
  const { notes } = reading;
  const odf = await openPackage(reading);
  const content = await odf.stream('content.xml');
  if (!content) return;
  async function* readShapes(shape: XmlElement) {
    yield* readElementBlocks({ name: 'shapes', attributes: {}, children: [shape] }, null);
    yield* readFrames(shape, { reading, odf, page: null, hasChartData: false });
  }
  const onHidden = (name: string) => notes.warnings.add(`The sheet ${JSON.stringify(name)} is hidden; it was read.`);
  yield* readSheets(content, { readShapes, onHidden });
  yield* readRunningTexts(odf);
}

/** Yields the blocks of an ODP file. Slides are pages; speaker notes follow them. */
export async function* readOdp(reading: Reading): AsyncGenerator<Block> {
  const { notes, settings } = reading;
  const odf = await openPackage(reading);
  const declared: string[] = [];
  let page = 0;
  for await (const slide of listChildElements(await odf.stream('content.xml'), 'presentation', 'body')) {
    if (/^(?:header|footer)-decl$/.test(slide.name)) declared.push(getText(slide));
    if (slide.name !== 'page') continue;
    page++;
    assertPageCount(page, settings);
    yield* readSlideBlocks(slide, page);
    yield* readFrames(slide, { reading, odf, page, hasChartData: true });
  }
  notes.pageCount = page;
  yield* readRunningTexts(odf, declared);
}

function* readSlideBlocks(slide: XmlElement, page: number): Generator<Block> {
  const shapes = getElements(slide);
  const isTitle = ({ attributes }: XmlElement) => attributes['presentation:class'] === 'title';
  const contentOf = (shape: XmlElement) => [
    ...readElementBlocks({ name: 'page', attributes: {}, children: [shape] }, page),
  ];
  for (const shape of shapes.filter(isTitle)) {
    const text = contentOf(shape)
      .map((block) => block.text)
      .join('\n');
    if (text.trim() !== '') yield { kind: 'heading', level: 1, text, page };
  }
  for (const shape of shapes) if (!isTitle(shape) && shape.name !== 'notes') yield* contentOf(shape);
  for (const part of shapes.filter(({ name }) => name === 'notes')) {
    const texts = findAll(part, 'text-box').flatMap((box) =>
      [...readElementBlocks(box, page)].map((block) => block.text),
    );
    const text = texts.join('\n').trim();
    if (text !== '') yield { kind: 'paragraph', text: `Speaker notes: ${text}`, page };
  }
}
