import type { MarkdownIt } from 'markdown-it';

/** Most characters that are read as Markdown, which takes time in proportion to their square where somebody means it to; longer texts are shown as they are. */
const MAX_LENGTH = 30_000;
const ALLOWED_URL = /^(?:https?:\/\/|mailto:)/i;

let parser: Promise<MarkdownIt> | undefined;

/**
 * Markdown as HTML that runs nothing and loads nothing: tags in it are text, links lead to the web or to a mailbox, and a
 * picture is a link to it. Undefined for what is too long to be read so.
 */
export async function renderMarkdown(text: string): Promise<string | undefined> {
  if (text.length > MAX_LENGTH) return undefined;
  parser ??= createParser();
  return (await parser).render(text);
}

async function createParser(): Promise<MarkdownIt> {
  const { default: Parser } = await import('markdown-it');
  const markdown = new Parser({ html: false, linkify: false, typographer: false });
  markdown.validateLink = (url) => ALLOWED_URL.test(url.trim());
  const { link_open: openLink } = markdown.renderer.rules;
  markdown.renderer.rules.link_open = (tokens, index, options, env, self) => {
    tokens[index]?.attrSet('rel', 'nofollow noopener noreferrer');
    return openLink ? openLink(tokens, index, options, env, self) : self.renderToken(tokens, index, options);
  };
  markdown.renderer.rules.image = (tokens, index) => {
    const token = tokens[index];
    const { escapeHtml } = markdown.utils;
    const address = String(token?.attrGet('src') ?? '');
    const label = token?.content || address;
    return `<a href="${escapeHtml(address)}" rel="nofollow noopener noreferrer">${escapeHtml(label)}</a>`;
  };
  return markdown;
}
