import type { PageLocale, PageMessages } from '../platform/pages/locale.ts';
import {
  formatPagePolicy,
  html,
  LOGO,
  Markup,
  PAGE_COLOURS,
  toRootStyle,
  toStyleSource,
} from '../platform/pages/page.ts';
import type { SharedRun } from './kinds/kind.ts';
import { renderMarkdown } from './markdown.ts';

/** Content of a page. */
interface SharedPage {
  readonly title: string;
  readonly description: string;
  readonly name: string;
  readonly about: string;
  readonly revision: Readonly<Record<string, unknown>>;
  readonly run: (Omit<SharedRun, 'files'> & { readonly files: readonly SharedFile[] }) | null;
  /** Whether search engines can index it. */
  readonly indexed: boolean;
}

/** A file on the page of a share. */
interface SharedFile {
  readonly name: string;
  readonly media_type: string;
  readonly size: number;
  readonly url: string;
}

const STYLE = `
${PAGE_COLOURS}
*{box-sizing:border-box}
body{margin:0;padding:24px 16px 48px;background:var(--back);color:var(--ink);font:15px/1.55 ui-sans-serif,system-ui,sans-serif;overflow-wrap:anywhere}
main,.mark{max-width:760px;margin:0 auto}
.mark{display:flex;align-items:center;gap:8px;margin-bottom:16px;font-weight:600;color:var(--soft)}
main{padding:28px;background:var(--card);border:1px solid var(--line);border-radius:10px}
h1{margin:0 0 4px;font-size:24px;line-height:1.25}h2{margin:32px 0 8px;padding-top:20px;border-top:1px solid var(--line);font-size:17px}h3{margin:20px 0 6px;font-size:14px;color:var(--soft)}
h3::first-letter,dt::first-letter{text-transform:uppercase}
dl{display:grid;grid-template-columns:minmax(8em,max-content) 1fr;gap:6px 20px;margin:20px 0 0}dt{color:var(--soft)}dd{margin:0}
pre{margin:0;padding:12px;overflow-x:auto;white-space:pre-wrap;background:var(--back);border:1px solid var(--line);border-radius:6px;font:14px/1.5 ui-monospace,monospace}
@media(width<480px){main{padding:20px 16px}dl{grid-template-columns:1fr;gap:0}dd{margin-bottom:8px}}
table{display:block;overflow-x:auto;border-collapse:collapse}td,th{padding:4px 8px;border:1px solid var(--line)}
blockquote{margin:0;padding-left:12px;border-left:3px solid var(--line)}
.soft{color:var(--soft)}a{color:var(--main)}
`;

/** Headers of a share's page: no scripts, no external content, no frames. */
export const PAGE_HEADERS = {
  'content-security-policy': formatPagePolicy({ style: toStyleSource(STYLE), forms: "'none'" }),
};

/** Text fields of a revision, in the order of the page. */
const TEXT_FIELDS = ['instruction', 'system_prompt', 'user_prompt'];

/** Renders the HTML page of a share. */
export async function renderSharePage(locale: PageLocale, shared: SharedPage): Promise<string> {
  const { messages } = locale;
  const { title, name, about, description, revision, run, indexed } = shared;
  const settings = Object.entries(revision).filter(([key, value]) => !TEXT_FIELDS.includes(key) && !isEmpty(value));
  const robots = indexed ? html`` : html`<meta name="robots" content="noindex,nofollow">`;
  return html`<!doctype html>
${toRootStyle(locale)}
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">${robots}<title>${title}</title><style>${new Markup(STYLE)}</style></head>
<body><p class="mark">${LOGO}Holdfast</p><main><h1>${title}</h1>${name === title ? html`` : html`<p class="soft">${name}</p>`}${await renderProse(description)}${await renderProse(about)}
${run === null ? html`` : await renderRun(messages, run)}
<h2>${messages.how}</h2>
${TEXT_FIELDS.map((key) => renderText(key, revision[key]))}${renderFacts(settings)}${settings.map(([key, value]) => renderJson(key, value))}
</main></body>
</html>
`.html;
}

function isEmpty(value: unknown): boolean {
  return value === null || (typeof value === 'object' && Object.keys(value).length === 0);
}

function renderText(key: string, value: unknown): Markup {
  return typeof value === 'string' && value !== '' ? html`<h3>${toLabel(key)}</h3><pre>${value}</pre>` : html``;
}

/** Renders the settings that are one line of text. */
function renderFacts(settings: readonly (readonly [key: string, value: unknown])[]): Markup {
  const facts = settings.flatMap(([key, value]) => {
    const lines = isListGroup(value) ? Object.entries(value) : [[key, value] as const];
    return lines.flatMap(([name, line]) => {
      const text = toLine(line);
      return text === undefined || text === '' ? [] : [html`<dt>${toLabel(name)}</dt><dd>${text}</dd>`];
    });
  });
  return facts.length === 0 ? html`` : html`<dl>${facts}</dl>`;
}

function renderJson(key: string, value: unknown): Markup {
  if (isListGroup(value) || toLine(value) !== undefined) return html``;
  return html`<h3>${toLabel(key)}</h3><pre>${JSON.stringify(value, null, 2)}</pre>`;
}

const isTextList = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');

/** Whether a value has only lists of texts, such as the names of what an agent uses. */
const isListGroup = (value: unknown): value is Readonly<Record<string, readonly string[]>> =>
  value !== null && typeof value === 'object' && !Array.isArray(value) && Object.values(value).every(isTextList);

/** Returns a value as one line of text. Undefined for objects. */
function toLine(value: unknown): string | undefined {
  if (isTextList(value)) return value.join(', ');
  return typeof value === 'object' ? undefined : String(value);
}

const toLabel = (key: string) =>
  key === 'llm_config' ? 'model settings' : key.replace(/^mcp_/, 'MCP ').replaceAll('_', ' ');

async function renderProse(text: string): Promise<Markup> {
  if (text === '') return html``;
  const rendered = await renderMarkdown(text);
  return rendered === undefined ? html`<pre>${text}</pre>` : new Markup(rendered);
}

async function renderRun(messages: PageMessages, run: NonNullable<SharedPage['run']>): Promise<Markup> {
  const inputs = Object.entries(run.input).map(
    ([key, value]) =>
      html`<h3>${key}</h3><pre>${typeof value === 'string' ? value : JSON.stringify(value, null, 2)}</pre>`,
  );
  const answer =
    typeof run.response === 'string'
      ? await renderProse(run.response)
      : html`<pre>${run.is_error ? messages.failed(run.error_reason ?? 'error') : JSON.stringify(run.response, null, 2)}</pre>`;
  const files = run.files.map(
    (file) =>
      html`<li><a href="${file.url}">${file.name}</a> <span class="soft">${file.media_type}, ${messages.bytes(String(file.size))}</span></li>`,
  );
  return html`<h2>${messages.input}</h2>${inputs}<h2>${messages.answer}</h2>${answer}${files.length > 0 ? html`<h2>${messages.files}</h2><ul>${files}</ul>` : html``}`;
}
