import type { Block } from './contract.ts';
import { tableText } from './tables.ts';

/** A block on its way: what a table says as text is made again where it arrives. */
export type ToldBlock = Omit<Block, 'text'> & { readonly text?: string };

export const asTold = ({ text, ...block }: Block): ToldBlock => (block.rows ? block : { ...block, text });

export const arrived = ({ rows, ...block }: ToldBlock): Block =>
  rows ? { ...block, rows, text: tableText(rows) } : { ...block, text: block.text ?? '' };
