import Type from 'typebox';
import { checkEach, errors } from '../../../platform/errors.ts';
import { definePattern, patternProblems } from '../../../platform/patterns.ts';
import { sourceProblems } from '../../problems.ts';
import { MAX_ADDRESS_LENGTH, parseAddress } from '../web/addresses.ts';
import type { SourceKind } from './kind.ts';

const PathPrefixes = (description: string) =>
  Type.Array(Type.String({ pattern: definePattern(patternProblems.invalid_url_path, '^/'), maxLength: 500 }), {
    maxItems: 50,
    description,
  });

/** Fields of a crawl. */
export const CRAWL_FIELDS = {
  urls: Type.Array(Type.String({ minLength: 1, maxLength: MAX_ADDRESS_LENGTH }), {
    maxItems: 100,
    description: 'Start URLs. The crawl stays on the sites of these URLs.',
  }),
  max_crawl_depth: Type.Integer({
    minimum: 0,
    maximum: 20,
    description: 'Maximum number of links between a start URL and a page. 0 reads only the start URLs. Default 3.',
  }),
  max_pages: Type.Integer({
    minimum: 1,
    maximum: 100_000,
    description: 'Maximum number of URLs that a run visits. Default 1000.',
  }),
  include_paths: PathPrefixes('Prefixes of paths to read. Empty for all paths.'),
  exclude_paths: PathPrefixes('Prefixes of paths to leave out.'),
};

/** Default values of crawl settings. */
export const CRAWL_DEFAULTS = { max_crawl_depth: 3, max_pages: 1000, include_paths: [], exclude_paths: [] };

/** Throws a 422 with each invalid address. */
export function assertAddresses(urls: readonly string[], path: readonly (string | number)[]): void {
  checkEach(urls, (url, index) => {
    if (parseAddress(url) === undefined) throw errors.invalid([...path, index], sourceProblems.invalid_crawl_address);
  });
}

/** Source kind for websites. */
export const webKind: SourceKind = {
  name: 'web',
  fields: {
    urls: { schema: CRAWL_FIELDS.urls, initial: [], address: true },
    max_crawl_depth: { schema: CRAWL_FIELDS.max_crawl_depth, initial: CRAWL_DEFAULTS.max_crawl_depth },
    max_pages: { schema: CRAWL_FIELDS.max_pages, initial: CRAWL_DEFAULTS.max_pages },
    include_paths: { schema: CRAWL_FIELDS.include_paths, initial: [] },
    exclude_paths: { schema: CRAWL_FIELDS.exclude_paths, initial: [] },
  },
  secret: 'none',
  check: ({ urls }) => assertAddresses(urls as string[], ['config', 'urls']),
};

/** Configuration of a crawl. */
export interface CrawlConfig {
  readonly urls: readonly string[];
  readonly max_crawl_depth: number;
  readonly max_pages: number;
  readonly include_paths: readonly string[];
  readonly exclude_paths: readonly string[];
}
