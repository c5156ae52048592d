import { html, type Page, page } from '../page.ts';

/** What a person sees when a request to the OAuth server can't be sent back to the client. */
export function errorPage(error: string, description: string | undefined): Page {
  const said = description ? html`<p>${description}</p>` : html``;
  return page(
    'This request cannot be answered',
    html`${said}<p class="soft">${error}</p><p class="soft">Go back to the application that sent you here and try again.</p>`,
  );
}
