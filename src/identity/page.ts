import { createHash } from 'node:crypto';
import { escapeHtml } from '../platform/mail/templates.ts';

/** A page as it is sent. */
export interface Page {
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
}

const STYLE = `
:root{color-scheme:light dark;--ink:#1c2330;--soft:#5b6475;--line:#d9dde5;--card:#fff;--back:#f4f5f7;--main:#0f766e;--on:#fff;--bad:#b3261e}
@media(prefers-color-scheme:dark){:root{--ink:#e8ebf1;--soft:#a2abbb;--line:#3a4252;--card:#1b212c;--back:#11151c;--main:#2dd4bf;--on:#05201d;--bad:#ff8a80}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:24px;background:var(--back);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
main{width:100%;max-width:420px;padding:32px;background:var(--card);border:1px solid var(--line);border-radius:10px}
h1{margin:0 0 12px;font-size:22px}
p{margin:0 0 16px}
ul{margin:0 0 20px;padding-left:20px}
li code{color:var(--soft);font-size:13px}
label{display:block;margin-bottom:14px;font-weight:600}
input{display:block;width:100%;margin-top:4px;padding:10px;font:inherit;color:inherit;background:transparent;border:1px solid var(--line);border-radius:6px}
label.choice{font-weight:400}input[type=checkbox]{display:inline;width:auto;margin:0 6px 0 0}
button{width:100%;margin-top:8px;padding:11px;font:inherit;font-weight:600;color:var(--on);background:var(--main);border:0;border-radius:6px;cursor:pointer}
button.second{color:inherit;background:transparent;border:1px solid var(--line)}
:focus-visible{outline:3px solid var(--main);outline-offset:2px}
.bad{color:var(--bad)}.soft{color:var(--soft);font-size:14px}a{display:inline-block;padding:2px 0;color:var(--main)}
`;
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/** Text that is HTML already. */
export class Markup {
  readonly html: string;

  constructor(html: string) {
    this.html = html;
  }
}

/** HTML from a template; everything put into it is escaped unless it is markup itself. */
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

/**
 * A whole page without scripts. `sendsTo` are origins besides our own to which its forms may lead; browsers hold a form to
 * them through all redirects.
 */
export function page(title: string, body: Markup, sendsTo: readonly string[] = []): Page {
  const shell = html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title} · Holdfast</title><style>${new Markup(STYLE)}</style></head>
<body><main><h1>${title}</h1>${body}</main></body>
</html>
`;
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${STYLE_HASH}'`,
    `form-action ${["'self'", ...sendsTo].join(' ')}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ');
  return {
    html: shell.html,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'cache-control': 'no-store',
    },
  };
}
