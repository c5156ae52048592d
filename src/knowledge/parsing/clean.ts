import { type Cleaned, takeOutHidden } from '../../platform/hidden-text.ts';
import type { Block } from './contract.ts';

/** Ends of lines, as texts have them. */
const LINE_END = /\r\n?|[\u0085\u2028\u2029]/g;

/** Text that every store takes and that shows all that it says: models would read what nobody sees. */
export function cleanText(text: string): string {
  return clean(text).text;
}

function clean(text: string): Cleaned {
  return takeOutHidden(text.toWellFormed().replace(LINE_END, '\n'));
}

/** Levels of headings and list items; hostile files have millions. */
const MAX_LEVEL = 9;

/** The block with clean texts; undefined where nothing is left of it. `onHidden` gets the number of characters taken out of it. */
export function cleanBlock(block: Block, onHidden: (characters: number) => void): Block | undefined {
  const { text: visible, takenOut } = clean(block.text);
  onHidden(takenOut);
  const text = visible.replace(/^(?:[^\S\n]*\n)+/, '').trimEnd();
  if (text.trim() === '') return undefined;
  const level = block.level === undefined ? {} : { level: Math.min(Math.max(0, Math.trunc(block.level)), MAX_LEVEL) };
  return block.rows
    ? { ...block, ...level, text, rows: block.rows.map((row) => row.map((cell) => cleanText(cell).trim())) }
    : { ...block, ...level, text };
}
