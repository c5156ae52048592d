import { html, type Page, renderPage } from '../page.ts';
import type { PageLocale } from '../page-messages/locale.ts';

/** Renders an OAuth error that cannot be redirected to the client. `said` is in the page's language. */
export function renderErrorPage(look: PageLocale, error: string, said: string | undefined): Page {
  const { messages: words } = look;
  return renderPage(
    look,
    words.unanswered,
    html`${said ? html`<p>${said}</p>` : html``}<p class="soft">${error}</p><p class="soft">${words.goBack}</p>`,
  );
}
