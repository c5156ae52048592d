import type { Block } from './contract.ts';
import { tableText } from './tables.ts';

/** A block between processes. The text of a table is rebuilt by the receiver. */
export type BlockMessage = Omit<Block, 'text'> & { readonly text?: string };

/** Converts a block for another process. */
export const toBlockMessage = ({ text, ...block }: Block): BlockMessage => (block.rows ? block : { ...block, text });

/** Restores a block from another process. */
export const fromBlockMessage = ({ rows, ...block }: BlockMessage): Block =>
  rows ? { ...block, rows, text: tableText(rows) } : { ...block, text: block.text ?? '' };
