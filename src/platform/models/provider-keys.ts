/** API keys of providers: those of the environment, else those that an administrator stored. */
export class ProviderKeys {
  /** Environment with the stored keys. The object stays the same when keys change. */
  readonly env: NodeJS.ProcessEnv;
  readonly #environment: Readonly<NodeJS.ProcessEnv>;
  #stored: ReadonlyMap<string, string> = new Map();
  readonly #listeners: (() => void)[] = [];

  constructor(environment: Readonly<NodeJS.ProcessEnv>) {
    this.#environment = { ...environment };
    this.env = { ...environment };
  }

  /** Returns whether the process environment has the key. A stored key never replaces it. */
  isInEnvironment(variable: string): boolean {
    return Boolean(this.#environment[variable]?.trim());
  }

  /** Returns whether a key is available or not needed. */
  has(variable: string | undefined): boolean {
    return variable === undefined || Boolean(this.env[variable]?.trim());
  }

  /** Registers a listener for added or removed keys. */
  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** Replaces all stored keys. */
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
