import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { htmlToMarkdownResult, initSync } from 'mdream/wasm';

/**
 * The engine that makes Markdown of web pages, as WebAssembly: its native parts are left out by an npm that runs on an older
 * Node, and this one is nearly as quick. It is told directly what its wrapper's minimal form says.
 */
initSync({ module: readFileSync(fileURLToPath(import.meta.resolve('mdream/wasm/mdream_edge_bg.wasm'))) });

/** What stands around the text of a page. */
const LEFT_OUT = [
  'form',
  'fieldset',
  'object',
  'embed',
  'footer',
  'aside',
  'iframe',
  'input',
  'textarea',
  'select',
  'button',
  'nav',
];
const CLEANED = {
  urls: true,
  fragments: true,
  emptyLinks: true,
  redundantLinks: true,
  selfLinkHeadings: true,
  emptyImages: true,
  emptyLinkText: true,
};

/** The text of a page as Markdown; its main part alone, or all of it. */
export function markdownOf(html: string, part: 'main' | 'whole'): string {
  const plugins = { filter: { exclude: LEFT_OUT }, tailwind: true, ...(part === 'main' && { isolateMain: true }) };
  return htmlToMarkdownResult(html, { cleanUrls: true, clean: CLEANED, plugins }).markdown ?? '';
}
