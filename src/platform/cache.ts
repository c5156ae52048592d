import type { LRUCache } from 'lru-cache';

/** Returns the cached value, or loads and caches it. An undefined value is not cached. */
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
