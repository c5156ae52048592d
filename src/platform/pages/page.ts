import { createHash } from 'node:crypto';
import { escapeHtml } from '../mail/templates.ts';
import type { PageLocale } from './locale.ts';

/** HTML page with its headers. */
export interface Page {
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Console colours, for pages that the API serves. */
export const PAGE_COLOURS = `
:root{color-scheme:light dark;--ink:light-dark(#15191e,#e9ecef);--soft:light-dark(#545d68,#a4adb8);--line:light-dark(#dde1e6,#2b3138);--edge:light-dark(#868e98,#77818d);--card:light-dark(#fff,#171b20);--back:light-dark(#f6f7f8,#0f1215);--main:light-dark(#0f766e,#2dd4bf);--on:light-dark(#fff,#05201d);--bad:light-dark(#b3261e,#ff9d95)}
:root[data-theme=light]{color-scheme:light}:root[data-theme=dark]{color-scheme:dark}
`;

/** Attributes of the root element for a locale. */
export function toRootStyle({ language, theme }: PageLocale): Markup {
  return new Markup(`<html lang="${language}"${theme === undefined ? '' : ` data-theme="${theme}"`}>`);
}

const STYLE = `
${PAGE_COLOURS}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:24px;background:var(--back);color:var(--ink);font:15px/1.5 ui-sans-serif,system-ui,sans-serif;overflow-wrap:anywhere}
.mark{display:flex;align-items:center;gap:8px;margin:0 0 20px;font-weight:600}
main{width:100%;max-width:420px;padding:32px;background:var(--card);border:1px solid var(--line);border-radius:8px}
h1{margin:0 0 12px;font-size:20px}h2{margin:24px 0 12px;font-size:17px}
p{margin:0 0 16px}form+p,button+p{margin-top:12px}main>:last-child,main>:last-child>:last-child{margin-bottom:0}
ul{margin:0 0 20px;padding-left:20px}
li code{color:var(--soft);font-size:13px}
label{display:block;margin-bottom:14px;font-weight:600}
input{display:block;width:100%;margin-top:4px;padding:10px;font:inherit;font-weight:400;color:inherit;background:transparent;border:1px solid var(--edge);border-radius:6px}
label.choice{display:flex;gap:8px;align-items:baseline;font-weight:400}input[type=checkbox]{flex:none;width:16px;height:16px;margin:0;transform:translateY(2px)}
button{width:100%;margin-top:8px;padding:10px;font:inherit;font-weight:600;color:var(--on);background:var(--main);border:1px solid transparent;border-radius:6px;cursor:pointer}
button.second{color:inherit;background:transparent;border:1px solid var(--edge)}
:focus-visible{outline:3px solid var(--main);outline-offset:2px}
.bad{color:var(--bad)}.soft{color:var(--soft);font-size:14px}a{display:inline-block;padding:2px 0;color:var(--main)}
`;
const STYLE_SOURCE = toStyleSource(STYLE);

/** String that is already HTML. */
export class Markup {
  readonly html: string;

  constructor(html: string) {
    this.html = html;
  }
}

/** HTML template tag. Escapes every value that is not Markup. */
export function html(parts: TemplateStringsArray, ...values: readonly (string | Markup | readonly Markup[])[]): Markup {
  const rendered = values.map((value) =>
    typeof value === 'string'
      ? escapeHtml(value)
      : value instanceof Markup
        ? value.html
        : value.map((one) => one.html).join(''),
  );
  return new Markup(parts.map((part, index) => part + (rendered[index] ?? '')).join(''));
}

/** Returns the source of a page's style element in its content security policy. */
export function toStyleSource(style: string): string {
  return `'sha256-${createHash('sha256').update(style).digest('base64')}'`;
}

/** Sources that the content security policy of a page allows. */
interface PageSources {
  readonly style: string;
  /** Targets of forms. */
  readonly forms: string;
  /** Default none. */
  readonly images?: string;
}

/** Returns the content security policy of a page: no scripts, no frames, and only these sources. */
export function formatPagePolicy({ style, forms, images }: PageSources): string {
  return [
    "default-src 'none'",
    `style-src ${style}`,
    ...(images === undefined ? [] : [`img-src ${images}`]),
    `form-action ${forms}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ');
}

/** Product logo, as in the console's header. */
export const LOGO = new Markup(
  '<svg aria-hidden="true" width="24" height="24" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#0f766e"/><path d="M10 8v16M22 8v16M10 16h12" stroke="#fff" stroke-width="4" stroke-linecap="round"/></svg>',
);

/**
 * Renders a complete page without scripts. `sendsTo` lists additional origins that its forms may reach, redirects
 * included.
 */
export function renderPage(locale: PageLocale, title: string, body: Markup, sendsTo: readonly string[] = []): Page {
  const shell = html`<!doctype html>
${toRootStyle(locale)}
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title} · Holdfast</title><style>${new Markup(STYLE)}</style></head>
<body><main><p class="mark">${LOGO}Holdfast</p><h1>${title}</h1>${body}</main></body>
</html>
`;
  const policy = formatPagePolicy({ style: STYLE_SOURCE, forms: ["'self'", ...sendsTo].join(' ') });
  return {
    html: shell.html,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-language': locale.language,
      vary: 'accept-language, cookie',
      'content-security-policy': policy,
      'cache-control': 'no-store',
    },
  };
}
