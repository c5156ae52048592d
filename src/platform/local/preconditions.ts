import { randomBytes } from 'node:crypto';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Config, SettingError } from '../config.ts';
import { acquireLock, type Lock, LockedError } from './lock.ts';
import { isPortTaken } from './ports.ts';
import { getOrCreateSecret } from './secret-file.ts';

/** Creates and locks the data folder for this process. Throws SettingError if another process holds it. */
export function lockDataDir(dataDir: string): Lock {
  try {
    mkdirSync(dataDir, { recursive: true });
    return acquireLock(join(dataDir, 'supervisor.lock'));
  } catch (error) {
    if (error instanceof LockedError) {
      throw new SettingError(
        'DATA_DIR',
        `Holdfast already runs on ${dataDir} (process ${error.pid}); stop it there or choose another folder`,
      );
    }
    throw new SettingError('DATA_DIR', `${dataDir} cannot be used: ${(error as Error).message}`);
  }
}

/** Throws SettingError for the first port that is taken. */
export async function assertPortsFree(config: Config): Promise<void> {
  const required: [setting: string, port: number, host: string][] = [['PORT', config.port, config.host]];
  if (!config.databaseUrl) required.push(['EMBEDDED_POSTGRES_PORT', config.embeddedPostgresPort, '127.0.0.1']);
  if (!config.temporalAddress) {
    required.push(
      ['TEMPORAL_PORT', config.temporalPort, '127.0.0.1'],
      ['TEMPORAL_UI_PORT', config.temporalUiPort, '127.0.0.1'],
    );
  }
  for (const [index, [setting, port, host]] of required.entries()) {
    if (port === 0) throw new SettingError(setting, 'must name a port, 0 is none');
    const duplicate = required.slice(0, index).find((other) => other[1] === port);
    if (duplicate) throw new SettingError(setting, `port ${port} is also that of ${duplicate[0]}; choose another`);
    if (await isTaken(setting, port, host)) {
      throw new SettingError(setting, `port ${port} is taken; stop the process that uses it, or choose another`);
    }
  }
}

async function isTaken(setting: string, port: number, host: string): Promise<boolean> {
  try {
    return await isPortTaken(port, host);
  } catch (error) {
    throw new SettingError(setting, `cannot listen on ${host}:${port}: ${(error as Error).message}`);
  }
}

/**
 * Returns the local key ring, used without ENCRYPTION_KEYS. It is created once and stored in
 * `<dataDir>/encryption.keys`, readable by its owner only.
 */
export function getLocalEncryptionKeys(dataDir: string): string {
  return getOrCreateSecret(getLocalKeysFile(dataDir), () => `local1:${randomBytes(32).toString('base64')}`);
}

/** Returns the path of the local key ring. */
export function getLocalKeysFile(dataDir: string): string {
  return join(dataDir, 'encryption.keys');
}

/** Prepends a key to the local key ring, so that it encrypts after the next start. The file is replaced atomically. */
export function addLocalKey(dataDir: string, entry: string): void {
  const ring = getLocalEncryptionKeys(dataDir);
  const file = getLocalKeysFile(dataDir);
  const temporaryFile = `${file}.${process.pid}`;
  writeFileSync(temporaryFile, `${entry},${ring}\n`, { flag: 'wx', mode: 0o600, flush: true });
  renameSync(temporaryFile, file);
}
