import { getErrorMessage } from '../../../platform/error-message.ts';
import type { Block } from '../contract.ts';
import type { Notes } from '../kinds/kind.ts';
import { toBlocks as fromTree } from '../office/ast.ts';
import { parseOffice } from '../office/officeparser.ts';
import { composeAccents } from './accents.ts';
import { toRegions } from './columns.ts';
import { FontSizes } from './font-sizes.ts';
import { applyOutline, type Bookmark } from './outline.ts';
import type { PageText } from './page-text.ts';
import type { PdfPages } from './pages.ts';
import { toBlocks } from './paragraphs.ts';
import { removeRunningLines } from './running-lines.ts';

/** A page with its blocks in reading order. */
interface PdfPage {
  readonly number: number;
  readonly blocks: readonly Block[];
}

/** Dot leaders in tables of contents. */
const LEADERS = /\.(?:\s?\.){4,}\s*/g;
/** Minimum share of a page's letters in its tagged text for the tags to be used. */
const MIN_TAGGED_SHARE = 0.9;

/** Reads the text of a PDF file in batches of pages. */
export class PdfText {
  readonly #pages: PdfPages;
  readonly #bytes: Buffer;
  readonly #notes: Notes;
  readonly #seen = new Set<string>();
  #outline: ReadonlyMap<number, readonly Bookmark[]> | undefined;

  constructor(pages: PdfPages, bytes: Buffer, notes: Notes) {
    this.#pages = pages;
    this.#bytes = bytes;
    this.#notes = notes;
  }

  /** Reads the pages of a range, by their tags or by their layout. */
  async read(first: number, last: number): Promise<PdfPage[]> {
    this.#outline ??= await this.#pages.outline();
    const texts: PageText[] = [];
    for (let number = first; number <= last; number++) texts.push(await this.#readText(number));
    const tagged = (await this.#pages.isTagged()) ? await this.#readTagged(first, last) : new Map<number, Block[]>();
    const bodies = removeRunningLines(
      texts.map(({ main: runs, height }) => ({ runs, height })),
      this.#seen,
    );
    const sizes = new FontSizes(bodies);
    return texts.map((text, at) => {
      const number = first + at;
      const ordered = [bodies[at] ?? [], ...text.others].flatMap((runs) => toRegions(runs));
      const drawn = ordered.flatMap((lines) => [...toBlocks(lines, number, sizes)]);
      const own = tagged.get(number);
      const blocks = own && countLetters(own) >= countLetters(drawn) * MIN_TAGGED_SHARE ? own : drawn;
      return { number, blocks: applyOutline(blocks.map(cleanLeaders), this.#outline?.get(number) ?? []) };
    });
  }

  async #readText(number: number): Promise<PageText> {
    try {
      return await this.#pages.text(number);
    } catch (error) {
      const cause = getErrorMessage(error);
      this.#notes.warnings.add(`Page ${number} could not be read: ${cause}`);
      return { main: [], height: 0, others: [] };
    }
  }

  /** Reads the pages with a structure tree by their tags. */
  async #readTagged(first: number, last: number): Promise<Map<number, Block[]>> {
    const { content } = await parseOffice(this.#bytes, this.#notes, {
      fileType: 'pdf',
      pdfParserConfig: { separateProcess: false, extractTextColor: false, pageRange: `${first}-${last}` },
    });
    const pages = new Map<number, Block[]>();
    for (const node of content) {
      const page = node.type === 'page' ? node.metadata?.pageNumber : undefined;
      if (page === undefined || !(await this.#pages.hasStructure(page))) continue;
      const blocks = Array.from(fromTree([node], { page }), composeBlock);
      pages.set(page, blocks);
    }
    return pages;
  }
}

const composeBlock = (block: Block): Block =>
  block.rows
    ? { ...block, rows: block.rows.map((row) => row.map(composeAccents)) }
    : { ...block, text: composeAccents(block.text) };

const cleanLeaders = (block: Block): Block =>
  block.rows ? block : { ...block, text: block.text.replace(LEADERS, '… ') };

/** Number of letters and digits in blocks. */
export const countLetters = (blocks: readonly Block[]): number =>
  blocks.reduce((sum, { text }) => sum + (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0), 0);
