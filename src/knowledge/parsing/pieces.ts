import type { Block } from './contract.ts';
import { tableBlock, tableText } from './tables.ts';
import { cutBefore } from './text/paragraphs.ts';

/** Characters of a block that is told; whoever takes it holds no more at once. */
const LONGEST = 64 * 1024;
/** Characters of a header row that stands on each piece of its table. */
const LONGEST_HEADER = 4096;

/** A block in pieces that are short enough to be told: of a table some rows each, with its header. */
export function* piecesOf(block: Block): Generator<Block> {
  if (block.text.length <= LONGEST) yield block;
  else if (block.rows) yield* piecesOfTable(block.rows, block);
  else for (const text of cut(block.text)) yield { ...block, text };
}

function* piecesOfTable(rows: readonly (readonly string[])[], { header, page }: Block): Generator<Block> {
  const [first] = rows;
  const named = header && first && tableText([first]).length <= LONGEST_HEADER ? first : undefined;
  let held: (readonly string[])[] = [];
  let length = 0;
  const piece = () => tableBlock(named ? [named, ...held] : held, page, named !== undefined);
  for (const row of named ? rows.slice(1) : rows) {
    const text = tableText([row]);
    if (held.length > 0 && length + text.length > LONGEST) {
      yield piece();
      held = [];
      length = 0;
    }
    if (text.length > LONGEST) for (const part of cut(text)) yield { kind: 'paragraph', text: part, page };
    else {
      held.push(row);
      length += text.length;
    }
  }
  if (held.length > 0) yield piece();
}

function* cut(text: string): Generator<string> {
  for (let from = 0; from < text.length; ) {
    const rest = text.slice(from, from + LONGEST + 1);
    const end = rest.length > LONGEST ? cutBefore(rest, LONGEST) : rest.length;
    const piece = rest.slice(0, end).trimEnd();
    if (piece.trim() !== '') yield piece;
    from += end;
  }
}
