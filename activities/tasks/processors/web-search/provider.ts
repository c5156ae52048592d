import type { WebSearchSettings } from '../../../../src/platform/config/web-search.ts';
import type { HttpMethod } from '../../../../src/platform/http/guarded-client.ts';

/** Query of a search. */
export interface SearchQuery {
  readonly query: string;
  readonly maxResults: number;
}

/** A page in the results. */
export interface SearchResult {
  readonly title: string;
  readonly url: string;
  readonly text: string;
}

/** Results of a search: pages, and the provider's own answer, if any. */
export interface SearchFound {
  readonly answer?: string;
  readonly results: readonly SearchResult[];
}

/** A request to a provider. */
export interface SearchRequest {
  readonly method: HttpMethod;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Request and response format of a search provider. */
export interface SearchProvider {
  /** Maximum length of a query in characters. */
  readonly maxQueryLength: number;
  request(settings: WebSearchSettings, query: SearchQuery): SearchRequest;
  /** Reads a JSON response. Invalid parts are omitted. */
  read(answer: unknown): SearchFound;
}

/** Returns a nested value of untrusted JSON. Undefined if there is none. */
function getAt(value: unknown, ...path: readonly (string | number)[]): unknown {
  let found = value;
  for (const step of path) found = typeof found === 'object' && found !== null ? Reflect.get(found, step) : undefined;
  return found;
}

/** Returns a nested list of untrusted JSON. */
export function listAt(value: unknown, ...path: readonly (string | number)[]): readonly unknown[] {
  const found = getAt(value, ...path);
  return Array.isArray(found) ? found : [];
}

export const textAt = (value: unknown, ...path: readonly (string | number)[]): string => {
  const found = getAt(value, ...path);
  return typeof found === 'string' ? found : '';
};

/** Returns the authorization headers. */
export function createBearerHeaders(key: string | undefined): Record<string, string> {
  return key === undefined ? {} : { authorization: `Bearer ${key}` };
}
