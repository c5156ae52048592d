import type { ModelSource } from './request.ts';

/** Sources that are kept of a run, and characters of what names one. */
const MOST = 100;
const LONGEST = 2000;

/** Sources of several answers, each once. An address that no browser opens as a page is left out. */
export function joinedSources(before: readonly ModelSource[], more: readonly ModelSource[]): ModelSource[] {
  const all = new Map<string, ModelSource>();
  for (const { url, title } of [...before, ...more]) {
    const source = { url: isPage(url) ? url.slice(0, LONGEST) : null, title: title?.slice(0, LONGEST) ?? null };
    const key = source.url ?? source.title;
    if (key !== null && !all.get(key)?.title) all.set(key, source);
  }
  return [...all.values()].slice(0, MOST);
}

function isPage(url: string | null): url is string {
  return url !== null && /^https?:\/\//i.test(url) && URL.canParse(url);
}
