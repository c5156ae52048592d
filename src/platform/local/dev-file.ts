import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadConfig, SettingError } from '../config.ts';
import { omitUndefined } from '../omit-undefined.ts';

/**
 * Content of `<dataDir>/dev.json`: everything that a client on this machine needs. Only its owner can read the file.
 */
export interface DevFile {
  /** URL of the API; ends with /api/v1. */
  readonly base_url: string;
  readonly auth_url: string;
  readonly console_url: string;
  readonly org_id: string;
  readonly project_id: string;
  /** API key of the first user. */
  readonly api_key: string;
  readonly user_email: string;
  readonly user_password: string;
  /** The demo task. */
  readonly task_id: string;
  /** The demo agent, which needs approval to use the calculator. */
  readonly agent_id: string;
  readonly temporal_address: string;
  readonly temporal_namespace: string;
  /** Port of the embedded Postgres; null with DATABASE_URL. */
  readonly database_port: number | null;
}

/** Returns the path of the file in a data folder. */
export function getDevFilePath(dataDir: string): string {
  return join(dataDir, 'dev.json');
}

/**
 * Adds the settings that `npm start` wrote for the installation of the same DATA_DIR, such as ports. Settings of the
 * command itself win.
 */
export function addRunningSettings(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const dev = findDevFile(loadConfig(env).dataDir);
  if (dev === undefined) return env;
  // A command with another database refers to another installation.
  if (env.DATABASE_URL !== undefined && dev.database_port !== null) return env;
  const overridesAddress = env.PORT !== undefined || env.PUBLIC_URL !== undefined;
  const discovered = {
    EMBEDDED_POSTGRES_PORT: dev.database_port ? String(dev.database_port) : undefined,
    PUBLIC_URL: overridesAddress ? undefined : dev.console_url,
    TEMPORAL_ADDRESS: dev.temporal_address || undefined,
    TEMPORAL_NAMESPACE: dev.temporal_namespace || undefined,
  };
  return { ...omitUndefined(discovered), ...omitUndefined(env) };
}

/** Reads the file. Undefined if there is none. */
export function findDevFile(dataDir: string): DevFile | undefined {
  return existsSync(getDevFilePath(dataDir)) ? readDevFile(dataDir) : undefined;
}

/** Reads the file. Throws SettingError for DATA_DIR if it is missing. */
export function readDevFile(dataDir: string): DevFile {
  try {
    return JSON.parse(readFileSync(getDevFilePath(dataDir), 'utf8')) as DevFile;
  } catch (error) {
    throw new SettingError(
      'DATA_DIR',
      `${getDevFilePath(dataDir)} cannot be read (${(error as Error).message}); \`npm start\` writes it`,
    );
  }
}

/** Message of the demo: the first tool runs immediately, the second waits for approval. */
export const DEMO_MESSAGE =
  'Please use current_time {"timezone":"UTC"} and then calculator {"expression":"6*7"}, and tell me both answers.';
