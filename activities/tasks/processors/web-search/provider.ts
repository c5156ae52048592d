import type { WebSearchSettings } from '../../../../src/platform/config/web-search.ts';
import type { HttpMethod } from '../../../../src/platform/http/guarded-client.ts';

/** What is searched for. */
export interface SearchQuery {
  readonly query: string;
  readonly maxResults: number;
}

/** A page that was found. */
export interface SearchResult {
  readonly title: string;
  readonly url: string;
  readonly text: string;
}

/** What a search found: pages, and what the provider itself says of them where it does. */
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

/** How a provider is asked, and how its answer is read. */
export interface SearchProvider {
  /** Characters of the longest query that it takes. */
  readonly maxQueryLength: number;
  request(settings: WebSearchSettings, query: SearchQuery): SearchRequest;
  /** Reads an answer that is JSON; whatever has not the form is left out. */
  read(answer: unknown): SearchFound;
}

/** A value inside JSON of others; undefined where there is none. */
export function getAt(value: unknown, ...path: readonly (string | number)[]): unknown {
  let found = value;
  for (const step of path) found = typeof found === 'object' && found !== null ? Reflect.get(found, step) : undefined;
  return found;
}

/** A list inside JSON of others. */
export function listAt(value: unknown, ...path: readonly (string | number)[]): readonly unknown[] {
  const found = getAt(value, ...path);
  return Array.isArray(found) ? found : [];
}

export const textAt = (value: unknown, ...path: readonly (string | number)[]): string => {
  const found = getAt(value, ...path);
  return typeof found === 'string' ? found : '';
};

/** The headers that say who asks. */
export function bearerHeader(key: string | undefined): Record<string, string> {
  return key === undefined ? {} : { authorization: `Bearer ${key}` };
}
