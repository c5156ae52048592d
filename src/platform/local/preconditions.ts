import { randomBytes } from 'node:crypto';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Config, SettingError } from '../config.ts';
import { keptSecret } from './kept-secret.ts';
import { type Lock, LockedError, takeLock } from './lock.ts';
import { isPortTaken } from './ports.ts';

/** Makes the folder of development state and holds it for this process. Throws SettingError when another one does. */
export function claimDataDir(dataDir: string): Lock {
  try {
    mkdirSync(dataDir, { recursive: true });
    return takeLock(join(dataDir, 'supervisor.lock'));
  } catch (error) {
    if (error instanceof LockedError) {
      throw new SettingError(
        'DATA_DIR',
        `Holdfast already runs on ${dataDir} (process ${error.pid}); stop it there or choose another folder`,
      );
    }
    throw new SettingError('DATA_DIR', `${dataDir} can't be used: ${(error as Error).message}`);
  }
}

/** Throws SettingError naming the first port that is taken and the setting that changes it. */
export async function checkPorts(config: Config): Promise<void> {
  const needed: [setting: string, port: number, host: string][] = [['PORT', config.port, config.host]];
  if (!config.databaseUrl) needed.push(['EMBEDDED_POSTGRES_PORT', config.embeddedPostgresPort, '127.0.0.1']);
  if (!config.temporalAddress) {
    needed.push(
      ['TEMPORAL_PORT', config.temporalPort, '127.0.0.1'],
      ['TEMPORAL_UI_PORT', config.temporalUiPort, '127.0.0.1'],
    );
  }
  for (const [index, [setting, port, host]] of needed.entries()) {
    if (port === 0) throw new SettingError(setting, 'must name a port, 0 is none');
    const twin = needed.slice(0, index).find((other) => other[1] === port);
    if (twin) throw new SettingError(setting, `port ${port} is also that of ${twin[0]}; choose another`);
    if (await cannotListen(setting, port, host)) {
      throw new SettingError(setting, `port ${port} is taken; stop what listens there or choose another`);
    }
  }
}

async function cannotListen(setting: string, port: number, host: string): Promise<boolean> {
  try {
    return await isPortTaken(port, host);
  } catch (error) {
    throw new SettingError(setting, `can't listen on ${host}:${port}: ${(error as Error).message}`);
  }
}

/**
 * The key ring of a machine with none configured: made once, kept in `<dataDir>/encryption.keys`, readable by its
 * owner only.
 */
export function localEncryptionKeys(dataDir: string): string {
  return keptSecret(localKeysFile(dataDir), () => `local1:${randomBytes(32).toString('base64')}`);
}

/** Where the key ring of a machine with none configured is kept. */
export function localKeysFile(dataDir: string): string {
  return join(dataDir, 'encryption.keys');
}

/** Puts a key in front of the kept key ring, so that it encrypts from the next start on. The file is never half written. */
export function addLocalKey(dataDir: string, entry: string): void {
  const ring = localEncryptionKeys(dataDir);
  const file = localKeysFile(dataDir);
  const aside = `${file}.${process.pid}`;
  writeFileSync(aside, `${entry},${ring}\n`, { flag: 'wx', mode: 0o600, flush: true });
  renameSync(aside, file);
}
