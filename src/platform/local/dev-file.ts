import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadConfig, SettingError } from '../config.ts';
import { given } from '../given.ts';

/** What `<dataDir>/dev.json` holds: all that a client on this machine needs. The file is readable by its owner only. */
export interface DevFile {
  /** Address of the API, ending in /api/v1. */
  readonly base_url: string;
  readonly auth_url: string;
  readonly console_url: string;
  readonly org_id: string;
  readonly project_id: string;
  /** Key of the first user. */
  readonly api_key: string;
  readonly user_email: string;
  readonly user_password: string;
  /** The demo task. */
  readonly task_id: string;
  /** The demo agent, which asks before it uses the calculator. */
  readonly agent_id: string;
  readonly temporal_address: string;
  readonly temporal_namespace: string;
  /** Port of the embedded Postgres; null where DATABASE_URL names another one, absent in files of earlier releases. */
  readonly database_port?: number | null;
}

/** Path of the file in a folder of development state. */
export function getDevFilePath(dataDir: string): string {
  return join(dataDir, 'dev.json');
}

/**
 * The settings of a command with what `npm start` wrote of the installation of the same DATA_DIR: its ports may have been
 * set for it alone. A setting that the command has itself wins.
 */
export function addRunningSettings(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { dataDir } = loadConfig(env);
  if (!existsSync(getDevFilePath(dataDir))) return env;
  const dev = readDevFile(dataDir);
  // A command that names another database is about another installation.
  if (env.DATABASE_URL !== undefined && dev.database_port !== null) return env;
  const overridesAddress = env.PORT !== undefined || env.PUBLIC_URL !== undefined;
  const discovered = {
    EMBEDDED_POSTGRES_PORT: dev.database_port ? String(dev.database_port) : undefined,
    PUBLIC_URL: overridesAddress ? undefined : dev.console_url,
    TEMPORAL_ADDRESS: dev.temporal_address || undefined,
    TEMPORAL_NAMESPACE: dev.temporal_namespace || undefined,
  };
  return { ...given(discovered), ...given(env) };
}

/** Reads the file. Throws SettingError naming DATA_DIR when there is none. */
export function readDevFile(dataDir: string): DevFile {
  try {
    return JSON.parse(readFileSync(getDevFilePath(dataDir), 'utf8')) as DevFile;
  } catch (error) {
    throw new SettingError(
      'DATA_DIR',
      `${getDevFilePath(dataDir)} can't be read (${(error as Error).message}); \`npm start\` writes it`,
    );
  }
}

/** What the demo asks the agent: the first tool runs freely, the second waits for a person. */
export const DEMO_MESSAGE =
  'Please use current_time {"timezone":"UTC"} and then calculator {"expression":"6*7"}, and tell me both answers.';
