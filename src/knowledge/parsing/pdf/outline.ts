import type { PDFDocumentProxy } from 'pdfjs-dist';
import type { Block } from '../contract.ts';

/** A bookmark with its page. */
export interface Bookmark {
  readonly title: string;
  /** From 1. */
  readonly level: number;
  readonly page: number;
}

type OutlineItem = NonNullable<Awaited<ReturnType<PDFDocumentProxy['getOutline']>>>[number];

const MAX_BOOKMARKS = 5000;
const MAX_LEVEL = 9;
/** Maximum number of blocks that a title is divided into. */
const MAX_PARTS = 3;

/** Reads the bookmarks of a document by page. */
export async function readOutline(document: PDFDocumentProxy): Promise<ReadonlyMap<number, readonly Bookmark[]>> {
  const bookmarks: Bookmark[] = [];
  const visit = async (items: readonly OutlineItem[], level: number): Promise<void> => {
    for (const { title, dest, items: children } of items) {
      if (bookmarks.length >= MAX_BOOKMARKS) return;
      const page = await findPage(document, dest);
      if (page !== undefined && title.trim() !== '') bookmarks.push({ title: title.trim(), level, page });
      if (level < MAX_LEVEL) await visit(children ?? [], level + 1);
    }
  };
  try {
    await visit((await document.getOutline()) ?? [], 1);
  } catch {
    // A damaged outline is no reason to lose the text.
  }
  return Map.groupBy(bookmarks, ({ page }) => page);
}

async function findPage(document: PDFDocumentProxy, dest: string | unknown[] | null): Promise<number | undefined> {
  try {
    const explicit = typeof dest === 'string' ? await document.getDestination(dest) : dest;
    const [target] = explicit ?? [];
    if (typeof target === 'number') return target + 1;
    return target
      ? (await document.getPageIndex(target as Parameters<PDFDocumentProxy['getPageIndex']>[0])) + 1
      : undefined;
  } catch {
    return undefined;
  }
}

/** Letters and digits of a title, without the number before it. */
const keyOf = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/^[\W\d]*(?=\p{L})/u, '')
    .replace(/[^\p{L}\p{N}]+/gu, '');

/** Turns blocks that bookmarks name into headings. */
export function applyOutline(blocks: readonly Block[], bookmarks: readonly Bookmark[]): Block[] {
  let result = [...blocks];
  for (const { title, level } of bookmarks) {
    const key = keyOf(title);
    if (key === '') continue;
    result = markHeading(result, key, level) ?? result;
  }
  return result;
}

function markHeading(blocks: readonly Block[], key: string, level: number): Block[] | undefined {
  for (const [at, block] of blocks.entries()) {
    if (block.rows) continue;
    let text = '';
    for (let count = 1; count <= MAX_PARTS && at + count <= blocks.length; count++) {
      const part = blocks[at + count - 1];
      if (!part || part.rows) break;
      text += ` ${part.text}`;
      const found = keyOf(text);
      if (found === key) {
        const heading: Block = { kind: 'heading', level, text: text.trim(), page: block.page };
        return [...blocks.slice(0, at), heading, ...blocks.slice(at + count)];
      }
      if (!key.startsWith(found)) break;
    }
  }
  return undefined;
}
