import MarkdownIt, { type Token } from 'markdown-it';
import { limitNesting } from './nesting.ts';
import { isRightToLeft } from './scripts.ts';

/** Inline content: plain text or a node. */
type Inline =
  | string
  | { readonly t: 'strong' | 'em' | 'strike'; readonly c: readonly Inline[] }
  | { readonly t: 'link'; readonly u: string; readonly c: readonly Inline[] }
  | { readonly t: 'code'; readonly s: string }
  | { readonly t: 'break' };

/** A block of a document; `r` marks right-to-left text. */
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

/** Maximum nesting of inline nodes. Deeper ones become plain content. */
const MAX_INLINE_DEPTH = 6;
const LINK_SCHEME = /^(https?|mailto):/i;

/** Converts Markdown to a tree of blocks with all of its text. Nothing in it is fetched. */
export function parseMarkdown(markdown: string): Block[] {
  const tokens = limitNesting(new MarkdownIt({ html: false, linkify: false })).parse(markdown, {});
  return new TokenReader(tokens).readBlocks();
}

/** Iterator over the tokens of a document. */
class TokenReader {
  readonly #tokens: readonly Token[];
  #position = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  /** Reads blocks up to and including the token of this type, or all blocks. */
  readBlocks(endType?: string): Block[] {
    const readBlocks: Block[] = [];
    for (let token = this.#next(); token !== undefined && token.type !== endType; token = this.#next()) {
      const block = this.#readBlock(token);
      if (block) readBlocks.push(block);
    }
    return readBlocks;
  }

  #next(): Token | undefined {
    return this.#tokens[this.#position++];
  }

  #readBlock(token: Token): Block | undefined {
    switch (token.type) {
      case 'heading_open':
        return { t: 'heading', l: Number(token.tag.slice(1)), ...this.#readLine('heading_close') };
      case 'paragraph_open':
        return { t: 'par', ...this.#readLine('paragraph_close') };
      case 'fence':
      case 'code_block':
        return { t: 'code', s: token.content.replace(/\n$/, '') };
      case 'hr':
        return { t: 'rule' };
      case 'blockquote_open':
        return withDirection({ t: 'quote', b: this.readBlocks('blockquote_close') });
      case 'bullet_list_open':
        return withDirection({ t: 'list', n: null, i: this.#readItems('bullet_list_close') });
      case 'ordered_list_open':
        return withDirection({
          t: 'list',
          n: Number(token.attrGet('start') ?? 1),
          i: this.#readItems('ordered_list_close'),
        });
      case 'table_open':
        return this.#readTable();
      default:
        return undefined;
    }
  }

  #readLine(endType: string): { c: readonly Inline[]; r: boolean } {
    const inlines: Inline[] = [];
    let text = '';
    for (let token = this.#next(); token !== undefined && token.type !== endType; token = this.#next()) {
      inlines.push(...toInlines(token.children ?? []));
      text += token.content;
    }
    return { c: inlines, r: isRightToLeft(text) };
  }

  #readItems(endType: string): Block[][] {
    const items: Block[][] = [];
    for (let token = this.#next(); token !== undefined && token.type !== endType; token = this.#next())
      items.push(this.readBlocks('list_item_close'));
    return items;
  }

  #readTable(): Block {
    const rows: Inline[][][] = [];
    const alignments: string[] = [];
    let text = '';
    for (let token = this.#next(); token !== undefined && token.type !== 'table_close'; token = this.#next()) {
      if (token.type === 'tr_open') rows.push([]);
      if (token.type === 'th_open')
        alignments.push(/text-align:(\w+)/.exec(getAttribute(token, 'style'))?.[1] ?? 'start');
      if (token.type !== 'inline') continue;
      rows.at(-1)?.push(toInlines(token.children ?? []));
      text += token.content;
    }
    const [h = [], ...i] = rows;
    return { t: 'table', a: alignments, h, i, r: isRightToLeft(text) };
  }
}

/** Adds the direction of a container, which is that of its first block. */
function withDirection<B extends { readonly t: 'quote' | 'list' }>(block: B): B & { r: boolean } {
  const first = 'b' in block ? (block.b as Block[])[0] : (block as unknown as { i: Block[][] }).i[0]?.[0];
  return { ...block, r: first !== undefined && 'r' in first && first.r };
}

const STYLES = { strong: 'strong', em: 'em', s: 'strike' } as const;

/** Converts tokens to inline content. */
function toInlines(tokens: readonly Token[]): Inline[] {
  const root: Inline[] = [];
  // Stack of open nodes, innermost last. Content that is too deep goes into the surrounding node.
  const openNodes: Inline[][] = [root];
  for (const token of tokens) {
    const parent = openNodes.at(-1) ?? root;
    const style = /^(strong|em|s|link)_(open|close)$/.exec(token.type);
    if (style?.[2] === 'close') openNodes.pop();
    else if (style) openNodes.push(openNode(token, parent, openNodes.length));
    else parent.push(...toInline(token));
  }
  return root;
}

function openNode(token: Token, parent: Inline[], depth: number): Inline[] {
  const c: Inline[] = [];
  const u = getAttribute(token, 'href');
  if (depth > MAX_INLINE_DEPTH || (token.type === 'link_open' && !LINK_SCHEME.test(u))) return parent;
  if (token.type === 'link_open') parent.push({ t: 'link', u, c });
  else parent.push({ t: STYLES[token.type.replace('_open', '') as keyof typeof STYLES], c });
  return c;
}

function toInline(token: Token): Inline[] {
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
      return imageToLink(token);
    default:
      return [];
  }
}

/** An image becomes a link and is never fetched. */
function imageToLink(token: Token): Inline[] {
  const address = getAttribute(token, 'src');
  const name = token.content.trim();
  if (!LINK_SCHEME.test(address)) return [name];
  return [{ t: 'link', u: address, c: [name === '' ? address : `${name} (${address})`] }];
}

const getAttribute = (token: Token, name: string): string => String(token.attrGet(name) ?? '');
