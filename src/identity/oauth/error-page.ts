import { html, type Page, page } from '../page.ts';
import type { Look } from '../page-words/look.ts';

/** What a person sees when a request to the OAuth server can't be sent back to the client; `said` is in the page's words. */
export function errorPage(look: Look, error: string, said: string | undefined): Page {
  const { words } = look;
  return page(
    look,
    words.unanswered,
    html`${said ? html`<p>${said}</p>` : html``}<p class="soft">${error}</p><p class="soft">${words.goBack}</p>`,
  );
}
