import MarkdownIt, { type Token } from 'markdown-it';
import { bounded } from './nesting.ts';
import { isRightToLeft } from './scripts.ts';

/** A piece of a line: plain text, or text with what it is. */
export type Inline =
  | string
  | { readonly t: 'strong' | 'em' | 'strike'; readonly c: readonly Inline[] }
  | { readonly t: 'link'; readonly u: string; readonly c: readonly Inline[] }
  | { readonly t: 'code'; readonly s: string }
  | { readonly t: 'break' };

/** A part of a document; `r`: it is read from right to left. */
export type Block =
  | { readonly t: 'heading'; readonly l: number; readonly c: readonly Inline[]; readonly r: boolean }
  | { readonly t: 'par'; readonly c: readonly Inline[]; readonly r: boolean }
  | { readonly t: 'code'; readonly s: string }
  | { readonly t: 'rule' }
  | { readonly t: 'quote'; readonly b: readonly Block[]; readonly r: boolean }
  | { readonly t: 'list'; readonly n: number | null; readonly i: readonly (readonly Block[])[]; readonly r: boolean }
  | {
      readonly t: 'table';
      readonly a: readonly string[];
      readonly h: readonly (readonly Inline[])[];
      readonly i: readonly (readonly (readonly Inline[])[])[];
      readonly r: boolean;
    };

/** How deep pieces of a line are nested; what is deeper stands as it is. */
const DEEPEST_INLINE = 6;
const LINKED = /^(https?|mailto):/i;

/** Markdown as a tree of blocks: all of its text, and nothing that would be fetched. */
export function treeOf(markdown: string): Block[] {
  const tokens = bounded(new MarkdownIt({ html: false, linkify: false })).parse(markdown, {});
  return new Walk(tokens).blocks();
}

/** The walk over the tokens of a document, in their order. */
class Walk {
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  /** The blocks up to the token of this type, and past it; all of them where none is named. */
  blocks(until?: string): Block[] {
    const blocks: Block[] = [];
    for (let token = this.#next(); token !== undefined && token.type !== until; token = this.#next()) {
      const block = this.#block(token);
      if (block) blocks.push(block);
    }
    return blocks;
  }

  #next(): Token | undefined {
    return this.#tokens[this.#at++];
  }

  #block(token: Token): Block | undefined {
    switch (token.type) {
      case 'heading_open':
        return { t: 'heading', l: Number(token.tag.slice(1)), ...this.#line('heading_close') };
      case 'paragraph_open':
        return { t: 'par', ...this.#line('paragraph_close') };
      case 'fence':
      case 'code_block':
        return { t: 'code', s: token.content.replace(/\n$/, '') };
      case 'hr':
        return { t: 'rule' };
      case 'blockquote_open':
        return inside({ t: 'quote', b: this.blocks('blockquote_close') });
      case 'bullet_list_open':
        return inside({ t: 'list', n: null, i: this.#items('bullet_list_close') });
      case 'ordered_list_open':
        return inside({ t: 'list', n: Number(token.attrGet('start') ?? 1), i: this.#items('ordered_list_close') });
      case 'table_open':
        return this.#table();
      default:
        return undefined;
    }
  }

  #line(until: string): { c: readonly Inline[]; r: boolean } {
    const pieces: Inline[] = [];
    let text = '';
    for (let token = this.#next(); token !== undefined && token.type !== until; token = this.#next()) {
      pieces.push(...piecesOf(token.children ?? []));
      text += token.content;
    }
    return { c: pieces, r: isRightToLeft(text) };
  }

  #items(until: string): Block[][] {
    const items: Block[][] = [];
    for (let token = this.#next(); token !== undefined && token.type !== until; token = this.#next())
      items.push(this.blocks('list_item_close'));
    return items;
  }

  #table(): Block {
    const rows: Inline[][][] = [];
    const sides: string[] = [];
    let text = '';
    for (let token = this.#next(); token !== undefined && token.type !== 'table_close'; token = this.#next()) {
      if (token.type === 'tr_open') rows.push([]);
      if (token.type === 'th_open') sides.push(/text-align:(\w+)/.exec(attribute(token, 'style'))?.[1] ?? 'start');
      if (token.type !== 'inline') continue;
      rows.at(-1)?.push(piecesOf(token.children ?? []));
      text += token.content;
    }
    const [h = [], ...i] = rows;
    return { t: 'table', a: sides, h, i, r: isRightToLeft(text) };
  }
}

/** A block of blocks runs as what it begins with does. */
function inside<B extends { readonly t: 'quote' | 'list' }>(block: B): B & { r: boolean } {
  const first = 'b' in block ? (block.b as Block[])[0] : (block as unknown as { i: Block[][] }).i[0]?.[0];
  return { ...block, r: first !== undefined && 'r' in first && first.r };
}

const STYLES = { strong: 'strong', em: 'em', s: 'strike' } as const;

/** The pieces of a line. */
function piecesOf(tokens: readonly Token[]): Inline[] {
  const top: Inline[] = [];
  // The lists that are open, innermost last; what is too deep goes into the one around it.
  const open: Inline[][] = [top];
  for (const token of tokens) {
    const into = open.at(-1) ?? top;
    const style = /^(strong|em|s|link)_(open|close)$/.exec(token.type);
    if (style?.[2] === 'close') open.pop();
    else if (style) open.push(opened(token, into, open.length));
    else into.push(...pieceOf(token));
  }
  return top;
}

function opened(token: Token, into: Inline[], depth: number): Inline[] {
  const c: Inline[] = [];
  const u = attribute(token, 'href');
  if (depth > DEEPEST_INLINE || (token.type === 'link_open' && !LINKED.test(u))) return into;
  if (token.type === 'link_open') into.push({ t: 'link', u, c });
  else into.push({ t: STYLES[token.type.replace('_open', '') as keyof typeof STYLES], c });
  return c;
}

function pieceOf(token: Token): Inline[] {
  switch (token.type) {
    case 'text':
    case 'text_special':
    case 'html_inline':
      return token.content === '' ? [] : [token.content];
    case 'code_inline':
      return [{ t: 'code', s: token.content }];
    case 'softbreak':
      return [' '];
    case 'hardbreak':
      return [{ t: 'break' }];
    case 'image':
      return pictureAsLink(token);
    default:
      return [];
  }
}

/** A picture is named and never fetched. */
function pictureAsLink(token: Token): Inline[] {
  const address = attribute(token, 'src');
  const name = token.content.trim();
  if (!LINKED.test(address)) return [name];
  return [{ t: 'link', u: address, c: [name === '' ? address : `${name} (${address})`] }];
}

const attribute = (token: Token, name: string): string => String(token.attrGet(name) ?? '');
