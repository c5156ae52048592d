import type { Block } from './contract.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const CONTROL = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/g;

/** Text that every store takes: whole characters, no control characters but tabs and line ends. */
export function cleanText(text: string): string {
  return text.toWellFormed().replace(/\r\n?/g, '\n').replace(CONTROL, '');
}

/** Levels of headings and list items; hostile files have millions. */
const DEEPEST_LEVEL = 9;

/** The block with clean texts; undefined where nothing is left of it. */
export function cleaned(block: Block): Block | undefined {
  const text = cleanText(block.text)
    .replace(/^(?:[^\S\n]*\n)+/, '')
    .trimEnd();
  if (text.trim() === '') return undefined;
  const level =
    block.level === undefined ? {} : { level: Math.min(Math.max(0, Math.trunc(block.level)), DEEPEST_LEVEL) };
  return block.rows
    ? { ...block, ...level, text, rows: block.rows.map((row) => row.map((cell) => cleanText(cell).trim())) }
    : { ...block, ...level, text };
}
