/** A missing or invalid setting. The message is one line that names the setting and the fix. */
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
  readonly defaultText: string;
  readonly description: string;
}

/** A configuration value and the settings that it derives from. */
export interface Setting<T> {
  readonly rows: readonly SettingRow[];
  /** Throws a {@link SettingError} for an invalid setting. */
  read(env: NodeJS.ProcessEnv): T;
}

/** Values of a record of settings. */
export type SettingValues<S> = { readonly [K in keyof S]: S[K] extends Setting<infer T> ? T : never };

/** Parses the text of a setting. Calls `reject` with the expected format if the text is invalid. */
export type Parser<T> = (text: string, reject: (problem: string) => never) => T;

/** Creates a setting. An unset or blank setting has the default as its text. */
export function defineSetting<T>(name: string, defaultText: string, description: string, parse: Parser<T>): Setting<T> {
  const reject = (problem: string): never => {
    throw new SettingError(name, problem);
  };
  return { rows: [{ name, defaultText, description }], read: (env) => parse(env[name]?.trim() || defaultText, reject) };
}

/** Adds a default that derives from other settings. */
export function withDefault<T>(base: Setting<T | undefined>, getDefault: (env: NodeJS.ProcessEnv) => T): Setting<T> {
  return { rows: base.rows, read: (env) => base.read(env) ?? getDefault(env) };
}

/** Reads all settings of a record in order. */
export function readSettings<S extends Record<string, Setting<unknown>>>(
  settings: S,
  env: NodeJS.ProcessEnv,
): SettingValues<S> {
  return Object.fromEntries(Object.entries(settings).map(([key, { read }]) => [key, read(env)])) as SettingValues<S>;
}
