import { BILLING } from './config/billing.ts';
import { FILES } from './config/files.ts';
import { FORWARDING } from './config/forwarding.ts';
import { INTEGRATIONS } from './config/integrations.ts';
import { PARSING } from './config/parsing.ts';
import { PDF } from './config/pdf.ts';
import { PEOPLE } from './config/people.ts';
import { SERVER } from './config/server.ts';
import { readAll, SettingError, type SettingRow, type ValuesOf } from './config/setting.ts';
import { SOURCES } from './config/sources.ts';
import { STDIO } from './config/stdio.ts';
import { STORES } from './config/stores.ts';
import { WEB_SEARCH } from './config/web-search.ts';
import { WORKERS } from './config/workers.ts';

export { SettingError };

const ALL = {
  ...SERVER,
  ...STORES,
  ...FILES,
  ...PEOPLE,
  ...WORKERS,
  ...INTEGRATIONS,
  ...STDIO,
  ...PARSING,
  ...PDF,
  ...SOURCES,
  ...FORWARDING,
  ...WEB_SEARCH,
  ...BILLING,
};

/** Everything a process can be told from outside, read once at its start. */
export type Config = ValuesOf<typeof ALL>;

/** All settings with their defaults, the source of docs/settings.md. A test compares them. */
export const SETTINGS: readonly SettingRow[] = Object.values(ALL).flatMap(({ rows }) => rows);

/** Reads the settings. Throws {@link SettingError} naming the first that is wrong. */
export function loadConfig(env: NodeJS.ProcessEnv = process.env): Config {
  return readAll(ALL, env);
}

/** The setting, or a SettingError that says who needs it. */
export function required(value: string | undefined, setting: string, why: string): string {
  if (value === undefined) throw new SettingError(setting, `is not set; ${why}`);
  return value;
}
