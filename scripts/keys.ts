/**
 * `npm run keys`: manages the keys that encrypt stored secrets.
 *   status     lists keys with their number of secrets
 *   rotate     generates a key: adds it to the file of `npm start`, or prints what to set
 *   reencrypt  encrypts every secret with the first key; older keys can then be removed
 */
import { existsSync } from 'node:fs';
import { type Config, loadConfig, SettingError } from '../src/platform/config.ts';
import { generateEncryptionKey, KeyRing, listUnverifiedKeys } from '../src/platform/keyring.ts';
import { addRunningSettings } from '../src/platform/local/dev-file.ts';
import { addLocalKey, getLocalEncryptionKeys, getLocalKeysFile } from '../src/platform/local/preconditions.ts';
import { runProcess } from '../src/platform/process.ts';
import {
  countEncryptedValues,
  type EncryptedValueCount,
  ReencryptionError,
  reencrypt,
} from '../src/platform/reencryption.ts';
import { openServices } from '../src/services.ts';

const USAGE = 'Usage: npm run keys status | rotate | reencrypt';

const printLine = (line: string) => process.stdout.write(`${line}\n`);

/** Opens the key ring: the setting, or the file of `npm start`. */
function openRing(config: Config): KeyRing {
  if (config.encryptionKeys !== undefined) return new KeyRing(config.encryptionKeys);
  if (existsSync(getLocalKeysFile(config.dataDir))) return new KeyRing(getLocalEncryptionKeys(config.dataDir));
  throw new SettingError('ENCRYPTION_KEYS', `is not set, and ${getLocalKeysFile(config.dataDir)} does not exist`);
}

async function status(config: Config): Promise<void> {
  const ring = openRing(config);
  await using services = await openServices('command', ['db'], config);
  const { db } = services;
  const unproved = await listUnverifiedKeys(db, ring);
  const counts = await countEncryptedValues(db);
  const stray = counts.flatMap(({ keyId }) => (keyId === undefined || ring.ids().includes(keyId) ? [] : [keyId]));
  for (const id of [...ring.ids(), ...new Set(stray)]) {
    const rows = counts.filter((count) => count.keyId === id).reduce((sum, count) => sum + count.rows, 0);
    const notes = [
      ...(id === ring.current ? ['encrypts'] : []),
      ...(unproved.includes(id) ? ['no process has been started with it yet'] : []),
      ...(stray.includes(id) ? ['MISSING: these secrets cannot be read'] : []),
      ...(id !== ring.current && rows === 0 ? ['may be removed'] : []),
    ];
    printLine(`${id}: ${rows} secrets${notes.length > 0 ? ` (${notes.join('; ')})` : ''}`);
  }
  for (const count of counts) printLine(`  ${describe(count)}`);
}

function describe({ column, keyId, rows }: EncryptedValueCount): string {
  const how = keyId === undefined ? 'NOT ENCRYPTED' : `with ${keyId}`;
  return `${column.table}.${column.column}: ${rows} ${how}`;
}

function rotate(config: Config): void {
  const { id, entry } = generateEncryptionKey();
  if (config.encryptionKeys !== undefined) {
    // Validates the setting first.
    new KeyRing(config.encryptionKeys);
    printLine(`The new key is ${id}. It is not stored: keep it where ENCRYPTION_KEYS comes from.\n\n  ${entry}\n`);
    printLine(
      '1. Add it as the last key of ENCRYPTION_KEYS and restart every process: then all of them can decrypt with it.',
    );
    printLine('2. Make it the first key and restart every process: it then encrypts.');
    printLine('3. npm run keys reencrypt');
    printLine('4. Remove the older keys and restart every process.');
    return;
  }
  addLocalKey(config.dataDir, entry);
  printLine(`The new key ${id} is the first one in ${getLocalKeysFile(config.dataDir)}.`);
  printLine('Restart `npm start`, then run: npm run keys reencrypt');
}

async function reencryptSecrets(config: Config): Promise<void> {
  const ring = openRing(config);
  await using services = await openServices('command', ['db'], config);
  const report = (column: EncryptedValueCount['column'], rows: number) =>
    printLine(`${column.table}.${column.column}: ${rows}`);
  const changed = await reencrypt(services.db, ring, undefined, report);
  printLine(`${changed} secrets were encrypted again; all use ${ring.current}, and older keys can be removed`);
}

async function main(): Promise<number> {
  const [command, ...rest] = process.argv.slice(2);
  const work = { status, rotate, reencrypt: reencryptSecrets }[command ?? ''];
  if (work === undefined || rest.length > 0) throw new ReencryptionError(USAGE);
  await work(loadConfig(addRunningSettings(process.env)));
  return 0;
}

await runProcess(main, (error) => (error instanceof ReencryptionError ? error.message : undefined));
