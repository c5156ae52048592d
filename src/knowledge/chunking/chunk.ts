import type { Block, ChunkSizes, NewChunk, PageStart } from '../parsing/contract.ts';
import { cutAfter, getTail } from './cut.ts';
import { estimateTokens } from './tokens.ts';

/** Defaults for most texts: long enough to be understood alone, short enough to have one topic. */
export const CHUNK_SIZES: ChunkSizes = { maxTokens: 350, overlapTokens: 40, countTokens: estimateTokens };

/** Headings above this share of a chunk are treated as text. */
const MAX_HEADING_SHARE = 1 / 4;
/** Maximum length of a column name, which each of its values repeats. */
const MAX_COLUMN_NAME_LENGTH = 100;
/** Share of a chunk that a line of a row fills, and that its repeated first cell may have. */
const MAX_ROW_SHARE = 0.8;
const MAX_LABEL_SHARE = 0.1;
/** Separator between two blocks, and its tokens. */
const BLOCK_SEPARATOR = '\n';
const GAP_TOKENS = 1;

/**
 * Splits a document into chunks while its blocks arrive. Each chunk starts with its heading and contains as many
 * neighbouring blocks as fit. Long blocks are split between sentences, tables between rows; each row repeats the column
 * names.
 */
export async function* chunkBlocks(blocks: AsyncIterable<Block>, sizes: ChunkSizes): AsyncGenerator<NewChunk, void> {
  const builder = new ChunkBuilder(sizes);
  for await (const block of blocks) yield* builder.add(block);
  yield* builder.flush();
}

/** Content of the next chunk so far. */
interface PendingChunk {
  readonly parts: string[];
  tokens: number;
  /** Page of the first part. */
  page: number | null;
  /** Page of the last part. */
  lastPage: number | null;
  readonly pageStarts: PageStart[];
  /** Length of the joined parts. */
  length: number;
  /** Whether it contains only headings and repeated text. */
  isOpening: boolean;
  /** Last block, if the next chunk may repeat its end. */
  lastProse: { readonly text: string; readonly page: number | null } | undefined;
}

class ChunkBuilder {
  readonly #sizes: ChunkSizes;
  readonly #path: { readonly level: number; readonly title: string }[] = [];
  #position = 0;
  #pending = empty();

  constructor(sizes: ChunkSizes) {
    this.#sizes = sizes;
  }

  *add(block: Block): Generator<NewChunk> {
    if (block.kind === 'heading') yield* this.#addHeading(block);
    else if (block.rows) yield* this.#addTable(block.rows, block.header ?? false, block.page);
    else yield* this.#addText(block.text, block.page, block.kind === 'paragraph' || block.kind === 'quote');
  }

  /** Yields the pending chunk unless it is empty. */
  *flush(): Generator<NewChunk> {
    const { parts, page, pageStarts } = this.#pending;
    this.#pending = empty();
    const text = parts.join(BLOCK_SEPARATOR);
    if (text === '') return;
    const headingPath = this.#path.map(({ title }) => title);
    yield {
      position: this.#position++,
      text,
      page,
      pageStarts,
      headingPath,
      tokenCount: this.#sizes.countTokens(text),
    };
  }

  *#addHeading({ text, level = 1, page }: Block): Generator<NewChunk> {
    if (!this.#pending.isOpening) yield* this.flush();
    const title = text.replace(/\s+/g, ' ');
    const tokens = this.#sizes.countTokens(title);
    if (tokens > this.#sizes.maxTokens * MAX_HEADING_SHARE) return yield* this.#addText(title, page, true);
    if (this.#pending.tokens + tokens > this.#sizes.maxTokens / 2) yield* this.flush();
    while ((this.#path.at(-1)?.level ?? 0) >= level) this.#path.pop();
    this.#path.push({ level, title });
    this.#append(title, tokens, page);
  }

  *#addTable(rows: readonly (readonly string[])[], header: boolean, page: number | null): Generator<NewChunk> {
    const [names, ...others] = rows;
    const isNamed = header && others.length > 0;
    for (const row of isNamed ? others : rows)
      for (const line of toRowLines(row, isNamed ? names : undefined, this.#sizes))
        yield* this.#addText(line, page, false);
  }

  *#addText(text: string, page: number | null, isProse: boolean): Generator<NewChunk> {
    if (text === '') return;
    const { maxTokens, countTokens } = this.#sizes;
    // Very long texts cannot fit, and counting their tokens is slow.
    const tokens = text.length > maxTokens * 16 ? Number.POSITIVE_INFINITY : countTokens(text);
    if (this.#pending.tokens + GAP_TOKENS + tokens > maxTokens && !this.#pending.isOpening) {
      const tail = isProse ? this.#tail() : undefined;
      yield* this.flush();
      if (tail && tail.tokens + GAP_TOKENS + tokens <= maxTokens) this.#append(tail.text, tail.tokens, tail.page);
    }
    if (this.#pending.tokens + GAP_TOKENS + tokens > maxTokens) return yield* this.#addLong(text, page, isProse);
    this.#append(text, tokens, page);
    this.#pending.isOpening = false;
    this.#pending.lastProse = isProse ? { text, page } : undefined;
  }

  /** Splits a long text. Each piece of prose repeats the end of the previous one. */
  *#addLong(text: string, page: number | null, isProse: boolean): Generator<NewChunk> {
    const { maxTokens, countTokens, overlapTokens } = this.#sizes;
    for (let from = 0; from < text.length; ) {
      const end = cutAfter(text, from, { maxTokens: maxTokens - this.#pending.tokens - GAP_TOKENS, countTokens });
      const cut = text.slice(from, end);
      const piece = cut.trim();
      if (piece !== '') {
        this.#append(piece, countTokens(piece), page);
        this.#pending.isOpening = false;
        this.#pending.lastProse = isProse ? { text: piece, page } : undefined;
      }
      if (end < text.length) yield* this.flush();
      const repeated =
        isProse && end < text.length ? cut.length - getTail(cut, { maxTokens: overlapTokens, countTokens }) : 0;
      // Each piece must advance by more than it repeats.
      from = repeated * 2 < cut.length ? end - repeated : end;
    }
  }

  #append(text: string, tokens: number, page: number | null): void {
    const pending = this.#pending;
    const isFirst = pending.parts.length === 0;
    const offset = isFirst ? 0 : pending.length + BLOCK_SEPARATOR.length;
    if (isFirst) pending.page = page;
    else if (page !== null && page !== pending.lastPage) pending.pageStarts.push({ offset, page });
    pending.lastPage = page ?? pending.lastPage;
    pending.length = offset + text.length;
    pending.parts.push(text);
    pending.tokens += tokens + GAP_TOKENS;
  }

  /** Returns the text that the next chunk repeats. */
  #tail(): { readonly text: string; readonly tokens: number; readonly page: number | null } | undefined {
    const { overlapTokens: maxTokens, countTokens } = this.#sizes;
    const last = this.#pending.lastProse;
    if (last === undefined) return undefined;
    const text = last.text.slice(getTail(last.text, { maxTokens, countTokens }));
    return text === '' ? undefined : { text, tokens: countTokens(text), page: last.page };
  }
}

const empty = (): PendingChunk => ({
  parts: [],
  tokens: 0,
  page: null,
  lastPage: null,
  pageStarts: [],
  length: 0,
  isOpening: true,
  lastProse: undefined,
});

/**
 * Formats a row that is understandable without the other rows. A long row becomes several lines with its first cell.
 */
function* toRowLines(
  cells: readonly string[],
  names: readonly string[] = [],
  { maxTokens, countTokens }: ChunkSizes,
): Generator<string> {
  const cellTexts = cells.map((cell, at) => {
    const text = cell.replace(/\s+/g, ' ').trim();
    const name = names[at]?.slice(0, MAX_COLUMN_NAME_LENGTH).replace(/\s+/g, ' ').trim();
    return text !== '' && name ? `${name}: ${text}` : text;
  });
  const [label = '', ...values] = cellTexts.filter((text) => text !== '');
  const separator = names.length > 0 ? '; ' : ' | ';
  const isRepeated = countTokens(label) <= maxTokens * MAX_LABEL_SHARE;
  let line = [label];
  let tokens = countTokens(label);
  for (const value of values) {
    const more = countTokens(value) + GAP_TOKENS;
    if (tokens + more > maxTokens * MAX_ROW_SHARE && line.length > 1) {
      yield line.join(separator);
      line = isRepeated ? [label] : [];
      tokens = isRepeated ? countTokens(label) : 0;
    }
    line.push(value);
    tokens += more;
  }
  yield line.join(separator);
}
