import { html, type Page, renderPage } from '../page.ts';
import type { PageLocale } from '../page-messages/locale.ts';

/** What a person sees when a request to the OAuth server can't be sent back to the client; `said` is in the page's words. */
export function renderErrorPage(look: PageLocale, error: string, said: string | undefined): Page {
  const { messages: words } = look;
  return renderPage(
    look,
    words.unanswered,
    html`${said ? html`<p>${said}</p>` : html``}<p class="soft">${error}</p><p class="soft">${words.goBack}</p>`,
  );
}
