import type { LRUCache } from 'lru-cache';

/** The value under the key, loaded on a miss. A miss that finds nothing is not remembered. */
export async function getOrLoad<V extends object>(
  cache: LRUCache<string, V>,
  key: string,
  load: () => Promise<V | undefined>,
): Promise<V | undefined> {
  const cached = cache.get(key);
  if (cached !== undefined) return cached;
  const loaded = await load();
  if (loaded !== undefined) cache.set(key, loaded);
  return loaded;
}
