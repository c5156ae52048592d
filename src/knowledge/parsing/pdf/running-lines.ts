import type { Block } from '../contract.ts';

/** Lines at the same edge of this many pages, and of this share of them, are headers or footers. */
const MIN_PAGES = 3;
const MIN_SHARE = 0.1;
/** Minimum number of blocks of a page with headers or footers. */
const MIN_BLOCKS = 3;
const MAX_LINE_LENGTH = 100;

/** Removes page numbers, and headers and footers except their first occurrence. */
export function removeRunningLines(pages: readonly (readonly Block[])[], seen: Set<string>): Block[][] {
  const counts = new Map<string, number>();
  for (const line of pages.flatMap((page) => getEdges(page).map(({ line }) => line)))
    counts.set(line, (counts.get(line) ?? 0) + 1);
  const minCount = Math.max(MIN_PAGES, pages.length * MIN_SHARE);
  return pages.map((page) => {
    const dropped = getEdges(page).filter(({ line }) => (counts.get(line) ?? 0) >= minCount && isRepeated(line, seen));
    return page.filter((block) => !dropped.some((edge) => edge.block === block));
  });
}

/** Whether a line repeats. Page numbers always do. */
function isRepeated(line: string, seen: Set<string>): boolean {
  if (!/\p{L}/u.test(line.slice(1)) || seen.has(line)) return true;
  seen.add(line);
  return false;
}

/** Returns the first and last line of a page with numbers masked. */
function getEdges(page: readonly Block[]): { readonly block: Block; readonly line: string }[] {
  const [first, last] = [page[0], page.at(-1)];
  if (!first || !last || page.length < MIN_BLOCKS) return [];
  const edges = [
    { block: first, line: `^${first.text.replace(/\d+/g, '#')}` },
    { block: last, line: `$${last.text.replace(/\d+/g, '#')}` },
  ];
  return edges.filter(({ block, line }) => block.kind !== 'table' && line.length <= MAX_LINE_LENGTH);
}
