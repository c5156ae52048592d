import type { Block } from './contract.ts';
import { tableText, toTableBlock } from './tables.ts';
import { cutBefore } from './text/paragraphs.ts';

/** Maximum length of a sent block, which bounds the receiver's memory. */
const MAX_BLOCK_LENGTH = 64 * 1024;
/** Maximum length of a header row that each part of a table repeats. */
const MAX_HEADER_LENGTH = 4096;

/** Splits a long block. Parts of a table repeat its header. */
export function* splitBlock(block: Block): Generator<Block> {
  if (block.text.length <= MAX_BLOCK_LENGTH) yield block;
  else if (block.rows) yield* splitTable(block.rows, block);
  else for (const text of splitText(block.text)) yield { ...block, text };
}

function* splitTable(rows: readonly (readonly string[])[], { header, page }: Block): Generator<Block> {
  const [first] = rows;
  const named = header && first && tableText([first]).length <= MAX_HEADER_LENGTH ? first : undefined;
  let pending: (readonly string[])[] = [];
  let length = 0;
  const piece = () => toTableBlock(named ? [named, ...pending] : pending, page, named !== undefined);
  for (const row of named ? rows.slice(1) : rows) {
    const text = tableText([row]);
    if (pending.length > 0 && length + text.length > MAX_BLOCK_LENGTH) {
      yield piece();
      pending = [];
      length = 0;
    }
    if (text.length > MAX_BLOCK_LENGTH)
      for (const part of splitText(text)) yield { kind: 'paragraph', text: part, page };
    else {
      pending.push(row);
      length += text.length;
    }
  }
  if (pending.length > 0) yield piece();
}

function* splitText(text: string): Generator<string> {
  for (let from = 0; from < text.length; ) {
    const rest = text.slice(from, from + MAX_BLOCK_LENGTH + 1);
    const end = rest.length > MAX_BLOCK_LENGTH ? cutBefore(rest, MAX_BLOCK_LENGTH) : rest.length;
    const piece = rest.slice(0, end).trimEnd();
    if (piece.trim() !== '') yield piece;
    from += end;
  }
}
