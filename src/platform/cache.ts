import type { LRUCache } from 'lru-cache';

/** The value under the key, loaded on a miss. A miss that finds nothing is not remembered. */
export async function remembered<V extends object>(
  cache: LRUCache<string, V>,
  key: string,
  load: () => Promise<V | undefined>,
): Promise<V | undefined> {
  const known = cache.get(key);
  if (known !== undefined) return known;
  const loaded = await load();
  if (loaded !== undefined) cache.set(key, loaded);
  return loaded;
}
