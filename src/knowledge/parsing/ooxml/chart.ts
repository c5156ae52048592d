import type { Block } from '../contract.ts';
import { gridRow } from '../grid.ts';
import { blocksOfTable } from '../tables.ts';
import type { OfficePackage } from './package.ts';
import { attributeOf, elementsIn, findAll, findElement, readElement, textIn, type XmlElement } from './xml.ts';

/** Maximum number of points of a chart. */
const MAX_POINTS = 10_000;

/** Reads the text of charts and diagrams. */
export async function drawingBlocks(
  office: OfficePackage,
  part: string | undefined,
  page: number | null,
): Promise<Block[]> {
  const root = part === undefined ? undefined : await readElement(await office.stream(part));
  if (root?.name === 'chartSpace') return [...chartBlocks(root, page)];
  if (root?.name === 'dataModel') return [...diagramBlocks(root, page)];
  return [];
}

/** Yields the title and the data table of a chart. */
function* chartBlocks(root: XmlElement, page: number | null): Generator<Block> {
  const chart = findElement(root, 'chart');
  if (!chart) return;
  const title = findElement(chart, 'title');
  if (title) yield { kind: 'paragraph', text: paragraphsIn(title).join('\n'), page };
  const series = findAll(chart, 'ser');
  if (series.length === 0) return;
  const names = series.map((one) => [...pointsIn(findElement(one, 'tx')).values()].join(' '));
  const categories = pointsIn(series.map((one) => findElement(one, 'cat') ?? findElement(one, 'xVal')).find(Boolean));
  const values = series.map((one) => pointsIn(findElement(one, 'val') ?? findElement(one, 'yVal')));
  const indexes = [...new Set([categories, ...values].flatMap((points) => [...points.keys()]))].sort((a, b) => a - b);
  const rows = indexes.map((index) =>
    gridRow([categories.get(index) ?? '', ...values.map((points) => points.get(index) ?? '')]),
  );
  yield* blocksOfTable([gridRow(['', ...names], true), ...rows], { page, header: 'stated' });
}

/** Returns the cached cell values of a chart by index. */
function pointsIn(element: XmlElement | undefined): Map<number, string> {
  if (!element) return new Map();
  const points = findAll(element, 'pt').slice(0, MAX_POINTS);
  const entries = points.map((point): [number, string] => {
    const value = findElement(point, 'v');
    return [Number(attributeOf(point, 'idx') ?? 0), value ? textIn(value) : ''];
  });
  const own = findElement(element, 'v');
  return new Map(entries.length === 0 && own ? [[0, textIn(own)]] : entries);
}

/** Yields the boxes of a diagram (SmartArt) as list items. */
function* diagramBlocks(root: XmlElement, page: number | null): Generator<Block> {
  for (const point of findAll(root, 'pt')) {
    const text = paragraphsIn(point).join('\n');
    if (text.trim() !== '') yield { kind: 'list_item', level: 0, text, page };
  }
}

/** Texts of the DrawingML paragraphs in an element. */
export function paragraphsIn(element: XmlElement): string[] {
  return findAll(element, 'p').map(drawingText);
}

/** Text of a DrawingML paragraph. */
export function drawingText(paragraph: XmlElement): string {
  return elementsIn(paragraph)
    .map((child): string => {
      if (child.name === 't') return textIn(child);
      if (child.name === 'br') return '\n';
      if (child.name === 'tab') return '\t';
      return /Pr$/.test(child.name) ? '' : drawingText(child);
    })
    .join('');
}
