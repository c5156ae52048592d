import type { Block } from '../contract.ts';
import { readParagraph } from '../docx/paragraph.ts';
import { toGridRow } from '../grid.ts';
import { convertTable } from '../tables.ts';
import type { OfficePackage } from './package.ts';
import { findAll, findElement, getAttribute, getElements, getText, readElement, type XmlElement } from './xml.ts';

/** Maximum number of points of a chart. */
const MAX_POINTS = 10_000;

/**
 * Reads the text of charts and diagrams. The data of a chart can be omitted where they are in cells of the document.
 */
export async function readDrawings(
  office: OfficePackage,
  part: string | undefined,
  page: number | null,
  hasData = true,
): Promise<Block[]> {
  const root = part === undefined ? undefined : await readElement(await office.stream(part));
  if (root?.name === 'dataModel') return [...readDiagramBlocks(root, page)];
  if (part === undefined || root?.name !== 'chartSpace') return [];
  const blocks: Block[] = listTexts(root).map((text) => ({ kind: 'paragraph', text, page }));
  if (hasData) blocks.push(...readDataBlocks(root, page));
  for (const { target } of (await office.relationships(part)).filter(({ type }) => type === 'chartUserShapes')) {
    const shapes = await readElement(await office.stream(target));
    for (const body of shapes ? findAll(shapes, 'txBody') : [])
      blocks.push({ kind: 'paragraph', text: listParagraphTexts(body).join('\n'), page });
  }
  return blocks;
}

/** Returns the titles of a chart and its axes, and labels that were written by hand. */
function listTexts(root: XmlElement): string[] {
  const titles = findAll(root, 'title').map((title) => {
    const paragraphs = listParagraphTexts(title);
    // The title can be the value of a cell.
    return (paragraphs.length > 0 ? paragraphs : findAll(title, 'v').map(getText)).join('\n');
  });
  const labels = findAll(root, 'dLbl').map((label) => listParagraphTexts(label).join('\n'));
  return [...titles, ...labels].filter((text) => text.trim() !== '');
}

/** A series of a chart: its name, the labels of its points, and columns of values. */
interface Series {
  readonly labels: ReadonlyMap<number, string>;
  readonly columns: readonly { readonly name: string; readonly values: ReadonlyMap<number, string> }[];
}

/** Yields the data of a chart as a table, or a table per series if their points have different labels. */
function* readDataBlocks(root: XmlElement, page: number | null): Generator<Block> {
  const series = [...findAll(root, 'ser').map(toSeries), ...listExtendedSeries(root)];
  const first = series.find(({ labels }) => labels.size > 0)?.labels ?? new Map<number, string>();
  const isEqual = ({ labels }: Series) =>
    labels.size === 0 || [...labels].every(([index, label]) => !first.has(index) || first.get(index) === label);
  const tables = series.every(isEqual) ? [series] : series.map((one) => [one]);
  for (const table of tables) {
    if (table.length === 0) continue;
    const labels = new Map(table.flatMap((one) => [...one.labels]));
    const columns = table.flatMap((one) => one.columns);
    const indexes = [
      ...new Set([labels, ...columns.map(({ values }) => values)].flatMap((points) => [...points.keys()])),
    ];
    const rows = indexes
      .toSorted((a, b) => a - b)
      .map((index) => toGridRow([labels.get(index) ?? '', ...columns.map(({ values }) => values.get(index) ?? '')]));
    const names = toGridRow(['', ...columns.map(({ name }) => name)], true);
    yield* convertTable([names, ...rows], { page, header: 'stated' });
  }
}

function toSeries(series: XmlElement): Series {
  const name = [...readPoints(findElement(series, 'tx')).values()].join(' ');
  const sizes = readPoints(findElement(series, 'bubbleSize'));
  const values = readPoints(findElement(series, 'val') ?? findElement(series, 'yVal'));
  return {
    labels: readPoints(findElement(series, 'cat') ?? findElement(series, 'xVal')),
    columns: [{ name, values }, ...(sizes.size > 0 ? [{ name: `${name} (size)`, values: sizes }] : [])],
  };
}

/** Returns the series of a chart in the format of 2014, such as a waterfall or a treemap. */
function listExtendedSeries(root: XmlElement): Series[] {
  const names = new Map(
    findAll(root, 'series').map((series): [string | undefined, string] => {
      const name = findElement(series, 'tx');
      const id = findElement(series, 'dataId');
      return [id && getAttribute(id, 'val'), name ? findAll(name, 'v').map(getText).join(' ') : ''];
    }),
  );
  return getElements(findElement(root, 'chartData') ?? root)
    .filter(({ name }) => name === 'data')
    .map((data) => {
      const name = names.get(getAttribute(data, 'id')) ?? '';
      const labels = readPoints(findElement(data, 'strDim'));
      return { labels, columns: findAll(data, 'numDim').map((values) => ({ name, values: readPoints(values) })) };
    });
}

/** Returns the cached cell values of a chart by index. Values of several levels are joined, the outermost first. */
function readPoints(element: XmlElement | undefined): Map<number, string> {
  if (!element) return new Map();
  const levels = findAll(element, 'lvl').toReversed().map(readPointsOfLevel);
  const own = findElement(element, 'v');
  if (levels.length <= 1) {
    const points = levels[0] ?? readPointsOfLevel(element);
    return points.size === 0 && own ? new Map([[0, getText(own)]]) : points;
  }
  const inner = [...(levels.at(-1) ?? [])].sort(([a], [b]) => a - b);
  const outer = levels.slice(0, -1).map((level) => spreadLevel(level, inner));
  return new Map(
    inner.map(([index, text], at) => [
      index,
      [...outer.map((texts) => texts[at] ?? ''), text].filter((part) => part !== '').join(' '),
    ]),
  );
}

/** Returns the text of an outer level for each point: it covers the points until its next one. */
function spreadLevel(level: ReadonlyMap<number, string>, points: readonly (readonly [number, string])[]): string[] {
  const starts = [...level].sort(([a], [b]) => a - b);
  let next = 0;
  let text = '';
  return points.map(([index]) => {
    for (let start = starts[next]; start && start[0] <= index; start = starts[++next]) text = start[1];
    return text;
  });
}

function readPointsOfLevel(element: XmlElement): Map<number, string> {
  const points = findAll(element, 'pt').slice(0, MAX_POINTS);
  return new Map(
    points.map((point): [number, string] => [
      Number(getAttribute(point, 'idx') ?? 0),
      getText(findElement(point, 'v') ?? point).trim(),
    ]),
  );
}

/** Yields the boxes of a diagram (SmartArt) as list items. */
function* readDiagramBlocks(root: XmlElement, page: number | null): Generator<Block> {
  for (const point of findAll(root, 'pt')) {
    const text = listParagraphTexts(point).join('\n');
    if (text.trim() !== '') yield { kind: 'list_item', level: 0, text, page };
  }
}

/** Texts of the DrawingML paragraphs in an element. */
export function listParagraphTexts(element: XmlElement): string[] {
  return findAll(element, 'p').map(getParagraphText);
}

/** Text of a DrawingML paragraph. */
export function getParagraphText(paragraph: XmlElement): string {
  return getElements(paragraph)
    .map((child): string => {
      if (child.name === 't') return getText(child);
      if (child.name === 'br') return '\n';
      if (child.name === 'tab') return '\t';
      if (child.name === 'oMath' || child.name === 'oMathPara') return readParagraph(child).text;
      if (child.name === 'AlternateContent')
        return getParagraphText(findElement(child, 'Choice') ?? findElement(child, 'Fallback') ?? child);
      return /Pr$/.test(child.name) ? '' : getParagraphText(child);
    })
    .join('');
}
