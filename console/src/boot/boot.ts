/**
 * Runs inline in the index before the first paint. Applies the theme and starts the requests that the page would
 * otherwise make only after its scripts are loaded. The API checks the session for these requests as for all others.
 */
import { applyPreferences } from '../lib/preferences.ts';
import { applyTheme, getTheme } from '../lib/theme.ts';
import { findPreferredLanguage } from '../words/chosen.ts';
import { getPrefetchUrls } from './prefetch-urls.ts';

/** Chunk URLs that the build inserts: by language, and by the first path segment of a screen. */
declare const __SCRIPTS__: {
  readonly languages: Readonly<Record<string, readonly string[]>>;
  readonly laterTexts: Readonly<Record<string, readonly string[]>>;
  readonly screens: Readonly<Record<string, readonly string[]>>;
};

/** Screens that need no later texts, by the first path segment. */
const SCREENS_WITH_FIRST_TEXTS = ['', 'approvals', 'sign-in', 'sign-up', 'forgot-password'];
/** Longer than the slowest page takes to load. */
const PREFETCH_LIFETIME_MS = 60_000;

const { languages, laterTexts, screens } = __SCRIPTS__;

function preloadScripts(scripts: readonly string[] = []): void {
  for (const href of scripts)
    document.head.append(
      Object.assign(document.createElement('link'), { rel: 'modulepreload', crossOrigin: 'anonymous', href }),
    );
}

applyTheme(getTheme());
applyPreferences();
const prefetched: typeof globalThis.holdfastPrefetched = new Map();
for (const url of getPrefetchUrls(location)) {
  const response = fetch(url);
  // A prefetched response that nobody reads must not log an unhandled rejection.
  response.catch(() => {});
  prefetched.set(new URL(url, location.origin).href, response);
}
globalThis.holdfastPrefetched = prefetched;
// Later screens request current data.
setTimeout(() => {
  globalThis.holdfastPrefetched = undefined;
}, PREFETCH_LIFETIME_MS);
const language = findPreferredLanguage(Object.keys(languages)) ?? 'en';
// The first use of Intl loads its data, which takes milliseconds. Until the scripts are loaded, the page is idle.
setTimeout(() => Intl.NumberFormat(language));
const [, screen = ''] = location.pathname.split('/');
preloadScripts(languages[language]);
preloadScripts(screens[screen]);
if (!SCREENS_WITH_FIRST_TEXTS.includes(screen)) preloadScripts(laterTexts[language]);
