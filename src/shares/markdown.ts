import type { MarkdownIt } from 'markdown-it';
import { createMarkdownParser } from '../platform/markdown.ts';

/**
 * Maximum characters of Markdown, since parsing hostile texts takes quadratic time. Longer texts are shown as plain
 * text.
 */
const MAX_LENGTH = 30_000;
const ALLOWED_URL = /^(?:https?:\/\/|mailto:)/i;

let parser: Promise<MarkdownIt> | undefined;

/**
 * Renders Markdown as safe HTML: tags are text, links lead to the web or a mailbox, and pictures become links. Returns
 * undefined for too long texts.
 */
export async function renderMarkdown(text: string): Promise<string | undefined> {
  if (text.length > MAX_LENGTH) return undefined;
  parser ??= createParser();
  return (await parser).render(text);
}

async function createParser(): Promise<MarkdownIt> {
  const markdown = await createMarkdownParser();
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
