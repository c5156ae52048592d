import type { MailLanguage } from './texts/index.ts';

/** Content of a mail. The text and HTML versions derive from it. */
export interface MailMessage {
  /** Identifier that makes repeats the same mail. Each mail without one is distinct. */
  readonly id?: string;
  readonly language: MailLanguage;
  readonly subject: string;
  /** Paragraphs before the button. */
  readonly paragraphs: readonly string[];
  /** The action that the reader is asked to take. */
  readonly action?: { readonly label: string; readonly url: string };
  /** Small print: why the reader gets the mail, how long the link is valid. */
  readonly footnotes: readonly string[];
}

/** A mail in text and HTML. */
interface RenderedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Renders both versions. All content is text: user input cannot become markup or a header. */
export function renderMail(message: MailMessage): RenderedMail {
  const subject = message.subject.replace(/\s+/g, ' ').trim();
  return { subject, text: renderText(message), html: renderHtml(subject, message) };
}

function renderText({ paragraphs, action, footnotes }: MailMessage): string {
  const parts = [...paragraphs, ...(action ? [`${action.label}:\n${action.url}`] : []), '--', ...footnotes];
  return `${parts.join('\n\n')}\n`;
}

const BODY_STYLE = 'margin:0;padding:24px;background:#f4f5f7;font:16px/1.5 system-ui,sans-serif;color:#1c2330';
const CARD_STYLE = 'max-width:520px;margin:0 auto;padding:32px;background:#fff;border-radius:8px';
const BUTTON_STYLE =
  'display:inline-block;padding:12px 20px;background:#0f766e;color:#fff;border-radius:6px;text-decoration:none';
const FOOTNOTE_STYLE = 'font-size:13px;color:#5b6475';

function renderHtml(subject: string, { language, paragraphs, action, footnotes }: MailMessage): string {
  const link = action
    ? `<p><a href="${escapeHtml(action.url)}" style="${BUTTON_STYLE}">${escapeHtml(action.label)}</a></p>
<p style="${FOOTNOTE_STYLE};word-break:break-all">${escapeHtml(action.url)}</p>`
    : '';
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body style="${BODY_STYLE}"><div style="${CARD_STYLE}">
${paragraphs.map((text) => `<p style="white-space:pre-line">${escapeHtml(text)}</p>`).join('\n')}
${link}
<hr style="border:0;border-top:1px solid #e3e6ec">
${footnotes.map((text) => `<p style="${FOOTNOTE_STYLE}">${escapeHtml(text)}</p>`).join('\n')}
</div></body></html>
`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for HTML and quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}
