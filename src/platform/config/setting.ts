/** A setting that is missing or wrong; `message` is one line that names it and what to do. */
export class SettingError extends Error {
  readonly setting: string;

  constructor(setting: string, problem: string) {
    super(`${setting}: ${problem}`);
    this.name = 'SettingError';
    this.setting = setting;
  }
}

/** Name, default and description of a setting: a row of docs/settings.md. */
export interface SettingRow {
  readonly name: string;
  readonly fallback: string;
  readonly help: string;
}

/** A value of the configuration and the settings that it is read from. */
export interface Setting<T> {
  readonly rows: readonly SettingRow[];
  /** Throws a {@link SettingError} that names a wrong one. */
  read(env: NodeJS.ProcessEnv): T;
}

/** What a record of settings is read as. */
export type ValuesOf<S> = { readonly [K in keyof S]: S[K] extends Setting<infer T> ? T : never };

/** Makes a value of a setting's text, or says with `refuse` how the text has to be. */
export type Parser<T> = (text: string, refuse: (problem: string) => never) => T;

/** A setting of its own. What is not set, or blank, has the default as its text. */
export function setting<T>(name: string, fallback: string, help: string, parse: Parser<T>): Setting<T> {
  const refuse = (problem: string): never => {
    throw new SettingError(name, problem);
  };
  return { rows: [{ name, fallback, help }], read: (env) => parse(env[name]?.trim() || fallback, refuse) };
}

/** The same with a default that is made of other settings. */
export function orElse<T>(given: Setting<T | undefined>, make: (env: NodeJS.ProcessEnv) => T): Setting<T> {
  return { rows: given.rows, read: (env) => given.read(env) ?? make(env) };
}

/** Reads each setting of a record, in their order. */
export function readAll<S extends Record<string, Setting<unknown>>>(settings: S, env: NodeJS.ProcessEnv): ValuesOf<S> {
  return Object.fromEntries(Object.entries(settings).map(([key, { read }]) => [key, read(env)])) as ValuesOf<S>;
}
