import type { Block } from '../contract.ts';
import type { Notes } from '../kinds/kind.ts';
import type { PlacedBlock } from './html-blocks.ts';

/** A page whose main part has less text is taken as a whole: the main part was not marked rightly. */
const MIN_MAIN_LENGTH = 200;
/** Blocks above the first heading are a menu where more of their text is links. */
const MENU_LINK_SHARE = 0.7;

/** The blocks of a web page. Its title is noted, and heads the page where it has no heading. */
export async function readHtml(html: string, notes: Notes): Promise<Block[]> {
  const { parseHtml } = await import('./html-blocks.ts');
  const { title, blocks } = parseHtml(html);
  notes.title ??= title ?? null;
  const chosen = mainPart(blocks).map(({ block }) => block);
  if (chosen.length === 0) return [];
  const isHeaded = chosen.some(({ kind }) => kind === 'heading');
  return title && !isHeaded ? [{ kind: 'heading', level: 1, text: title, page: null }, ...chosen] : chosen;
}

/** The blocks in `<main>`; where a page has none, all but the menus above its first heading. */
function mainPart(blocks: readonly PlacedBlock[]): readonly PlacedBlock[] {
  const main = blocks.filter(({ inMain }) => inMain);
  if (main.reduce((sum, { block }) => sum + block.text.length, 0) >= MIN_MAIN_LENGTH) return main;
  const heading = blocks.findIndex(({ block }) => block.kind === 'heading');
  return blocks.filter(({ linkShare }, at) => at >= heading || linkShare <= MENU_LINK_SHARE);
}
