import type { Block, ChunkSizes, NewChunk } from '../parsing/contract.ts';
import { cutAfter, tailFrom } from './cut.ts';
import { estimateTokens } from './tokens.ts';

/** What serves most texts: long enough to stand for itself, short enough to be about one thing. */
export const CHUNK_SIZES: ChunkSizes = { maxTokens: 350, overlapTokens: 40, countTokens: estimateTokens };

/** Headings of more than this share of a chunk are text. */
const LONGEST_HEADING = 1 / 4;
/** Characters of the name of a column, which stands at every value of it. */
const LONGEST_NAME = 100;
/** Tokens between two blocks. */
const GAP = 1;

/**
 * Chunks of a document, made as its blocks come: each under one heading, which it begins with, of as many neighbouring
 * blocks as fit. Longer blocks are cut between sentences, tables between rows, whose cells carry the names of their columns.
 */
export async function* chunkBlocks(blocks: AsyncIterable<Block>, sizes: ChunkSizes): AsyncGenerator<NewChunk, void> {
  const packer = new Packer(sizes);
  for await (const block of blocks) yield* packer.add(block);
  yield* packer.flush();
}

/** What the next chunk consists of so far. */
interface Begun {
  readonly parts: string[];
  tokens: number;
  /** That of its first block. */
  page: number | null;
  /** Whether nothing but headings and repeated text stands in it. */
  isOpening: boolean;
  /** Its last block, where the next chunk may begin with the end of that. */
  lastProse: string | undefined;
}

class Packer {
  readonly #sizes: ChunkSizes;
  readonly #path: { readonly level: number; readonly title: string }[] = [];
  #position = 0;
  #begun = empty();

  constructor(sizes: ChunkSizes) {
    this.#sizes = sizes;
  }

  *add(block: Block): Generator<NewChunk> {
    if (block.kind === 'heading') yield* this.#addHeading(block);
    else if (block.rows) yield* this.#addTable(block.rows, block.header ?? false, block.page);
    else yield* this.#addText(block.text, block.page, block.kind === 'paragraph' || block.kind === 'quote');
  }

  /** The chunk that is begun, where there is anything in it. */
  *flush(): Generator<NewChunk> {
    const { parts, page } = this.#begun;
    this.#begun = empty();
    const text = parts.join('\n');
    if (text === '') return;
    const headingPath = this.#path.map(({ title }) => title);
    yield { position: this.#position++, text, page, headingPath, tokenCount: this.#sizes.countTokens(text) };
  }

  *#addHeading({ text, level = 1, page }: Block): Generator<NewChunk> {
    if (!this.#begun.isOpening) yield* this.flush();
    const title = text.replace(/\s+/g, ' ');
    const tokens = this.#sizes.countTokens(title);
    if (tokens > this.#sizes.maxTokens * LONGEST_HEADING) return yield* this.#addText(title, page, true);
    if (this.#begun.tokens + tokens > this.#sizes.maxTokens / 2) yield* this.flush();
    while ((this.#path.at(-1)?.level ?? 0) >= level) this.#path.pop();
    this.#path.push({ level, title });
    this.#append(title, tokens, page);
  }

  *#addTable(rows: readonly (readonly string[])[], header: boolean, page: number | null): Generator<NewChunk> {
    const [names, ...others] = rows;
    if (!header || others.length === 0) for (const row of rows) yield* this.#addText(rowLine(row), page, false);
    else for (const row of others) yield* this.#addText(rowLine(row, names), page, false);
  }

  *#addText(text: string, page: number | null, isProse: boolean): Generator<NewChunk> {
    if (text === '') return;
    const { maxTokens, countTokens } = this.#sizes;
    // A quick look: what is this long does not fit, and counting all of it takes time.
    const tokens = text.length > maxTokens * 16 ? Number.POSITIVE_INFINITY : countTokens(text);
    if (this.#begun.tokens + GAP + tokens > maxTokens && !this.#begun.isOpening) {
      const tail = isProse ? this.#tail() : undefined;
      yield* this.flush();
      if (tail && tail.tokens + GAP + tokens <= maxTokens) this.#append(tail.text, tail.tokens, page);
    }
    if (this.#begun.tokens + GAP + tokens > maxTokens) return yield* this.#addLong(text, page, isProse);
    this.#append(text, tokens, page);
    this.#begun.isOpening = false;
    this.#begun.lastProse = isProse ? text : undefined;
  }

  /** A text that has to be cut; of prose every piece begins with the end of the one before. */
  *#addLong(text: string, page: number | null, isProse: boolean): Generator<NewChunk> {
    const { maxTokens, countTokens, overlapTokens } = this.#sizes;
    for (let from = 0; from < text.length; ) {
      const end = cutAfter(text, from, { maxTokens: maxTokens - this.#begun.tokens - GAP, countTokens });
      const cut = text.slice(from, end);
      const piece = cut.trim();
      if (piece !== '') {
        this.#append(piece, countTokens(piece), page);
        this.#begun.isOpening = false;
        this.#begun.lastProse = isProse ? piece : undefined;
      }
      if (end < text.length) yield* this.flush();
      const repeated =
        isProse && end < text.length ? cut.length - tailFrom(cut, { maxTokens: overlapTokens, countTokens }) : 0;
      // The next piece gets on by more than it repeats.
      from = repeated * 2 < cut.length ? end - repeated : end;
    }
  }

  #append(text: string, tokens: number, page: number | null): void {
    if (this.#begun.parts.length === 0) this.#begun.page = page;
    this.#begun.parts.push(text);
    this.#begun.tokens += tokens + GAP;
  }

  /** What the next chunk repeats of this one. */
  #tail(): { readonly text: string; readonly tokens: number } | undefined {
    const { overlapTokens: maxTokens, countTokens } = this.#sizes;
    const last = this.#begun.lastProse;
    if (last === undefined) return undefined;
    const text = last.slice(tailFrom(last, { maxTokens, countTokens }));
    return text === '' ? undefined : { text, tokens: countTokens(text) };
  }
}

const empty = (): Begun => ({ parts: [], tokens: 0, page: null, isOpening: true, lastProse: undefined });

/** A row that can be understood without the others. */
function rowLine(cells: readonly string[], names: readonly string[] = []): string {
  const told = cells.map((cell, at) => {
    const text = cell.replace(/\s+/g, ' ').trim();
    const name = names[at]?.slice(0, LONGEST_NAME).replace(/\s+/g, ' ').trim();
    return text !== '' && name ? `${name}: ${text}` : text;
  });
  return told.filter((text) => text !== '').join(names.length > 0 ? '; ' : ' | ');
}
