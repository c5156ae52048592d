/** A setting that is missing or wrong; `message` is one line that names it and what to do. */
export class SettingError extends Error {
  readonly setting: string;

  constructor(setting: string, problem: string) {
    super(`${setting}: ${problem}`);
    this.name = 'SettingError';
    this.setting = setting;
  }
}

/** What a setting is called, its default, and what it is for: a row of README's table. */
export interface SettingRow {
  readonly name: string;
  readonly defaultText: string;
  readonly description: string;
}

/** A value of the configuration and the settings that it is read from. */
export interface Setting<T> {
  readonly rows: readonly SettingRow[];
  /** Throws a {@link SettingError} that names a wrong one. */
  read(env: NodeJS.ProcessEnv): T;
}

/** What a record of settings is read as. */
export type SettingValues<S> = { readonly [K in keyof S]: S[K] extends Setting<infer T> ? T : never };

/** Makes a value of a setting's text, or says with `refuse` how the text has to be. */
export type Parser<T> = (text: string, reject: (problem: string) => never) => T;

/** A setting of its own. What is not set, or blank, has the default as its text. */
export function defineSetting<T>(name: string, defaultText: string, description: string, parse: Parser<T>): Setting<T> {
  const reject = (problem: string): never => {
    throw new SettingError(name, problem);
  };
  return { rows: [{ name, defaultText, description }], read: (env) => parse(env[name]?.trim() || defaultText, reject) };
}

/** The same with a default that is made of other settings. */
export function withDefault<T>(base: Setting<T | undefined>, getDefault: (env: NodeJS.ProcessEnv) => T): Setting<T> {
  return { rows: base.rows, read: (env) => base.read(env) ?? getDefault(env) };
}

/** Reads each setting of a record, in their order. */
export function readSettings<S extends Record<string, Setting<unknown>>>(
  settings: S,
  env: NodeJS.ProcessEnv,
): SettingValues<S> {
  return Object.fromEntries(Object.entries(settings).map(([key, { read }]) => [key, read(env)])) as SettingValues<S>;
}
