import type { PageLocale } from '../../platform/pages/locale.ts';
import { html, type Page, renderPage } from '../../platform/pages/page.ts';

/** Renders an OAuth error that cannot be redirected to the client. `said` is in the page's language. */
export function renderErrorPage(locale: PageLocale, error: string, explanation: string | undefined): Page {
  const { messages } = locale;
  return renderPage(
    locale,
    messages.unanswered,
    html`${explanation ? html`<p>${explanation}</p>` : html``}<p class="soft">${error}</p><p class="soft">${messages.goBack}</p>`,
  );
}
