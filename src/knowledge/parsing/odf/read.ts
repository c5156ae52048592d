import type { Block } from '../contract.ts';
import type { Reading } from '../kinds/kind.ts';
import { childElements, elementsIn, findAll, type XmlElement } from '../ooxml/xml.ts';
import { assertPageCount } from '../pages.ts';
import { OdfPackage } from './package.ts';
import { sheetBlocks } from './sheet.ts';
import { blocksIn } from './text.ts';

/** Yields the blocks of an ODT file. */
export async function* readOdt({ file, notes }: Reading): AsyncGenerator<Block> {
  const odf = await OdfPackage.open(file);
  notes.properties = odf.properties;
  notes.title = odf.properties.get('title') ?? null;
  let hasTrackedChanges = false;
  for await (const element of childElements(await odf.stream('content.xml'), 'text', 'body')) {
    hasTrackedChanges ||= element.name === 'tracked-changes';
    yield* blocksIn({ name: 'text', attributes: {}, children: [element] }, null);
  }
  if (hasTrackedChanges) notes.warnings.add('The document has tracked changes; it was read with all of them accepted.');
}

/** Yields the blocks of an ODS file. */
export async function* readOds({ file, notes }: Reading): AsyncGenerator<Block> {
  const odf = await OdfPackage.open(file);
  notes.properties = odf.properties;
  notes.title = odf.properties.get('title') ?? null;
  const content = await odf.stream('content.xml');
  if (content)
    yield* sheetBlocks(content, (name) =>
      notes.warnings.add(`The sheet ${JSON.stringify(name)} is hidden; it was read.`),
    );
}

/** Yields the blocks of an ODP file. Slides are pages; speaker notes follow them. */
export async function* readOdp({ file, notes, settings }: Reading): AsyncGenerator<Block> {
  const odf = await OdfPackage.open(file);
  notes.properties = odf.properties;
  notes.title = odf.properties.get('title') ?? null;
  let page = 0;
  for await (const slide of childElements(await odf.stream('content.xml'), 'presentation', 'body')) {
    if (slide.name !== 'page') continue;
    page++;
    assertPageCount(page, settings);
    yield* slideBlocks(slide, page);
  }
  notes.pageCount = page;
}

function* slideBlocks(slide: XmlElement, page: number): Generator<Block> {
  const shapes = elementsIn(slide);
  const isTitle = ({ attributes }: XmlElement) => attributes['presentation:class'] === 'title';
  const contentOf = (shape: XmlElement) => [...blocksIn({ name: 'page', attributes: {}, children: [shape] }, page)];
  for (const shape of shapes.filter(isTitle)) {
    const text = contentOf(shape)
      .map((block) => block.text)
      .join('\n');
    if (text.trim() !== '') yield { kind: 'heading', level: 1, text, page };
  }
  for (const shape of shapes) if (!isTitle(shape) && shape.name !== 'notes') yield* contentOf(shape);
  for (const part of shapes.filter(({ name }) => name === 'notes')) {
    const texts = findAll(part, 'text-box').flatMap((box) => [...blocksIn(box, page)].map((block) => block.text));
    const text = texts.join('\n').trim();
    if (text !== '') yield { kind: 'paragraph', text: `Speaker notes: ${text}`, page };
  }
}
