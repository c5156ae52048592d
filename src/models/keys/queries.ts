import { type Selectable, sql } from 'kysely';
import type { Executor } from '../../platform/db/client.ts';
import { MODEL_KEYS, toEncryptionContext } from '../../platform/encrypted-columns.ts';
import type { KeyRing } from '../../platform/keyring.ts';
import type { ModelKeysTable } from '../tables.ts';

/** A stored key without its encrypted value. */
export type ModelKeyRow = Omit<Selectable<ModelKeysTable>, 'sealed'>;

const PUBLIC_COLUMNS = ['variable', 'last_four', 'set_by', 'set_at'] as const;
/** Minimum length of a key to store its last four characters, which would reveal too much of a shorter key. */
const MIN_LENGTH_FOR_LAST_FOUR = 12;

/** Lists all stored keys. */
export function listModelKeys(db: Executor): Promise<ModelKeyRow[]> {
  return db.selectFrom('model_keys').select(PUBLIC_COLUMNS).execute();
}

/** Lists all stored keys with their encrypted values. */
export function listEncryptedModelKeys(db: Executor): Promise<{ variable: string; sealed: string }[]> {
  return db.selectFrom('model_keys').select(['variable', 'sealed']).execute();
}

/** Stores or replaces a key. */
export function setModelKey(
  trx: Executor,
  ring: KeyRing,
  { variable, key, userId }: { readonly variable: string; readonly key: string; readonly userId: string | null },
): Promise<ModelKeyRow> {
  const fields = {
    sealed: ring.encrypt(key, toEncryptionContext(MODEL_KEYS, variable)),
    last_four: key.length < MIN_LENGTH_FOR_LAST_FOUR ? '' : key.slice(-4),
    set_by: userId,
    set_at: sql<Date>`now()`,
  };
  return trx
    .insertInto('model_keys')
    .values({ variable, ...fields })
    .onConflict((conflict) => conflict.column('variable').doUpdateSet(fields))
    .returning(PUBLIC_COLUMNS)
    .executeTakeFirstOrThrow();
}

/** Deletes a key. Returns undefined if none is stored. */
export function deleteModelKey(trx: Executor, variable: string): Promise<ModelKeyRow | undefined> {
  return trx.deleteFrom('model_keys').where('variable', '=', variable).returning(PUBLIC_COLUMNS).executeTakeFirst();
}
