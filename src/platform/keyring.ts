import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { SettingError } from './config.ts';
import { type Db, isUniqueViolation } from './db/client.ts';
import type { EncryptionContext } from './encrypted-columns.ts';

const ALGORITHM = 'aes-256-gcm';
const CANARY = 'holdfast key canary';
/**
 * Format of every encrypted value: key id, 12-byte IV, 16-byte tag and ciphertext, in base64url except for the key id.
 */
export const CIPHERTEXT_PATTERN = /^[\w-]{1,40}\.[\w-]{16}\.[\w-]{22}\.[\w-]*$/;

/** A value that its key cannot decrypt in its row. The message names the row. */
export class EncryptionError extends Error {
  override readonly name = 'EncryptionError';

  constructor({ table, column, row }: EncryptionContext) {
    super(`${table}.${column} of ${row} cannot be decrypted: it was altered or belongs to another row`);
  }
}

interface Key {
  readonly id: string;
  readonly bytes: Buffer;
}

/** Encrypts with the first key of the ring and decrypts with the key that a ciphertext names. */
export class KeyRing {
  readonly #keys: readonly Key[];

  /** Parses `id:base64-of-32-bytes[,…]`. Throws a SettingError that never contains a key. */
  constructor(setting: string) {
    this.#keys = setting.split(',').map((part) => {
      const [id = '', base64 = ''] = part.trim().split(':');
      const bytes = Buffer.from(base64, 'base64');
      if (!/^[\w-]{1,40}$/.test(id) || bytes.length !== 32) {
        throw new SettingError('ENCRYPTION_KEYS', 'must be `id:base64-of-32-bytes`, comma-separated');
      }
      return { id, bytes };
    });
    const ids = this.ids();
    if (new Set(ids).size !== ids.length) throw new SettingError('ENCRYPTION_KEYS', 'names the same key id twice');
  }

  /** Ids of the ring's keys. The first one encrypts. */
  ids(): string[] {
    return this.#keys.map((key) => key.id);
  }

  /** Id of the key that encrypts. */
  get current(): string {
    return this.#keys[0]?.id ?? '';
  }

  /** Derives one key per key of the ring for another purpose, in the same order. */
  deriveKeys(purpose: string): Buffer[] {
    return this.#keys.map(({ bytes }) => Buffer.from(hkdfSync('sha256', bytes, '', `holdfast ${purpose}`, 32)));
  }

  /** Encrypts text for one row, as `keyId.iv.tag.ciphertext`. It cannot be decrypted in any other row. */
  encrypt(plaintext: string, context: EncryptionContext, keyId = this.current): string {
    const key = this.#key(keyId);
    const iv = randomBytes(12);
    const cipher = createCipheriv(ALGORITHM, key.bytes, iv).setAAD(toAssociatedData(context));
    const encrypted = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()]);
    return [key.id, ...[iv, cipher.getAuthTag(), encrypted].map((part) => part.toString('base64url'))].join('.');
  }

  /** Decrypts a value of this row. Throws a SettingError if its key is missing, else an EncryptionError. */
  decrypt(ciphertext: string, context: EncryptionContext): string {
    const [id = '', iv = '', tag = '', text = ''] = ciphertext.split('.');
    const decipher = createDecipheriv(ALGORITHM, this.#key(id).bytes, Buffer.from(iv, 'base64url'));
    decipher.setAAD(toAssociatedData(context));
    try {
      decipher.setAuthTag(Buffer.from(tag, 'base64url'));
      return Buffer.concat([decipher.update(Buffer.from(text, 'base64url')), decipher.final()]).toString('utf8');
    } catch {
      throw new EncryptionError(context);
    }
  }

  #key(id: string): Key {
    const key = this.#keys.find((candidate) => candidate.id === id);
    if (!key) throw new SettingError('ENCRYPTION_KEYS', `lacks the key ${id}, which encrypts stored secrets`);
    return key;
  }
}

function toAssociatedData({ table, column, row }: EncryptionContext): Buffer {
  return Buffer.from(JSON.stringify([table, column, row]));
}

/** Generates a key in the format of the setting, `id:base64-of-32-bytes`. */
export function generateEncryptionKey(): { readonly id: string; readonly entry: string } {
  // The date identifies the key for operators; no code uses it.
  const date = new Date().toISOString().slice(0, 10).replaceAll('-', '');
  const id = `k${date}-${randomBytes(3).toString('hex')}`;
  return { id, entry: `${id}:${randomBytes(32).toString('base64')}` };
}

/** Verifies every key against its canary, and inserts a canary for each new key. A wrong key fails the startup. */
export async function openKeyRing(db: Db, setting: string | undefined): Promise<KeyRing | undefined> {
  const rows = await listCanaries(db);
  if (setting === undefined) {
    if (rows.length > 0)
      throw new SettingError('ENCRYPTION_KEYS', 'is not set, but the database holds encrypted secrets');
    return undefined;
  }
  const ring = new KeyRing(setting);
  for (const id of listKeysWithoutCanary(ring, rows)) await insertCanary(db, ring, id);
  return ring;
}

/** Lists the ids of keys that no process has used yet. Throws if a key differs from the one of its canary. */
export async function listUnverifiedKeys(db: Db, ring: KeyRing): Promise<string[]> {
  return listKeysWithoutCanary(ring, await listCanaries(db));
}

interface Canary {
  readonly key_id: string;
  readonly sealed: string;
}

function listCanaries(db: Db): Promise<Canary[]> {
  return db.selectFrom('encryption_canary').select(['key_id', 'sealed']).execute();
}

function listKeysWithoutCanary(ring: KeyRing, rows: readonly Canary[]): string[] {
  return ring.ids().filter((id) => {
    const row = rows.find((candidate) => candidate.key_id === id);
    if (row && !canDecryptCanary(ring, row))
      throw new SettingError(
        'ENCRYPTION_KEYS',
        `key ${id} differs from the key that encrypts secrets of this database`,
      );
    return row === undefined;
  });
}

async function insertCanary(db: Db, ring: KeyRing, id: string): Promise<void> {
  try {
    await db
      .insertInto('encryption_canary')
      .values({ key_id: id, sealed: ring.encrypt(CANARY, toCanaryContext(id), id) })
      .execute();
  } catch (error) {
    // Another process that starts at the same time inserted it.
    if (!isUniqueViolation(error)) throw error;
  }
}

const toCanaryContext = (keyId: string): EncryptionContext => ({
  table: 'encryption_canary',
  column: 'sealed',
  row: keyId,
});

function canDecryptCanary(ring: KeyRing, { key_id: keyId, sealed }: Canary): boolean {
  try {
    return ring.decrypt(sealed, toCanaryContext(keyId)) === CANARY;
  } catch {
    return false;
  }
}

/** Returns the key ring, without which no secret can be stored. Throws a SettingError if no keys are set. */
export function requireKeyRing(ring: KeyRing | undefined): KeyRing {
  if (ring === undefined) throw new SettingError('ENCRYPTION_KEYS', 'is not set; connections need it');
  return ring;
}
