import type { Block } from './contract.ts';

/** Converts a block to Markdown. */
export function toMarkdown({ kind, text, level = 1, rows, header }: Block): string {
  switch (kind) {
    case 'heading':
      return `${'#'.repeat(Math.min(level, 6))} ${text.replace(/\s+/g, ' ')}`;
    case 'list_item':
      return `${'  '.repeat(level)}- ${text.replaceAll('\n', `\n${'  '.repeat(level + 1)}`)}`;
    case 'quote':
      return `> ${text.replaceAll('\n', '\n> ')}`;
    case 'code':
      return toFence(text);
    case 'table':
      return rows ? toTable(rows, header ?? false) : text;
    case 'paragraph':
      return text;
  }
}

function toFence(text: string): string {
  const longest = Math.max(2, ...Array.from(text.matchAll(/`{3,}/g), ([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${text}\n${fence}`;
}

function toTable(rows: readonly (readonly string[])[], header: boolean): string {
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const blank = Array<string>(width).fill('');
  const [first = blank, ...others] = header ? rows : [blank, ...rows];
  const line = (cells: readonly string[]) =>
    `| ${blank.map((_, at) => (cells[at] ?? '').replaceAll('|', '\\|').replace(/\s+/g, ' ')).join(' | ')} |`;
  return [line(first), `|${' --- |'.repeat(width)}`, ...others.map(line)].join('\n');
}
