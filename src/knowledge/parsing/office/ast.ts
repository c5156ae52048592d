import type { OfficeContentNode } from 'officeparser';
import type { Block } from '../contract.ts';
import { GridBuilder, type GridRow } from '../grid.ts';
import { convertTable } from '../tables.ts';

/** Maximum depth of the walk. */
const MAX_DEPTH = 100;

/** Position of the walk. */
interface WalkPosition {
  page: number | null;
}

/** Converts a tree of officeparser to blocks. */
export function* toBlocks(nodes: readonly OfficeContentNode[], position: WalkPosition, depth = 0): Generator<Block> {
  if (depth > MAX_DEPTH) return;
  for (const node of nodes) {
    yield* toBlock(node, position, depth);
    for (const note of collectNotes(node))
      yield { kind: 'paragraph', text: note.text || joinTexts(note), page: position.page };
    if (position.page !== null) position.page += countPageBreaks(node);
  }
}

/** Nodes that are walked separately, with their notes. */
const WALKED = ['slide', 'page', 'sheet'];

/** Collects footnotes, endnotes and speaker notes, which follow their text. */
function collectNotes(node: OfficeContentNode, depth = 0): OfficeContentNode[] {
  if (depth > MAX_DEPTH) return [];
  const within = WALKED.includes(node.type) ? [] : (node.children ?? []);
  return [...(node.notes ?? []), ...within.flatMap((child) => collectNotes(child, depth + 1))];
}

function* toBlock(node: OfficeContentNode, position: WalkPosition, depth: number): Generator<Block> {
  const { page } = position;
  const text = node.text ?? '';
  switch (node.type) {
    case 'heading':
      return yield { kind: 'heading', level: node.metadata?.level ?? 1, text, page };
    case 'list':
      return yield { kind: 'list_item', level: node.metadata?.indentation ?? 0, text, page };
    case 'code':
      return yield { kind: 'code', text, page };
    case 'table':
      return yield* convertTable(toGridRows(node), { page, header: 'unknown' });
    case 'admonition':
      return yield { kind: 'quote', text: text || joinTexts(node), page };
    case 'slide':
      position.page = node.metadata?.slideNumber ?? page;
      return yield* toBlocks(node.children ?? [], position, depth + 1);
    case 'page':
      position.page = node.metadata?.pageNumber ?? page;
      return yield* toBlocks(node.children ?? [], position, depth + 1);
    case 'paragraph':
    case 'text':
    case 'chart':
    case 'definitionTerm':
    case 'definitionDescription':
      return yield { kind: 'paragraph', text: text || joinTexts(node), page };
    case 'header':
    case 'footer':
    case 'comment':
    case 'image':
    case 'slideMaster':
    case 'break':
      return;
    default:
      return yield* toBlocks(node.children ?? [], position, depth + 1);
  }
}

/** Places the cells of a table in the columns that they state, with merged cells in all their places. */
function toGridRows(table: OfficeContentNode): GridRow[] {
  const grid = new GridBuilder();
  const rows = (table.children ?? []).filter(({ type }) => type === 'row');
  const built = rows.map(({ children: cells = [] }) => {
    grid.startRow();
    for (const cell of cells) {
      const { col, colSpan, rowSpan } = (cell.type === 'cell' && cell.metadata) || {};
      grid.addCell({ text: cell.text || joinTexts(cell), columns: colSpan, rows: rowSpan }, col);
    }
    return grid.endRow();
  });
  return built.filter((row) => row !== undefined);
}

function joinTexts(node: OfficeContentNode, depth = 0): string {
  if (depth > MAX_DEPTH) return '';
  const texts = (node.children ?? []).map((child) => child.text || joinTexts(child, depth + 1));
  return texts.filter(Boolean).join('\n');
}

/** Counts the page breaks in a node. */
function countPageBreaks(node: OfficeContentNode): number {
  return (node.children ?? []).filter(isPageBreak).length;
}

function isPageBreak(node: OfficeContentNode): boolean {
  return node.type === 'break' && node.metadata?.breakType === 'lastRenderedPage';
}
