import type { MarkdownIt, Token } from 'markdown-it';
import { createMarkdownParser } from '../markdown.ts';

/** Path of the guide. Its pages are below it. */
export const GUIDE_PATH = '/docs/guide';

/** A heading below the title of a page. */
interface Heading {
  /** 2 for sections, 3 for their parts, and so on. */
  readonly level: number;
  /** Fragment of links to the heading, formed as on GitHub. */
  readonly id: string;
  readonly text: string;
}

/** Text of a page up to its next heading. */
interface Section {
  /** The heading above the text; undefined for the text below the title. */
  readonly heading: Heading | undefined;
  readonly text: string;
}

export interface RenderedPage {
  readonly title: string;
  /** Text of the first paragraph. */
  readonly summary: string;
  /** HTML below the title. */
  readonly html: string;
  readonly sections: readonly Section[];
}

/** Comments that delimit generated parts of a page. */
const PART_MARKERS = /^<!-- \/?\w+ -->$/gm;
const EXTERNAL_URL = /^[a-z]+:/i;

/** Creates a function that renders pages of the documentation from their Markdown. */
export async function createPageRenderer(): Promise<(markdown: string) => RenderedPage> {
  const parser = await createMarkdownParser();
  setRules(parser);
  return (markdown) => renderPage(parser, markdown);
}

function setRules({ renderer, utils }: MarkdownIt): void {
  const { rules } = renderer;
  // Browsers let readers scroll a focused element by keyboard.
  rules.table_open = () => '<div class="wide" role="group" aria-label="Table" tabindex="0"><table>\n';
  rules.table_close = () => '</table></div>\n';
  rules.fence = (tokens, index) => {
    const { info = '', content = '' } = tokens[index] ?? {};
    const code = `<pre tabindex="0"><code>${utils.escapeHtml(content)}</code></pre>\n`;
    return info.trim() === 'mermaid' ? `<figure><figcaption>Diagram (Mermaid)</figcaption>${code}</figure>\n` : code;
  };
}

function renderPage(parser: MarkdownIt, markdown: string): RenderedPage {
  const [, title, , ...tokens] = parser.parse(markdown.replace(PART_MARKERS, ''), {});
  const sections: { heading: Heading | undefined; text: string }[] = [{ heading: undefined, text: '' }];
  const createId = createIdGenerator();
  for (const [index, token] of tokens.entries()) {
    const section = sections.at(-1);
    const before = tokens[index - 1];
    if (before?.type === 'heading_open') {
      const text = readText(token);
      const id = createId(text);
      before.attrSet('id', id);
      sections.push({ heading: { level: Number(before.tag.slice(1)), id, text }, text: '' });
    } else if (section) section.text += `${readText(token)} `;
    for (const child of token.children ?? []) rewriteAddress(child);
    replaceRepositoryLinks(token.children ?? []);
  }
  return {
    title: title ? readText(title) : '',
    summary: readText(tokens.find(({ type }) => type === 'inline')),
    html: parser.renderer.render(tokens, parser.options, {}),
    sections,
  };
}

/** Returns the text of a token without its markup. */
function readText(token: Token | undefined): string {
  if (!token?.children) return token?.type === 'fence' ? token.content : '';
  return token.children.map(({ type, content }) => (type === 'softbreak' ? ' ' : content)).join('');
}

/** Returns a function that forms the ids of a page's headings as GitHub does: a repeated one gets a number. */
function createIdGenerator(): (text: string) => string {
  const counts = new Map<string, number>();
  return (text) => {
    const id = text
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
      .replaceAll(' ', '-');
    const count = counts.get(id) ?? 0;
    counts.set(id, count + 1);
    return count === 0 ? id : `${id}-${count}`;
  };
}

/** Points a link to another page, or a picture, to its address in the guide. */
function rewriteAddress(token: Token): void {
  const name = token.type === 'image' ? 'src' : 'href';
  const address = String(token.attrGet(name) ?? '#');
  if (/^(?:#|\.\.\/)/.test(address)) return;
  if (EXTERNAL_URL.test(address)) token.attrSet('rel', 'noopener noreferrer');
  else token.attrSet(name, `${GUIDE_PATH}/${address.replace(/\.md(?=#|$)/, '')}`);
}

/** Replaces links to files outside the documentation, which the guide does not serve, with their texts and paths. */
function replaceRepositoryLinks(tokens: Token[]): void {
  for (const [index, open] of tokens.entries()) {
    const address = open.type === 'link_open' ? String(open.attrGet('href')) : '';
    if (!address.startsWith('../')) continue;
    const close = tokens.slice(index).find(({ type }) => type === 'link_close');
    Object.assign(open, { type: 'text', content: '' });
    if (close) Object.assign(close, { type: 'text', content: ` (${address.slice(3)})` });
  }
}
