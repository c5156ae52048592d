import { ACCOUNTS } from './config/accounts.ts';
import { BILLING } from './config/billing.ts';
import { FILES } from './config/files.ts';
import { FORWARDING } from './config/forwarding.ts';
import { INTEGRATIONS } from './config/integrations.ts';
import { PARSING } from './config/parsing.ts';
import { PDF } from './config/pdf.ts';
import { SERVER } from './config/server.ts';
import { readSettings, SettingError, type SettingRow, type SettingValues } from './config/setting.ts';
import { SOURCES } from './config/sources.ts';
import { STDIO } from './config/stdio.ts';
import { STORAGE } from './config/storage.ts';
import { WEB_SEARCH } from './config/web-search.ts';
import { WORKERS } from './config/workers.ts';

export { SettingError };

const ALL_SETTINGS = {
  ...SERVER,
  ...STORAGE,
  ...FILES,
  ...ACCOUNTS,
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
export type Config = SettingValues<typeof ALL_SETTINGS>;

/** All settings with their defaults; README's table is written from this list and a test compares them. */
export const SETTINGS: readonly SettingRow[] = Object.values(ALL_SETTINGS).flatMap(({ rows }) => rows);

/** Reads the settings. Throws {@link SettingError} naming the first that is wrong. */
export function loadConfig(env: NodeJS.ProcessEnv = process.env): Config {
  return readSettings(ALL_SETTINGS, env);
}

/** The setting, or a SettingError that says who needs it. */
export function requireSetting(value: string | undefined, setting: string, reason: string): string {
  if (value === undefined) throw new SettingError(setting, `is not set; ${reason}`);
  return value;
}
