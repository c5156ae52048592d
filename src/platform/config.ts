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
import { TELEMETRY } from './config/telemetry.ts';
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
  ...TELEMETRY,
};

/** Configuration of a process, read once at startup. */
export type Config = SettingValues<typeof ALL_SETTINGS>;

/** All settings with their defaults, the source of docs/settings.md. A test compares them. */
export const SETTINGS: readonly SettingRow[] = Object.values(ALL_SETTINGS).flatMap(({ rows }) => rows);

/** Reads the settings. Throws {@link SettingError} for the first invalid one. */
export function loadConfig(env: NodeJS.ProcessEnv = process.env): Config {
  return readSettings(ALL_SETTINGS, env);
}

/** Returns the value of a setting. Throws {@link SettingError} with the reason if it is not set. */
export function requireSetting(value: string | undefined, setting: string, reason: string): string {
  if (value === undefined) throw new SettingError(setting, `is not set; ${reason}`);
  return value;
}
