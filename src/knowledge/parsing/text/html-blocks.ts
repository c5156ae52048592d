import { Parser } from 'htmlparser2';
import type { Block } from '../contract.ts';
import { HtmlTable } from './html-table.ts';

/** A block of a page with hints whether it is main text. */
export interface PlacedBlock {
  readonly block: Block;
  readonly inMain: boolean;
  /** Whether it is in navigation, a control or a footer. */
  readonly isSurrounding: boolean;
  /** Whether the page does not show it at first. */
  readonly isHidden: boolean;
  /** Share of link text from 0 to 1. */
  readonly linkShare: number;
}

/** Elements whose content is never text of the page. */
const SKIPPED = new Set(
  'script style template iframe object embed svg canvas audio video map select textarea input datalist rp'.split(' '),
);
/** Elements that usually surround the main text: navigation and controls. */
const SURROUNDING = new Set(['nav', 'footer', 'aside', 'button', 'noscript']);
const SURROUNDING_ROLES = new Set(
  'navigation contentinfo search banner complementary dialog alertdialog menu menubar'.split(' '),
);
/** Style of an element that is not shown. */
const HIDDEN_STYLE = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)\b/i;
/** Elements whose text is program code. */
const CODE = new Set(['script', 'style']);
/** Inline elements; all others are blocks. */
const INLINE = new Set(
  'a abbr acronym b bdi bdo big cite code data del dfn em font i img ins kbd label mark nobr picture q rb ruby s samp small source span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
);
/** Maximum number of `<meta>` elements that are read. */
const MAX_METAS = 100;
/** Maximum level of nested lists and quotes. */
const MAX_LEVEL = 9;

/** A page with its text. */
interface ParsedPage {
  readonly title: string | undefined;
  /** Names and contents of its `<meta>` elements. */
  readonly metas: readonly (readonly [string, string])[];
  readonly blocks: readonly PlacedBlock[];
  /** Sources of its images. */
  readonly images: readonly string[];
  /** Characters in elements that are not read, such as lists of choices; without code. */
  readonly skippedLength: number;
  /** Whether an inline drawing (SVG) has text. */
  readonly hasDrawingText: boolean;
  /** Whether a frame contains a page of its own. */
  readonly hasEmbeddedPage: boolean;
}

/** Parses the title and the blocks of a page. */
export function parseHtml(html: string): ParsedPage {
  const builder = new HtmlBlocks();
  const parser = new Parser(builder, { decodeEntities: true, recognizeSelfClosing: /^\s*<\?xml/.test(html) });
  parser.write(html);
  parser.end();
  builder.finish();
  return builder;
}

type Attributes = Readonly<Record<string, string>>;

const isHidden = ({ hidden, style }: Attributes): boolean => hidden !== undefined || HIDDEN_STYLE.test(style ?? '');

class HtmlBlocks implements ParsedPage {
  title: string | undefined;
  readonly metas: (readonly [string, string])[] = [];
  readonly images: string[] = [];
  skippedLength = 0;
  hasDrawingText = false;
  hasEmbeddedPage = false;
  readonly blocks: PlacedBlock[] = [];
  readonly #tables: HtmlTable[] = [];
  #text = '';
  #linkLength = 0;
  /** Number of open skipped elements. */
  #skipped = 0;
  #isDrawing = false;
  #code = 0;
  /** For each open element, why its text is no main text. */
  readonly #outside: ('surrounding' | 'hidden' | undefined)[] = [];
  #titleText: string | undefined;
  #depths = { main: 0, surrounding: 0, hidden: 0, links: 0, lists: 0, quotes: 0, code: 0 };
  #heading: number | undefined;

  onopentag(name: string, attributes: Attributes): void {
    if (this.#skipped > 0 || SKIPPED.has(name)) {
      if (name === 'svg') this.#isDrawing = true;
      if (name === 'image' && this.#isDrawing) this.#addImage(attributes['xlink:href'] ?? attributes.href);
      this.hasDrawingText ||= this.#isDrawing && name === 'text';
      this.hasEmbeddedPage ||= name === 'iframe' && Boolean(attributes.srcdoc?.trim());
      this.#skipped++;
      if (CODE.has(name)) this.#code++;
      return;
    }
    this.#openOutside(name, attributes);
    if (name === 'meta') this.#addMeta(attributes);
    if (name === 'title') this.#titleText ??= '';
    else if (name === 'br') this.#text += '\n';
    else if (name === 'img') {
      this.#text += attributes.alt ?? '';
      this.#addImage(attributes.src);
    } else if (name === 'rt') this.#text += '(';
    else if (name === 'a') this.#depths.links++;
    else if (name.includes('-')) this.#text += ' ';
    else if (!INLINE.has(name)) this.#openBlock(name, attributes);
  }

  ontext(text: string): void {
    if (this.#titleText !== undefined && this.title === undefined) this.#titleText += text;
    else if (this.#skipped > 0) this.skippedLength += this.#code > 0 ? 0 : text.trim().length;
    else {
      this.#text += this.#depths.code > 0 ? text : text.replace(/\s+/g, ' ');
      if (this.#depths.links > 0) this.#linkLength += text.trim().length;
    }
  }

  onclosetag(name: string): void {
    if (this.#skipped > 0) {
      if (name === 'svg') this.#isDrawing = false;
      this.#skipped--;
      if (CODE.has(name)) this.#code--;
      return;
    }
    if (this.#outside.at(-1)) this.#flush();
    if (name === 'title') this.#endTitle();
    else if (name === 'a') this.#depths.links--;
    else if (name === 'rt') this.#text += ')';
    else if (name.includes('-')) this.#text += ' ';
    else if (name !== 'br' && !INLINE.has(name)) this.#closeBlock(name);
    const outside = this.#outside.pop();
    if (outside) this.#depths[outside]--;
  }

  finish(): void {
    while (this.#tables.length > 0) this.#endTable();
    this.#flush();
  }

  #openOutside(name: string, attributes: Attributes): void {
    const isSurrounding = SURROUNDING.has(name) || SURROUNDING_ROLES.has(attributes.role ?? '');
    const outside = isHidden(attributes) ? 'hidden' : isSurrounding ? 'surrounding' : undefined;
    this.#outside.push(outside);
    if (!outside) return;
    this.#flush();
    this.#depths[outside]++;
  }

  #addImage(source: string | undefined): void {
    if (source) this.images.push(source);
  }

  #addMeta({ name, property, content }: Attributes): void {
    const key = (name ?? property)?.replace(/^(?:article|og|dc|dcterms)[:.]/i, '');
    if (key && content && this.metas.length < MAX_METAS) this.metas.push([key, content]);
  }

  #endTitle(): void {
    this.title ??= this.#titleText?.replace(/\s+/g, ' ').trim() || undefined;
    this.#titleText = undefined;
  }

  #openBlock(name: string, attributes: Attributes): void {
    this.#flush();
    const table = this.#tables.at(-1);
    if (name === 'main') this.#depths.main++;
    if (name === 'ul' || name === 'ol' || name === 'menu') this.#depths.lists++;
    else if (name === 'blockquote') this.#depths.quotes++;
    else if (name === 'pre') this.#depths.code++;
    else if (/^h[1-6]$/.test(name)) this.#heading = Number(name[1]);
    else if (name === 'table') this.#openTable(attributes);
    else if (name === 'thead') table?.openHead();
    else if (name === 'tr') table?.openRow();
    else if (name === 'td' || name === 'th') table?.openCell(name, attributes);
  }

  #closeBlock(name: string): void {
    this.#flush();
    const table = this.#tables.at(-1);
    if (name === 'main') this.#depths.main--;
    else if (name === 'ul' || name === 'ol' || name === 'menu') this.#depths.lists--;
    else if (name === 'blockquote') this.#depths.quotes--;
    else if (name === 'pre') this.#depths.code--;
    else if (/^h[1-6]$/.test(name)) this.#heading = undefined;
    else if (name === 'table') this.#endTable();
    else if (name === 'thead') table?.closeHead();
    else if (name === 'td' || name === 'th') table?.closeCell();
  }

  #openTable(attributes: Attributes): void {
    const outer = this.#tables.at(-1);
    if (outer) outer.hasInner = true;
    this.#tables.push(new HtmlTable(attributes.role === 'presentation' || attributes.role === 'none'));
  }

  #endTable(): void {
    const table = this.#tables.pop();
    for (const block of table?.blocks() ?? []) this.#add(block, 0);
  }

  #flush(): void {
    const text = this.#depths.code > 0 ? this.#text : this.#text.replace(/ *\n */g, '\n').trim();
    const linkShare = text === '' ? 0 : this.#linkLength / text.length;
    this.#text = '';
    this.#linkLength = 0;
    if (text.trim() !== '') this.#add(this.#blockOf(text), linkShare);
  }

  #blockOf(text: string): Block {
    const { code, lists, quotes } = this.#depths;
    if (this.#heading !== undefined) return { kind: 'heading', level: this.#heading, text, page: null };
    if (code > 0) return { kind: 'code', text, page: null };
    if (lists > 0) return { kind: 'list_item', level: Math.min(lists - 1, MAX_LEVEL), text, page: null };
    return { kind: quotes > 0 ? 'quote' : 'paragraph', text, page: null };
  }

  #add(block: Block, linkShare: number): void {
    const table = this.#tables.at(-1);
    if (table) table.add(block);
    else {
      const { main, surrounding, hidden } = this.#depths;
      const [inMain, isSurrounding] = [main > 0, surrounding > 0];
      this.blocks.push({ block, inMain, isSurrounding, isHidden: hidden > 0, linkShare });
    }
  }
}
