/**
 * `npm run keys`: the keys that stored secrets are encrypted with.
 *   status     which keys there are, how many stored secrets each of them sealed, and which are not bound to their rows
 *   rotate     makes a new key: puts it into the file that `npm start` keeps, or says what to set
 *   reencrypt  seals every secret with the first key and for its own row, after which older keys may go
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

const USAGE = 'say what to do: npm run keys status | rotate | reencrypt';

const say = (line: string) => process.stdout.write(`${line}\n`);

/** The key ring that the processes here are given: the setting, or the file of `npm start`. */
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
    say(`${id}: ${rows} secrets${notes.length > 0 ? ` (${notes.join('; ')})` : ''}`);
  }
  for (const count of counts) say(`  ${describe(count)}`);
}

function describe({ column, keyId, isBound, rows }: EncryptedValueCount): string {
  const how = keyId === undefined ? 'NOT ENCRYPTED' : `with ${keyId}${isBound ? '' : ', not bound to their rows'}`;
  return `${column.table}.${column.column}: ${rows} ${how}`;
}

function rotate(config: Config): void {
  const { id, entry } = generateEncryptionKey();
  if (config.encryptionKeys !== undefined) {
    // A wrong setting is told before anything is built on it.
    new KeyRing(config.encryptionKeys);
    say(`The new key is ${id}. It is kept nowhere: store it where ENCRYPTION_KEYS comes from.\n\n  ${entry}\n`);
    say(
      '1. Add it as the last key of ENCRYPTION_KEYS and restart every process: from then on all of them can read it.',
    );
    say('2. Make it the first key and restart every process: it encrypts from then on.');
    say('3. npm run keys reencrypt');
    say('4. Remove the older keys and restart every process.');
    return;
  }
  addLocalKey(config.dataDir, entry);
  say(`The new key ${id} is the first one in ${getLocalKeysFile(config.dataDir)}.`);
  say('Stop `npm start` where it runs, start it again, then: npm run keys reencrypt');
}

async function reencryptAll(config: Config): Promise<void> {
  const ring = openRing(config);
  await using services = await openServices('command', ['db'], config);
  const told = (column: EncryptedValueCount['column'], rows: number) =>
    say(`${column.table}.${column.column}: ${rows}`);
  const changed = await reencrypt(services.db, ring, undefined, told);
  say(`${changed} secrets were sealed anew; all are sealed with ${ring.current}, older keys may be removed`);
}

async function main(): Promise<number> {
  const [command, ...rest] = process.argv.slice(2);
  const work = { status, rotate, reencrypt: reencryptAll }[command ?? ''];
  if (work === undefined || rest.length > 0) throw new ReencryptionError(USAGE);
  await work(loadConfig(addRunningSettings(process.env)));
  return 0;
}

await runProcess(main, (error) => (error instanceof ReencryptionError ? error.message : undefined));
