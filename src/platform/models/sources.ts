import type { ModelSource } from './request.ts';

/** Maximum number of sources per run, and maximum characters of URL and title. */
const MAX_SOURCES = 100;
const MAX_LENGTH = 2000;

/** Merges distinct sources. Drops URLs that are no web pages. */
export function mergeSources(current: readonly ModelSource[], added: readonly ModelSource[]): ModelSource[] {
  const all = new Map<string, ModelSource>();
  for (const { url, title } of [...current, ...added]) {
    const source = {
      url: isWebPage(url) ? url.slice(0, MAX_LENGTH) : null,
      title: title?.slice(0, MAX_LENGTH) ?? null,
    };
    const key = source.url ?? source.title;
    if (key !== null && !all.get(key)?.title) all.set(key, source);
  }
  return [...all.values()].slice(0, MAX_SOURCES);
}

function isWebPage(url: string | null): url is string {
  return url !== null && /^https?:\/\//i.test(url) && URL.canParse(url);
}
