import { type CleanedText, removeHiddenCharacters } from '../../platform/hidden-text.ts';
import type { Block } from './contract.ts';

/** Line endings. */
const LINE_END = /\r\n?|[\u0085\u2028\u2029]/g;

/** Removes invalid and hidden characters. Models would read text that people cannot see. */
export function cleanText(text: string): string {
  return clean(text).text;
}

function clean(text: string): CleanedText {
  return removeHiddenCharacters(text.toWellFormed().replace(LINE_END, '\n'));
}

/** Maximum level of headings and list items; hostile files have millions. */
const MAX_LEVEL = 9;

/**
 * Cleans the texts of a block. Returns undefined if nothing is left. `onHidden` receives the number of removed
 * characters.
 */
export function cleanBlock(block: Block, onHidden: (characters: number) => void): Block | undefined {
  const { text: visible, removedCount: takenOut } = clean(block.text);
  onHidden(takenOut);
  const text = visible.replace(/^(?:[^\S\n]*\n)+/, '').trimEnd();
  if (text.trim() === '') return undefined;
  const level = block.level === undefined ? {} : { level: Math.min(Math.max(0, Math.trunc(block.level)), MAX_LEVEL) };
  return block.rows
    ? { ...block, ...level, text, rows: block.rows.map((row) => row.map((cell) => cleanText(cell).trim())) }
    : { ...block, ...level, text };
}
