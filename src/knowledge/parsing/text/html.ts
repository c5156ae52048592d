import type { Block } from '../contract.ts';
import type { Notes } from '../kinds/kind.ts';
import type { PlacedBlock } from './html-blocks.ts';

/** Minimum length of the main part; shorter ones are marked wrongly. */
const MIN_MAIN_LENGTH = 200;
/** Share of the page's text that its main part must have, and loss in characters that is accepted anyway. */
const MIN_MAIN_SHARE = 0.4;
const MIN_LOSS_LENGTH = 1500;
/** Blocks above the first heading with this share of links are menus. */
const MENU_LINK_SHARE = 0.7;

/** Reads the blocks of a web page. The title becomes the heading if there is none. */
export async function readHtml(html: string, notes: Notes): Promise<Block[]> {
  const { parseHtml } = await import('./html-blocks.ts');
  const { title, metas, blocks, skippedLength, hasDrawingText, hasEmbeddedPage } = parseHtml(html);
  notes.title ??= title ?? null;
  notes.properties ??= title === undefined ? metas : [['title', title], ...metas];
  if (hasDrawingText) notes.warnings.add('The text of drawings (SVG) was not read.');
  if (hasEmbeddedPage) notes.warnings.add('A page within the page (iframe) was not read.');
  const chosen = choosePart(blocks, notes).map(({ block }) => block);
  if (skippedLength > Math.max(MIN_LOSS_LENGTH, lengthOf(blocks)))
    notes.warnings.add('Most of the text of the page is in controls or embedded objects, which were not read.');
  if (chosen.length === 0) return [];
  const isHeaded = chosen.some(({ kind }) => kind === 'heading');
  return title && !isHeaded ? [{ kind: 'heading', level: 1, text: title, page: null }, ...chosen] : chosen;
}

/** Returns the main part of a page, or the whole page with a warning if that part has too little of its text. */
function choosePart(blocks: readonly PlacedBlock[], { warnings }: Notes): readonly PlacedBlock[] {
  const total = lengthOf(blocks);
  const isComplete = (part: readonly PlacedBlock[]) =>
    lengthOf(part) >= total * MIN_MAIN_SHARE || total - lengthOf(part) < MIN_LOSS_LENGTH;
  const main = blocks.filter(({ inMain, isSurrounding }) => inMain && !isSurrounding);
  const hasMain = lengthOf(main) >= MIN_MAIN_LENGTH;
  if (hasMain && isComplete(main)) return main;
  const withoutMenus = removeMenus(blocks.filter(({ isSurrounding }) => !isSurrounding));
  const part = isComplete(withoutMenus) ? withoutMenus : blocks;
  if (hasMain || part === blocks)
    warnings.add('The main part of the page contains little of its text; the whole page was read.');
  return part;
}

/** Number of characters outside of links. */
const lengthOf = (blocks: readonly PlacedBlock[]): number =>
  blocks.reduce((sum, { block, linkShare }) => sum + block.text.length * (1 - Math.min(1, linkShare)), 0);

/** Removes the blocks above the first heading that consist of links. */
function removeMenus(blocks: readonly PlacedBlock[]): readonly PlacedBlock[] {
  const heading = blocks.findIndex(({ block }) => block.kind === 'heading');
  return blocks.filter(({ linkShare }, at) => at >= heading || linkShare <= MENU_LINK_SHARE);
}
