import type { Block } from '../contract.ts';
import { GridBuilder, type GridRow } from '../grid.ts';
import { toTableBlocks } from '../tables.ts';
import { findRecord, findRecords, type PptRecord, RECORD, readNumber, readRecords } from './records.ts';
import { readTexts, type SlideText, TITLE_TYPES, toParagraphs } from './text.ts';

/** Maximum depth of groups. */
const MAX_DEPTH = 20;
/** Placeholders of dates, slide numbers, footers and headers. */
const RUNNING_PLACEHOLDERS: readonly number[] = [7, 8, 9, 10];
/** Property of a group that is a table. */
const TABLE_PROPERTY = 0x039f;
const PROPERTY_LENGTH = 6;
const PROPERTY_ID_MASK = 0x3fff;
/** Edges of cells that differ less than this are the same, in units of 1/576 inch. */
const EDGE_TOLERANCE = 8;

/** Lists the texts of the shapes of a slide or of notes, and its tables. `outline` has the texts of its placeholders. */
export function listShapeTexts(slide: PptRecord, outline: readonly SlideText[] = []): (SlideText | Cell[])[] {
  const found: (SlideText | Cell[])[] = [];
  const shown = new Set<SlideText>();
  for (const group of findRecords(slide.data, [RECORD.drawing, RECORD.drawingContainer, RECORD.group]))
    for (const text of readGroup(group, outline)) {
      found.push(text);
      if (!Array.isArray(text)) shown.add(text);
    }
  // Texts of placeholders that no shape shows.
  return [...found, ...outline.filter((text) => !shown.has(text))];
}

/** Yields the blocks of texts, titles first. */
export async function* toSlideBlocks(texts: readonly (SlideText | Cell[])[], page: number): AsyncGenerator<Block> {
  const isTitle = (text: SlideText | Cell[]) => !Array.isArray(text) && TITLE_TYPES.includes(text.type);
  for (const text of [...texts.filter(isTitle), ...texts.filter((other) => !isTitle(other))]) {
    if (Array.isArray(text)) {
      yield* toTableBlocks(toRows(text), { page, header: 'unknown' });
      continue;
    }
    const paragraphs = toParagraphs(text.text);
    if (!isTitle(text)) for (const paragraph of paragraphs) yield { kind: 'paragraph', text: paragraph, page };
    else if (paragraphs.length > 0) yield { kind: 'heading', level: 1, text: paragraphs.join('\n'), page };
  }
}

function* readGroup(group: PptRecord, outline: readonly SlideText[], depth = 0): Generator<SlideText | Cell[]> {
  if (depth > MAX_DEPTH) return;
  if (isTable(group)) {
    // The first shape is the group itself.
    const shapes = [...findRecords(group.data, [RECORD.shape])].slice(1);
    yield shapes.flatMap((shape) => toCell(shape, readShape(shape, outline)) ?? []);
    return;
  }
  for (const record of readRecords(group.data)) {
    if (record.type === RECORD.group) yield* readGroup(record, outline, depth + 1);
    else if (record.type === RECORD.shape) yield* readShape(record, outline);
  }
}

/** Returns the texts of a shape: its own, or those of a placeholder in the outline. */
function readShape(shape: PptRecord, outline: readonly SlideText[]): SlideText[] {
  const placeholder = findRecord(findRecord(shape, RECORD.shapeData), RECORD.placeholder);
  if (RUNNING_PLACEHOLDERS.includes(placeholder?.data[4] ?? 0)) return [];
  const box = findRecord(shape, RECORD.shapeText);
  if (!box) return [];
  const index = readNumber(findRecord(box, RECORD.outlineTextRef), 0);
  const referenced = index === undefined ? undefined : outline[index];
  return referenced ? [referenced] : readTexts(readRecords(box.data));
}

/** Whether the first shape of a group, which stands for the group, says that it is a table. */
function isTable(group: PptRecord): boolean {
  const options = findRecord(findRecord(group, RECORD.shape), RECORD.groupOptions);
  for (let at = 0; options && at < options.instance && (at + 1) * PROPERTY_LENGTH <= options.data.length; at++) {
    const id = options.data.readUInt16LE(at * PROPERTY_LENGTH) & PROPERTY_ID_MASK;
    if (id === TABLE_PROPERTY) return (options.data.readUInt32LE(at * PROPERTY_LENGTH + 2) & 1) === 1;
  }
  return false;
}

/** A cell of a table, with its edges. */
interface Cell {
  readonly text: string;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Returns the cell of a shape in a table, undefined for the lines between cells. */
function toCell(shape: PptRecord, texts: readonly SlideText[]): Cell | undefined {
  const anchor = findRecord(shape, RECORD.childAnchor)?.data;
  if (!anchor || anchor.length < 16) return undefined;
  const [left = 0, top = 0, right = 0, bottom = 0] = [0, 4, 8, 12].map((offset) => anchor.readInt32LE(offset));
  if (right - left <= EDGE_TOLERANCE || bottom - top <= EDGE_TOLERANCE) return undefined;
  return { text: texts.flatMap(({ text }) => toParagraphs(text)).join('\n'), left, top, right, bottom };
}

/** Yields the rows of a table. The edges of a cell determine its position and span. */
async function* toRows(cells: readonly Cell[]): AsyncGenerator<GridRow> {
  const [lefts, tops] = [toEdges(cells.map(({ left }) => left)), toEdges(cells.map(({ top }) => top))];
  const rows: (readonly [number, Cell])[][] = tops.map(() => []);
  for (const cell of cells) rows[findEdge(tops, cell.top)]?.push([findEdge(lefts, cell.left), cell]);
  const grid = new GridBuilder();
  for (const [at, row] of rows.entries()) {
    grid.startRow(at);
    for (const [column, { text, right, bottom }] of row.sort(([one], [other]) => one - other)) {
      const columns = findEdge(lefts, right - EDGE_TOLERANCE) - column + 1;
      const cell = { text, columns, rows: findEdge(tops, bottom - EDGE_TOLERANCE) - at + 1 };
      // A cell on another one moves to the right.
      if (!grid.addCell(cell, column)) grid.addCell(cell);
    }
    const built = grid.endRow();
    if (built) yield built;
  }
}

/** Returns the distinct edges in order. */
function toEdges(positions: readonly number[]): number[] {
  const edges: number[] = [];
  for (const position of positions.toSorted((one, other) => one - other))
    if (edges.length === 0 || position - (edges.at(-1) ?? 0) >= EDGE_TOLERANCE) edges.push(position);
  return edges;
}

/** Returns the index of the last edge that is not after a position. */
function findEdge(edges: readonly number[], position: number): number {
  let [low, high] = [0, edges.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((edges[middle] ?? 0) <= position) low = middle;
    else high = middle - 1;
  }
  return low;
}
