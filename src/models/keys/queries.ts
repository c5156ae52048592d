import { type Selectable, sql } from 'kysely';
import type { Executor } from '../../platform/db/client.ts';
import type { KeyRing } from '../../platform/keyring.ts';
import { MODEL_KEYS, placeIn } from '../../platform/sealed-columns.ts';
import type { ModelKeysTable } from '../tables.ts';

/** What is known of a stored key without opening it. */
export type ModelKeyRow = Omit<Selectable<ModelKeysTable>, 'sealed'>;

const PUBLIC_COLUMNS = ['variable', 'last_four', 'set_by', 'set_at'] as const;
/** A key of fewer characters is not shown by its last ones: they would be a good part of it. */
const MIN_LENGTH_FOR_LAST_FOUR = 12;

/** All keys that are stored. */
export function listModelKeys(db: Executor): Promise<ModelKeyRow[]> {
  return db.selectFrom('model_keys').select(PUBLIC_COLUMNS).execute();
}

/** All of them as they are sealed. */
export function listEncryptedModelKeys(db: Executor): Promise<{ variable: string; sealed: string }[]> {
  return db.selectFrom('model_keys').select(['variable', 'sealed']).execute();
}

/** Stores a key in the place of the one before. */
export function setModelKey(
  trx: Executor,
  ring: KeyRing,
  { variable, key, userId }: { readonly variable: string; readonly key: string; readonly userId: string | null },
): Promise<ModelKeyRow> {
  const fields = {
    sealed: ring.seal(key, placeIn(MODEL_KEYS, variable)),
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

/** Drops a key; undefined where none is stored. */
export function deleteModelKey(trx: Executor, variable: string): Promise<ModelKeyRow | undefined> {
  return trx.deleteFrom('model_keys').where('variable', '=', variable).returning(PUBLIC_COLUMNS).executeTakeFirst();
}
