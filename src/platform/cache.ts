/** A map of at most `most` entries that forgets what was used longest ago; for rows that never change. */
export class BoundedCache<V> {
  readonly #entries = new Map<string, V>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  /** The value under the key, loaded on a miss. A miss that finds nothing is not remembered. */
  async get(key: string, load: () => Promise<V | undefined>): Promise<V | undefined> {
    const known = this.#entries.get(key);
    if (known !== undefined) {
      this.#entries.delete(key);
      this.#entries.set(key, known);
      return known;
    }
    const loaded = await load();
    if (loaded === undefined) return undefined;
    this.#entries.set(key, loaded);
    const oldest = this.#entries.keys().next();
    if (this.#entries.size > this.#most && !oldest.done) this.#entries.delete(oldest.value);
    return loaded;
  }
}
