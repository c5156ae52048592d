import type { Block } from '../contract.ts';
import type { Notes, Reading } from '../kinds/kind.ts';
import { toPicture } from '../pictures.ts';
import type { PlacedBlock } from './html-blocks.ts';

/** Minimum length of the main part; shorter ones are marked wrongly. */
const MIN_MAIN_LENGTH = 200;
/** Share of the page's text that its main part must have, and loss in characters that is accepted anyway. */
const MIN_MAIN_SHARE = 0.4;
const MIN_LOSS_LENGTH = 1500;
/** Share of links in the blocks of a menu. */
const MENU_LINK_SHARE = 0.7;
/** Number of neighbouring list items that make a list of links a menu. */
const MIN_LINK_LIST = 5;

/** Blocks of a web page and sources of its images. */
interface HtmlContent {
  readonly blocks: readonly Block[];
  readonly images: readonly string[];
}

/** Reads a web page. The title becomes the heading if there is none. */
export async function readHtml(html: string, notes: Notes): Promise<HtmlContent> {
  const { parseHtml } = await import('./html-blocks.ts');
  const { title, metas, blocks, images, skippedLength, hasDrawingText, hasEmbeddedPage } = parseHtml(html);
  notes.title ??= title ?? null;
  notes.properties ??= title === undefined ? metas : [['title', title], ...metas];
  if (hasDrawingText) notes.warnings.add('The text of drawings (SVG) was not read.');
  if (hasEmbeddedPage) notes.warnings.add('A page within the page (iframe) was not read.');
  const chosen = choosePart(blocks, notes).map(({ block }) => block);
  if (skippedLength > Math.max(MIN_LOSS_LENGTH, lengthOf(blocks)))
    notes.warnings.add('Most of the text of the page is in controls or embedded objects, which were not read.');
  if (chosen.length === 0) return { blocks: [], images };
  const isHeaded = chosen.some(({ kind }) => kind === 'heading');
  const heading: Block[] = title && !isHeaded ? [{ kind: 'heading', level: 1, text: title, page: null }] : [];
  return { blocks: [...heading, ...chosen], images };
}

/** Yields the texts of images that are within the page. */
export async function* readEmbeddedImages(images: readonly string[], reading: Reading): AsyncGenerator<Block> {
  for (const source of images) {
    const [, mediaType, data] = /^data:(image\/[\w.+-]+);base64,([\w+/=\s]+)$/i.exec(source) ?? [];
    if (mediaType && data) yield* reading.pictures.read(reading, toPicture(Buffer.from(data, 'base64'), mediaType));
  }
}

/** Returns the main part of a page, or the whole page with a warning if that part has too little of its text. */
function choosePart(blocks: readonly PlacedBlock[], notes: Notes): readonly PlacedBlock[] {
  const part = findPart(blocks, notes);
  const hidden = blocks.filter(({ isHidden, isSurrounding }) => isHidden && !isSurrounding);
  if (part !== blocks && lengthOf(hidden) >= MIN_LOSS_LENGTH)
    notes.warnings.add('Text that the page does not show at first was not read.');
  return part;
}

function findPart(blocks: readonly PlacedBlock[], { warnings }: Notes): readonly PlacedBlock[] {
  const total = lengthOf(blocks);
  const isComplete = (part: readonly PlacedBlock[]) =>
    lengthOf(part) >= total * MIN_MAIN_SHARE || total - lengthOf(part) < MIN_LOSS_LENGTH;
  const shown = blocks.filter(({ isSurrounding, isHidden }) => !isSurrounding && !isHidden);
  const main = shown.filter(({ inMain }) => inMain);
  const hasMain = lengthOf(main) >= MIN_MAIN_LENGTH;
  if (hasMain && isComplete(main)) return main;
  const withoutMenus = removeMenus(shown);
  const part = isComplete(withoutMenus) ? withoutMenus : blocks;
  if (hasMain || part === blocks)
    warnings.add('The main part of the page contains little of its text; the whole page was read.');
  return part;
}

const textLengthOf = (blocks: readonly PlacedBlock[]): number =>
  blocks.reduce((sum, { block }) => sum + block.text.length, 0);

/** Number of characters outside of links. */
const lengthOf = (blocks: readonly PlacedBlock[]): number =>
  blocks.reduce((sum, { block, linkShare }) => sum + block.text.length * (1 - Math.min(1, linkShare)), 0);

/** Removes the links above the first heading, and long lists of links, unless most of the text is in these lists. */
function removeMenus(blocks: readonly PlacedBlock[]): readonly PlacedBlock[] {
  const heading = blocks.findIndex(({ block }) => block.kind === 'heading');
  const below = blocks.filter((placed, at) => at >= heading || !isLink(placed));
  const lists = groupLists(below).filter(({ length }) => length >= MIN_LINK_LIST);
  const links = new Set(lists.flat());
  const others = below.filter((placed) => !links.has(placed));
  return lengthOf(others) > textLengthOf([...links]) ? others : below;
}

const isLink = ({ linkShare }: PlacedBlock): boolean => linkShare > MENU_LINK_SHARE;

/** Returns the neighbouring list items that consist of links. */
function groupLists(blocks: readonly PlacedBlock[]): PlacedBlock[][] {
  const lists: PlacedBlock[][] = [[]];
  for (const placed of blocks) {
    if (placed.block.kind === 'list_item' && isLink(placed)) lists.at(-1)?.push(placed);
    else if (lists.at(-1)?.length) lists.push([]);
  }
  return lists;
}
