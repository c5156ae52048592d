/** Answers that were asked for before the console was loaded, by their addresses. */
export type Early = Map<string, Promise<Response>>;

declare global {
  /** Left by the script in the index; gone as soon as it might tell of what was before. */
  var holdfastEarly: Early | undefined;
}

/**
 * Answer to a request that the script in the index has made already. Each serves once, and none after the page wrote anything:
 * what is read from then on is read anew.
 */
export function askedEarly({ method, url }: Request): Promise<Response> | undefined {
  if (method !== 'GET') globalThis.holdfastEarly = undefined;
  const answer = globalThis.holdfastEarly?.get(url);
  globalThis.holdfastEarly?.delete(url);
  return answer;
}
