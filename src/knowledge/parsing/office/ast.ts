import type { OfficeContentNode } from 'officeparser';
import type { Block } from '../contract.ts';
import { type GridRow, gridRow } from '../grid.ts';
import { blocksOfTable } from '../tables.ts';

/** Levels of nodes within nodes that are walked. */
const DEEPEST = 100;

/** Where in a document the walk is. */
export interface Place {
  page: number | null;
}

/** Blocks of a tree that officeparser made, in its order. */
export function* blocksOf(nodes: readonly OfficeContentNode[], place: Place, depth = 0): Generator<Block> {
  if (depth > DEEPEST) return;
  for (const node of nodes) {
    yield* blockOf(node, place, depth);
    for (const note of notesOf(node)) yield { kind: 'paragraph', text: note.text || textsIn(note), page: place.page };
    if (place.page !== null) place.page += breaksIn(node);
  }
}

/** Nodes that are walked themselves, and their notes with them. */
const WALKED = ['slide', 'page', 'sheet'];

/** Footnotes, endnotes and what a speaker says: they come after what they are about. */
function notesOf(node: OfficeContentNode, depth = 0): OfficeContentNode[] {
  if (depth > DEEPEST) return [];
  const within = WALKED.includes(node.type) ? [] : (node.children ?? []);
  return [...(node.notes ?? []), ...within.flatMap((child) => notesOf(child, depth + 1))];
}

function* blockOf(node: OfficeContentNode, place: Place, depth: number): Generator<Block> {
  const { page } = place;
  const text = node.text ?? '';
  switch (node.type) {
    case 'heading':
      return yield { kind: 'heading', level: node.metadata?.level ?? 1, text, page };
    case 'list':
      return yield { kind: 'list_item', level: node.metadata?.indentation ?? 0, text, page };
    case 'code':
      return yield { kind: 'code', text, page };
    case 'table':
      return yield* blocksOfTable(rowsOf(node), { page, header: 'unknown' });
    case 'admonition':
      return yield { kind: 'quote', text: text || textsIn(node), page };
    case 'slide':
      place.page = node.metadata?.slideNumber ?? page;
      return yield* blocksOf(node.children ?? [], place, depth + 1);
    case 'page':
      place.page = node.metadata?.pageNumber ?? page;
      return yield* blocksOf(node.children ?? [], place, depth + 1);
    case 'paragraph':
    case 'text':
    case 'chart':
    case 'definitionTerm':
    case 'definitionDescription':
      return yield { kind: 'paragraph', text: text || textsIn(node), page };
    case 'header':
    case 'footer':
    case 'comment':
    case 'image':
    case 'slideMaster':
    case 'break':
      return;
    default:
      return yield* blocksOf(node.children ?? [], place, depth + 1);
  }
}

function rowsOf(table: OfficeContentNode): GridRow[] {
  const rows = (table.children ?? []).filter(({ type }) => type === 'row');
  return rows.map((row) => gridRow((row.children ?? []).map((cell) => cell.text || textsIn(cell))));
}

function textsIn(node: OfficeContentNode, depth = 0): string {
  if (depth > DEEPEST) return '';
  const texts = (node.children ?? []).map((child) => child.text || textsIn(child, depth + 1));
  return texts.filter(Boolean).join('\n');
}

/** Pages that end in a node, as the program that wrote the document last laid it out. */
function breaksIn(node: OfficeContentNode): number {
  return (node.children ?? []).filter(isPageBreak).length;
}

function isPageBreak(node: OfficeContentNode): boolean {
  return node.type === 'break' && node.metadata?.breakType === 'lastRenderedPage';
}

/** Whether a document says where its pages end. */
export const tellsPages = (nodes: readonly OfficeContentNode[]): boolean =>
  nodes.some((node) => (node.children ?? []).some(isPageBreak));
