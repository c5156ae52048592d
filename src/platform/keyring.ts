import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { SettingError } from './config.ts';
import { type Db, isUniqueViolation } from './db/client.ts';
import type { EncryptionContext } from './encrypted-columns.ts';

const ALGORITHM = 'aes-256-gcm';
const CANARY = 'holdfast key canary';
/** What the value of a row ends in that can be opened in that row only. Earlier ones were not bound to theirs. */
export const BOUND_SUFFIX = '.row';
/** The form that every sealed column holds: key id, 12 bytes, 16 bytes, text, and what says that it is bound. */
export const CIPHERTEXT_PATTERN = /^[\w-]{1,40}\.[\w-]{16}\.[\w-]{22}\.[\w-]*(\.row)?$/;

/** A sealed value that its key does not open where it stands; `message` says where that is. */
export class EncryptionError extends Error {
  override readonly name = 'SealedError';

  constructor({ table, column, row }: EncryptionContext) {
    super(`${table}.${column} of ${row} can't be opened: it was altered, or it is the value of another row`);
  }
}

interface Key {
  readonly id: string;
  readonly bytes: Buffer;
}

/** Encrypts with the first key of the ring and decrypts with whichever key a ciphertext names. */
export class KeyRing {
  readonly #keys: readonly Key[];

  /** Parses `id:base64-of-32-bytes[,…]`. Throws a SettingError that never shows a key. */
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

  /** Ids of the ring's keys, the one that encrypts first. */
  ids(): string[] {
    return this.#keys.map((key) => key.id);
  }

  /** Id of the key that encrypts. */
  get current(): string {
    return this.#keys[0]?.id ?? '';
  }

  /** Keys for another purpose, one made of each of the ring's, in the same order. */
  deriveKeys(purpose: string): Buffer[] {
    return this.#keys.map(({ bytes }) => Buffer.from(hkdfSync('sha256', bytes, '', `holdfast ${purpose}`, 32)));
  }

  /** Seals text for one row: nowhere else can it be opened. */
  encrypt(plaintext: string, context: EncryptionContext): string {
    return this.#encrypt(plaintext, this.current, toAssociatedData(context)) + BOUND_SUFFIX;
  }

  /** Seals text as `keyId.iv.tag.ciphertext`, each but the first in base64url, as all were before they were bound to rows. */
  encryptUnbound(plaintext: string, keyId = this.current): string {
    return this.#encrypt(plaintext, keyId, Buffer.alloc(0));
  }

  /** Opens what was sealed for that row, or for none. Throws a SettingError without its key, else a SealedError. */
  decrypt(ciphertext: string, context: EncryptionContext): string {
    const [id = '', iv = '', tag = '', text = ''] = ciphertext.split('.');
    const decipher = createDecipheriv(ALGORITHM, this.#key(id).bytes, Buffer.from(iv, 'base64url'));
    if (ciphertext.endsWith(BOUND_SUFFIX)) decipher.setAAD(toAssociatedData(context));
    try {
      decipher.setAuthTag(Buffer.from(tag, 'base64url'));
      return Buffer.concat([decipher.update(Buffer.from(text, 'base64url')), decipher.final()]).toString('utf8');
    } catch {
      throw new EncryptionError(context);
    }
  }

  #encrypt(plaintext: string, keyId: string, associatedData: Buffer): string {
    const key = this.#key(keyId);
    const iv = randomBytes(12);
    const cipher = createCipheriv(ALGORITHM, key.bytes, iv).setAAD(associatedData);
    const encrypted = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()]);
    return [key.id, ...[iv, cipher.getAuthTag(), encrypted].map((part) => part.toString('base64url'))].join('.');
  }

  #key(id: string): Key {
    const key = this.#keys.find((candidate) => candidate.id === id);
    if (!key) throw new SettingError('ENCRYPTION_KEYS', `lacks the key ${id}, which stored secrets were sealed with`);
    return key;
  }
}

function toAssociatedData({ table, column, row }: EncryptionContext): Buffer {
  return Buffer.from(JSON.stringify([table, column, row]));
}

/** A new key as the setting spells it, `id:base64-of-32-bytes`. */
export function generateEncryptionKey(): { readonly id: string; readonly entry: string } {
  // The day helps whoever looks at the ids later; nothing goes by it.
  const date = new Date().toISOString().slice(0, 10).replaceAll('-', '');
  const id = `k${date}-${randomBytes(3).toString('hex')}`;
  return { id, entry: `${id}:${randomBytes(32).toString('base64')}` };
}

/** Checks every key against the canary it once sealed, and seals one for a new key. A wrong key fails the start. */
export async function openKeyRing(db: Db, setting: string | undefined): Promise<KeyRing | undefined> {
  const rows = await listCanaries(db);
  if (setting === undefined) {
    if (rows.length > 0) throw new SettingError('ENCRYPTION_KEYS', 'is not set, but the database holds sealed secrets');
    return undefined;
  }
  const ring = new KeyRing(setting);
  for (const id of listKeysWithoutCanary(ring, rows)) await insertCanary(db, ring, id);
  return ring;
}

/** Ids of the ring's keys that no process has been started with yet. Throws when a key is not the one it was. */
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
      throw new SettingError('ENCRYPTION_KEYS', `key ${id} is not the one this database was sealed with`);
    return row === undefined;
  });
}

async function insertCanary(db: Db, ring: KeyRing, id: string): Promise<void> {
  try {
    await db
      .insertInto('encryption_canary')
      .values({ key_id: id, sealed: ring.encryptUnbound(CANARY, id) })
      .execute();
  } catch (error) {
    // Another process of the same start was faster.
    if (!isUniqueViolation(error)) throw error;
  }
}

function canDecryptCanary(ring: KeyRing, { key_id: row, sealed }: Canary): boolean {
  try {
    return ring.decrypt(sealed, { table: 'encryption_canary', column: 'sealed', row }) === CANARY;
  } catch {
    return false;
  }
}
