import type { SearchProviderName } from '../../../../src/platform/config/web-search.ts';
import { bearer, listIn, type SearchProvider, textIn } from './provider.ts';

const JSON_BODY = { accept: 'application/json', 'content-type': 'application/json' };

/** A server of one's own that asks several search engines. */
const searxng: SearchProvider = {
  longestQuery: 1000,
  request({ url, key }, { query }) {
    const search = new URLSearchParams({ q: query, format: 'json' });
    return { method: 'GET', url: `${url}/search?${search}`, headers: { accept: 'application/json', ...bearer(key) } };
  },
  read: (answer) => ({
    results: listIn(answer, 'results').map((one) => ({
      title: textIn(one, 'title'),
      url: textIn(one, 'url'),
      text: textIn(one, 'content'),
    })),
  }),
};

const brave: SearchProvider = {
  longestQuery: 400,
  request({ url, key = '' }, { query, maxResults }) {
    const search = new URLSearchParams({ q: query, count: String(maxResults), text_decorations: 'false' });
    const headers = { accept: 'application/json', 'x-subscription-token': key };
    return { method: 'GET', url: `${url}/res/v1/web/search?${search}`, headers };
  },
  read: (answer) => ({
    results: listIn(answer, 'web', 'results').map((one) => ({
      title: textIn(one, 'title'),
      url: textIn(one, 'url'),
      text: [textIn(one, 'description'), ...listIn(one, 'extra_snippets')]
        .filter((part) => typeof part === 'string' && part !== '')
        .join('\n'),
    })),
  }),
};

const tavily: SearchProvider = {
  longestQuery: 400,
  request({ url, key }, { query, maxResults }) {
    const body = JSON.stringify({ query, max_results: maxResults });
    return { method: 'POST', url: `${url}/search`, headers: { ...JSON_BODY, ...bearer(key) }, body };
  },
  read: (answer) => ({
    answer: textIn(answer, 'answer'),
    results: listIn(answer, 'results').map((one) => ({
      title: textIn(one, 'title'),
      url: textIn(one, 'url'),
      text: textIn(one, 'content'),
    })),
  }),
};

/** A model that searches by itself and says from where it has what it says. */
const model: SearchProvider = {
  longestQuery: 4000,
  request({ url, key, model: name }, { query }) {
    const body = JSON.stringify({ model: name, messages: [{ role: 'user', content: query }] });
    return { method: 'POST', url: `${url}/chat/completions`, headers: { ...JSON_BODY, ...bearer(key) }, body };
  },
  read(answer) {
    const message = ['choices', 0, 'message'] as const;
    const found = listIn(answer, 'search_results').map((one) => [
      textIn(one, 'url'),
      textIn(one, 'title'),
      textIn(one, 'snippet'),
    ]);
    const noted = listIn(answer, ...message, 'annotations').map((one) => [
      textIn(one, 'url_citation', 'url'),
      textIn(one, 'url_citation', 'title'),
    ]);
    const named = listIn(answer, 'citations').map((one) => [typeof one === 'string' ? one : '']);
    const [sources = []] = [found, noted, named].filter((list) => list.length > 0);
    return {
      answer: textIn(answer, ...message, 'content'),
      results: sources.map(([url = '', title = '', text = '']) => ({ title, url, text })),
    };
  },
};

export const SEARCH_PROVIDERS: Readonly<Record<SearchProviderName, SearchProvider>> = { searxng, brave, tavily, model };
