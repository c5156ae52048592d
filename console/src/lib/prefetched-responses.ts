/** Responses to requests that the index script sent before the app loaded, by URL. */
type PrefetchedResponses = Map<string, Promise<Response>>;

declare global {
  /** Set by the index script; deleted as soon as the responses may be outdated. */
  var holdfastPrefetched: PrefetchedResponses | undefined;
}

/**
 * Takes the prefetched response to a request. Each serves once. A write discards all of them, because it may outdate
 * them.
 */
export function takePrefetchedResponse({ method, url }: Request): Promise<Response> | undefined {
  if (method !== 'GET') globalThis.holdfastPrefetched = undefined;
  const response = globalThis.holdfastPrefetched?.get(url);
  globalThis.holdfastPrefetched?.delete(url);
  return response;
}
