import type { Block } from '../contract.ts';
import type { Notes } from '../kinds/kind.ts';
import { blocksOfMarkdown } from './markdown.ts';

/** Of a page with less text than that the main part was not found. */
const LEAST_TEXT = 200;
/** A tag with so many attributes that walking them takes time in the square of their number. */
const LONG_TAG = /<([a-z][a-z0-9-]{0,30})\b[^<>]{20000,}>/gi;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** The blocks of a web page. Its title is noted, and heads the page where it has no heading. */
export async function readHtml(html: string, notes: Notes): Promise<Block[]> {
  const { markdownOf } = await import('./html-engine.ts');
  const plain = html.replaceAll('\0', '').replace(LONG_TAG, '<$1>');
  const main = markdownOf(plain, 'main');
  const text = main.trim().length >= LEAST_TEXT ? main : markdownOf(plain, 'whole');
  const title = titleOf(plain);
  notes.title ??= title ?? null;
  const [first, ...others] = await blocksOfMarkdown(text.length >= main.length ? text : main);
  if (!first) return [];
  // The title comes as the first paragraph where the whole page was taken.
  const blocks = first.kind === 'paragraph' && first.text === title ? others : [first, ...others];
  const isHeaded = blocks.some(({ kind }) => kind === 'heading');
  return title && !isHeaded ? [{ kind: 'heading', level: 1, text: title, page: null }, ...blocks] : blocks;
}

function titleOf(html: string): string | undefined {
  const found = /<title\b[^>]{0,1000}>([^<]{1,2000})/i.exec(html)?.[1];
  return (
    found
      ?.replace(/&(#x?)?(\w+);/gi, decoded)
      .replace(/\s+/g, ' ')
      .trim() || undefined
  );
}

function decoded(whole: string, number: string | undefined, name: string): string {
  if (number === undefined) return ENTITIES[name.toLowerCase()] ?? whole;
  const code = Number.parseInt(name, number === '#' ? 10 : 16);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
}
