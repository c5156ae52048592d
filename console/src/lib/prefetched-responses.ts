/** Answers that were asked for before the console was loaded, by their addresses. */
export type PrefetchedResponses = Map<string, Promise<Response>>;

declare global {
  /** Left by the script in the index; gone as soon as it might tell of what was before. */
  var holdfastPrefetched: PrefetchedResponses | undefined;
}

/**
 * Answer to a request that the script in the index has made already. Each serves once, and none after the page wrote anything:
 * what is read from then on is read anew.
 */
export function takePrefetchedResponse({ method, url }: Request): Promise<Response> | undefined {
  if (method !== 'GET') globalThis.holdfastPrefetched = undefined;
  const response = globalThis.holdfastPrefetched?.get(url);
  globalThis.holdfastPrefetched?.delete(url);
  return response;
}
