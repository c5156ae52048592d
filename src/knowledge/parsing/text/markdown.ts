import type { MarkdownIt, Token } from 'markdown-it';
import type { Block } from '../contract.ts';
import { toTableBlock } from '../tables.ts';

/** Characters per section; longer documents are split before headings. */
const SECTION_LENGTH = 256 * 1024;
/** Maximum nesting of lists and quotes. */
const MAX_NESTING = 50;

let parser: MarkdownIt | undefined;

/** Splits a document before headings outside of code, or when a section is long. */
export async function* splitSections(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let pending: string[] = [];
  let length = 0;
  let fence: string | undefined;
  for await (const line of lines) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (mark && fence === undefined) fence = mark;
    else if (mark && fence && mark.startsWith(fence)) fence = undefined;
    const isBreak = fence === undefined && /^#{1,6}\s/.test(line);
    if (length > SECTION_LENGTH * 4 || (length > SECTION_LENGTH && (isBreak || line.trim() === ''))) {
      yield pending.join('\n');
      pending = [];
      length = 0;
    }
    pending.push(line);
    length += line.length + 1;
  }
  yield pending.join('\n');
}

/** Parses Markdown into blocks without markup. */
export async function parseMarkdownBlocks(text: string): Promise<Block[]> {
  const { default: Parser } = await import('markdown-it');
  parser ??= new Parser('default', { html: true, linkify: false, maxNesting: MAX_NESTING });
  return [...toBlocks(parser.parse(text, {}))];
}

function* toBlocks(tokens: readonly Token[]): Generator<Block> {
  let lists = 0;
  let quotes = 0;
  let rows: string[][] | undefined;
  for (const [at, token] of tokens.entries()) {
    const kind = lists > 0 ? 'list_item' : quotes > 0 ? 'quote' : 'paragraph';
    const opens = token.type.endsWith('_open') ? 1 : -1;
    if (/^(?:bullet|ordered)_list_/.test(token.type)) lists += opens;
    else if (token.type.startsWith('blockquote_')) quotes += opens;
    else if (token.type === 'table_open') rows = [];
    else if (token.type === 'tr_open') rows?.push([]);
    else if (token.type === 'table_close') {
      if (rows) yield toTableBlock(rows, null, true);
      rows = undefined;
    } else if (token.type === 'inline' && rows) rows.at(-1)?.push(inlineText(token));
    else if (token.type === 'inline' && tokens[at - 1]?.type === 'heading_open')
      yield { kind: 'heading', level: Number(tokens[at - 1]?.tag.slice(1)), text: inlineText(token), page: null };
    else if (token.type === 'inline')
      yield { kind, ...(lists > 0 && { level: lists - 1 }), text: inlineText(token), page: null };
    else if (token.type === 'fence' || token.type === 'code_block')
      yield { kind: 'code', text: token.content, page: null };
    else if (token.type === 'html_block') yield { kind, text: removeTags(token.content), page: null };
  }
}

/** Returns the visible text of a line, without link addresses and markup. */
function inlineText({ children }: Token): string {
  const texts = (children ?? []).map((child) => {
    if (child.type === 'softbreak' || child.type === 'hardbreak') return '\n';
    if (child.type === 'html_inline') return /^<br\b/i.test(child.content) ? '\n' : '';
    return child.content;
  });
  return texts.join('');
}

const removeTags = (html: string) => html.replace(/<!--[\s\S]*?(?:-->|$)|<[^<>]*>/g, ' ').replace(/[^\S\n]+/g, ' ');
