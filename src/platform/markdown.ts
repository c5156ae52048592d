import type { MarkdownIt } from 'markdown-it';

/** Loads the Markdown library and creates a parser that shows HTML tags as text. */
export async function createMarkdownParser(): Promise<MarkdownIt> {
  const { default: Parser } = await import('markdown-it');
  return new Parser({ html: false, linkify: false, typographer: false });
}
