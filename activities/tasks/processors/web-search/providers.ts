import type { SearchProviderName } from '../../../../src/platform/config/web-search.ts';
import { createBearerHeaders, listAt, type SearchProvider, textAt } from './provider.ts';

const JSON_BODY = { accept: 'application/json', 'content-type': 'application/json' };

const readContentResults = (answer: unknown) =>
  listAt(answer, 'results').map((one) => ({
    title: textAt(one, 'title'),
    url: textAt(one, 'url'),
    text: textAt(one, 'content'),
  }));

/** A self-hosted server that queries several search engines. */
const searxng: SearchProvider = {
  maxQueryLength: 1000,
  request({ url, key }, { query }) {
    const search = new URLSearchParams({ q: query, format: 'json' });
    return {
      method: 'GET',
      url: `${url}/search?${search}`,
      headers: { accept: 'application/json', ...createBearerHeaders(key) },
    };
  },
  read: (answer) => ({
    results: readContentResults(answer),
  }),
};

const brave: SearchProvider = {
  maxQueryLength: 400,
  request({ url, key = '' }, { query, maxResults }) {
    const search = new URLSearchParams({ q: query, count: String(maxResults), text_decorations: 'false' });
    const headers = { accept: 'application/json', 'x-subscription-token': key };
    return { method: 'GET', url: `${url}/res/v1/web/search?${search}`, headers };
  },
  read: (answer) => ({
    results: listAt(answer, 'web', 'results').map((one) => ({
      title: textAt(one, 'title'),
      url: textAt(one, 'url'),
      text: [textAt(one, 'description'), ...listAt(one, 'extra_snippets')]
        .filter((part) => typeof part === 'string' && part !== '')
        .join('\n'),
    })),
  }),
};

const tavily: SearchProvider = {
  maxQueryLength: 400,
  request({ url, key }, { query, maxResults }) {
    const body = JSON.stringify({ query, max_results: maxResults });
    return { method: 'POST', url: `${url}/search`, headers: { ...JSON_BODY, ...createBearerHeaders(key) }, body };
  },
  read: (answer) => ({
    answer: textAt(answer, 'answer'),
    results: readContentResults(answer),
  }),
};

/** A model that searches by itself and cites its sources. */
const model: SearchProvider = {
  maxQueryLength: 4000,
  request({ url, key, model: name }, { query }) {
    const body = JSON.stringify({ model: name, messages: [{ role: 'user', content: query }] });
    return {
      method: 'POST',
      url: `${url}/chat/completions`,
      headers: { ...JSON_BODY, ...createBearerHeaders(key) },
      body,
    };
  },
  read(answer) {
    const message = ['choices', 0, 'message'] as const;
    const found = listAt(answer, 'search_results').map((one) => [
      textAt(one, 'url'),
      textAt(one, 'title'),
      textAt(one, 'snippet'),
    ]);
    const noted = listAt(answer, ...message, 'annotations').map((one) => [
      textAt(one, 'url_citation', 'url'),
      textAt(one, 'url_citation', 'title'),
    ]);
    const named = listAt(answer, 'citations').map((one) => [typeof one === 'string' ? one : '']);
    const [sources = []] = [found, noted, named].filter((list) => list.length > 0);
    return {
      answer: textAt(answer, ...message, 'content'),
      results: sources.map(([url = '', title = '', text = '']) => ({ title, url, text })),
    };
  },
};

export const SEARCH_PROVIDERS: Readonly<Record<SearchProviderName, SearchProvider>> = { searxng, brave, tavily, model };
