/**
 * Keys of providers as everything that calls models looks them up: those of the environment, and where that has none,
 * those that an administrator stored.
 */
export class ProviderKeys {
  /** The environment with the stored keys. It stays the same object, whatever is stored. */
  readonly env: NodeJS.ProcessEnv;
  readonly #environment: Readonly<NodeJS.ProcessEnv>;
  #stored: ReadonlyMap<string, string> = new Map();
  readonly #listeners: (() => void)[] = [];

  constructor(environment: Readonly<NodeJS.ProcessEnv>) {
    this.#environment = { ...environment };
    this.env = { ...environment };
  }

  /** Whether the environment of the process has the key, which no stored one takes the place of. */
  isInEnvironment(variable: string): boolean {
    return Boolean(this.#environment[variable]?.trim());
  }

  /** Whether there is a key, wherever it comes from; what needs none has what it needs. */
  has(variable: string | undefined): boolean {
    return variable === undefined || Boolean(this.env[variable]?.trim());
  }

  /** Calls `listener` once there are keys that were not there before, or some no more. */
  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** Puts these keys in the place of all that were stored before. */
  setStored(stored: ReadonlyMap<string, string>): void {
    const names = new Set([...this.#stored.keys(), ...stored.keys()]);
    const available = new Set([...names].filter((name) => this.has(name)));
    this.#stored = stored;
    for (const name of names) {
      if (this.isInEnvironment(name)) continue;
      const key = stored.get(name) ?? this.#environment[name];
      if (key === undefined) delete this.env[name];
      else this.env[name] = key;
    }
    if ([...names].some((name) => this.has(name) !== available.has(name))) for (const call of this.#listeners) call();
  }
}
