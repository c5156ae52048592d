import type { Block } from '../contract.ts';
import type { Notes } from '../kinds/kind.ts';
import type { PlacedBlock } from './html-blocks.ts';

/** Minimum length of the main part; shorter ones are marked wrongly. */
const MIN_MAIN_LENGTH = 200;
/** Blocks above the first heading with this share of links are menus. */
const MENU_LINK_SHARE = 0.7;

/** Reads the blocks of a web page. The title becomes the heading if there is none. */
export async function readHtml(html: string, notes: Notes): Promise<Block[]> {
  const { parseHtml } = await import('./html-blocks.ts');
  const { title, blocks } = parseHtml(html);
  notes.title ??= title ?? null;
  const chosen = mainPart(blocks).map(({ block }) => block);
  if (chosen.length === 0) return [];
  const isHeaded = chosen.some(({ kind }) => kind === 'heading');
  return title && !isHeaded ? [{ kind: 'heading', level: 1, text: title, page: null }, ...chosen] : chosen;
}

/** Returns the blocks in `<main>`, else all blocks except menus above the first heading. */
function mainPart(blocks: readonly PlacedBlock[]): readonly PlacedBlock[] {
  const main = blocks.filter(({ inMain }) => inMain);
  if (main.reduce((sum, { block }) => sum + block.text.length, 0) >= MIN_MAIN_LENGTH) return main;
  const heading = blocks.findIndex(({ block }) => block.kind === 'heading');
  return blocks.filter(({ linkShare }, at) => at >= heading || linkShare <= MENU_LINK_SHARE);
}
