import type { Block } from '../contract.ts';

/** A line that stands at the same edge of so many pages, and of this share of them, is no part of their text. */
const MIN_PAGES = 3;
const MIN_SHARE = 0.1;
/** Blocks without which a page's edges are its text. */
const MIN_BLOCKS = 3;
const MAX_LINE_LENGTH = 100;

/** Pages without page numbers and without the heads and feet that run through them, but for the first of each. */
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

/** Whether a line was there before. A page number always was. */
function isRepeated(line: string, seen: Set<string>): boolean {
  if (!/\p{L}/u.test(line.slice(1)) || seen.has(line)) return true;
  seen.add(line);
  return false;
}

/** The first and the last line of a page, alike whatever numbers are in them. */
function getEdges(page: readonly Block[]): { readonly block: Block; readonly line: string }[] {
  const [first, last] = [page[0], page.at(-1)];
  if (!first || !last || page.length < MIN_BLOCKS) return [];
  const edges = [
    { block: first, line: `^${first.text.replace(/\d+/g, '#')}` },
    { block: last, line: `$${last.text.replace(/\d+/g, '#')}` },
  ];
  return edges.filter(({ block, line }) => block.kind !== 'table' && line.length <= MAX_LINE_LENGTH);
}
