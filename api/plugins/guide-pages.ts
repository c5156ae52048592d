import type { Guide, GuidePage } from '../../src/platform/guide/guide.ts';
import { GUIDE_PATH } from '../../src/platform/guide/render.ts';
import { type GuideMatch, MAX_QUERY_LENGTH } from '../../src/platform/guide/search.ts';
import { getPageLocale, type LanguageHints } from '../../src/platform/pages/locale.ts';
import {
  formatPagePolicy,
  html,
  LOGO,
  Markup,
  PAGE_COLOURS,
  type Page,
  toRootStyle,
  toStyleSource,
} from '../../src/platform/pages/page.ts';

export { loadGuide, PICTURES_FOLDER } from '../../src/platform/guide/guide.ts';

const STYLE = `
${PAGE_COLOURS}
*{box-sizing:border-box}
html{scroll-padding-top:16px}
body{margin:0;background:var(--back);color:var(--ink);font:16px/1.6 ui-sans-serif,system-ui,sans-serif;overflow-wrap:anywhere}
a{color:var(--main)}
:focus-visible{outline:3px solid var(--main);outline-offset:2px}
main:focus{outline:0}
.skip{position:absolute;left:8px;top:-64px;padding:8px 12px;background:var(--card)}.skip:focus{top:8px}
header{display:flex;flex-wrap:wrap;align-items:center;gap:8px 20px;padding:12px 24px;background:var(--card);border-bottom:1px solid var(--line)}
.mark{display:flex;align-items:center;gap:8px;font-weight:600;color:inherit;text-decoration:none}
form{display:flex;flex:1 1 260px;gap:8px;max-width:520px;margin-left:auto}
input{flex:1;min-width:0;padding:7px 10px;font:inherit;color:inherit;background:transparent;border:1px solid var(--edge);border-radius:6px}
button{padding:7px 14px;font:inherit;font-weight:600;color:var(--on);background:var(--main);border:0;border-radius:6px;cursor:pointer}
.columns{display:grid;grid-template-columns:minmax(0,1fr);gap:24px;max-width:1180px;margin:0 auto;padding:24px}
main{min-width:0}main:only-child{grid-column:1/-1}
nav ul,.pages,.results{margin:0;padding:0;list-style:none}
.all h3{margin:16px 0 4px;font-size:14px}.all h2{margin:0;font-size:15px}.all li a{display:block;padding:2px 8px;border-radius:4px;color:inherit;text-decoration:none}
.all li a:hover{text-decoration:underline}.all [aria-current]{background:var(--line);font-weight:600}
.pages{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(260px,100%),1fr));gap:12px}
.pages li,.toc{padding:12px 16px;background:var(--card);border:1px solid var(--line);border-radius:8px}.pages p,.results p{margin:4px 0 0}
.pages a,.results a{font-weight:600}.results li{padding:14px 0;border-bottom:1px solid var(--line)}.results h2{margin:0;font-size:17px}
.toc summary{cursor:pointer;font-weight:600}.toc li{margin-top:4px}
h1{margin:0 0 16px;font-size:28px;line-height:1.25}h2{margin:36px 0 12px;font-size:21px}h3{margin:28px 0 8px;font-size:17px}h4{margin:24px 0 8px;font-size:16px}
pre{margin:16px 0;padding:12px 14px;overflow-x:auto;background:var(--card);border:1px solid var(--line);border-radius:8px;font-size:13.5px;line-height:1.5}
code{font-family:ui-monospace,monospace;font-size:.9em}pre code{font-size:inherit}
.wide{margin:16px 0;overflow-x:auto}table{border-collapse:collapse;font-size:15px}td,th{min-width:96px;overflow-wrap:normal;padding:6px 12px;text-align:start;vertical-align:top;border:1px solid var(--line)}th{background:var(--card)}
figure{margin:16px 0}figcaption,.soft{color:var(--soft);font-size:14px}figure pre{margin-top:4px}
img{max-width:100%;height:auto}blockquote{margin:0;padding-left:12px;border-left:3px solid var(--line)}
mark{padding:0 2px;color:inherit;background:light-dark(#fde68a,#5c4a00);border-radius:2px}
@media(min-width:960px){.columns{grid-template-columns:minmax(0,1fr) 240px}.all{position:sticky;top:16px;max-height:calc(100vh - 32px);overflow-y:auto;font-size:15px}}
@media print{header,nav{display:none}}
`;

/** Headers of the guide's pages: no scripts, no external content, no frames. */
const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-language': 'en',
  vary: 'cookie',
  'cache-control': 'no-cache',
  'content-security-policy': formatPagePolicy({ style: toStyleSource(STYLE), forms: "'self'", images: "'self'" }),
};

/** Renders the overview of all pages. */
export function renderIndex(hints: LanguageHints, guide: Guide): Page {
  const groups = guide.groups.map(
    ({ goal, pages }) => html`<section><h2>${goal}</h2><ul class="pages">${pages.map(renderCard)}</ul></section>\n`,
  );
  return renderShell(hints, { title: 'Documentation', query: '', body: html`<h1>Documentation</h1>${groups}` });
}

function renderCard({ name, title, summary }: GuidePage): Markup {
  return html`<li><a href="${`${GUIDE_PATH}/${name}`}">${title}</a><p class="soft">${summary}</p></li>`;
}

/** Renders one page of the documentation. */
export function renderGuidePage(hints: LanguageHints, guide: Guide, page: GuidePage): Page {
  const body = html`<h1>${page.title}</h1>${renderContents(page)}${new Markup(page.html)}`;
  return renderShell(hints, { title: page.title, query: '', body, navigation: renderNavigation(guide, page) });
}

function renderContents({ sections }: GuidePage): Markup {
  const headings = sections.flatMap(({ heading }) => (heading?.level === 2 ? heading : []));
  if (headings.length < 3) return html``;
  const items = headings.map(({ id, text }) => html`<li><a href="#${id}">${text}</a></li>`);
  return html`<nav class="toc" aria-label="On this page"><details><summary>On this page</summary><ul>${items}</ul></details></nav>`;
}

function renderNavigation(guide: Guide, current?: GuidePage): Markup {
  const groups = guide.groups.map(({ goal, pages }) => {
    const items = pages.map((page) => {
      const state = page === current ? html` aria-current="page"` : html``;
      return html`<li><a href="${`${GUIDE_PATH}/${page.name}`}"${state}>${page.title}</a></li>`;
    });
    return html`<h3>${goal}</h3><ul>${items}</ul>`;
  });
  return html`<nav class="all" aria-labelledby="all-pages"><h2 id="all-pages">All pages</h2>${groups}</nav>`;
}

/** Renders the sections that match a search. */
export function renderResults(hints: LanguageHints, guide: Guide, query: string, matches: readonly GuideMatch[]): Page {
  const found =
    matches.length === 0
      ? html`<p role="status">No match for “${query}”. Try other words, or choose a page.</p>`
      : html`<p role="status">${String(matches.length)} ${matches.length === 1 ? 'section' : 'sections'} for “${query}”</p>
        <ol class="results">${matches.map(renderMatch)}</ol>`;
  const body = html`<h1>Search the documentation</h1>${found}`;
  return renderShell(hints, { title: `Search: ${query}`, query, body, navigation: renderNavigation(guide) });
}

function renderMatch({ url, page, heading, excerpt }: GuideMatch): Markup {
  const parts = excerpt.map(({ text, isMatch }) => (isMatch ? html`<mark>${text}</mark>` : html`${text}`));
  const origin = page === heading ? html`` : html`<p class="soft">${page}</p>`;
  return html`<li><h2><a href="${url}">${heading}</a></h2>${origin}<p>${parts}</p></li>\n`;
}

interface Shell {
  readonly title: string;
  /** Text of the search field. */
  readonly query: string;
  readonly body: Markup;
  readonly navigation?: Markup;
}

/** Renders a complete page around its content. The documentation is in English whatever the reader's language. */
function renderShell(hints: LanguageHints, { title, query, body, navigation = html`` }: Shell): Page {
  const page = html`<!doctype html>
${toRootStyle({ ...getPageLocale(hints), language: 'en' })}
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title} · Holdfast</title><style>${new Markup(STYLE)}</style></head>
<body><a class="skip" href="#main-content">Skip to main content</a>
<header><a class="mark" href="${GUIDE_PATH}">${LOGO}Holdfast documentation</a><a href="/docs">API reference</a><a href="/">Console</a>
<form role="search" action="${GUIDE_PATH}"><input type="search" name="q" value="${query}" maxlength="${String(MAX_QUERY_LENGTH)}" aria-label="Search the documentation" placeholder="Search" required><button>Search</button></form></header>
<div class="columns"><main id="main-content" tabindex="-1">${body}</main>${navigation}</div></body>
</html>
`;
  return { html: page.html, headers: PAGE_HEADERS };
}
