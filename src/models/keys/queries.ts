import { type Selectable, sql } from 'kysely';
import type { Executor } from '../../platform/db/client.ts';
import { MODEL_KEYS, toEncryptionContext } from '../../platform/encrypted-columns.ts';
import type { KeyRing } from '../../platform/keyring.ts';
import type { ModelKeysTable } from '../tables.ts';

/** What is known of a stored key without opening it. */
export type ModelKeyRow = Omit<Selectable<ModelKeysTable>, 'sealed'>;

const SHOWN = ['variable', 'last_four', 'set_by', 'set_at'] as const;
/** A key of fewer characters is not shown by its last ones: they would be a good part of it. */
const SHORTEST_SHOWN = 12;

/** All keys that are stored. */
export function listModelKeys(db: Executor): Promise<ModelKeyRow[]> {
  return db.selectFrom('model_keys').select(SHOWN).execute();
}

/** All of them as they are sealed. */
export function sealedModelKeys(db: Executor): Promise<{ variable: string; sealed: string }[]> {
  return db.selectFrom('model_keys').select(['variable', 'sealed']).execute();
}

/** Stores a key in the place of the one before. */
export function setModelKey(
  trx: Executor,
  ring: KeyRing,
  { variable, key, userId }: { readonly variable: string; readonly key: string; readonly userId: string | null },
): Promise<ModelKeyRow> {
  const fields = {
    sealed: ring.encrypt(key, toEncryptionContext(MODEL_KEYS, variable)),
    last_four: key.length < SHORTEST_SHOWN ? '' : key.slice(-4),
    set_by: userId,
    set_at: sql<Date>`now()`,
  };
  return trx
    .insertInto('model_keys')
    .values({ variable, ...fields })
    .onConflict((conflict) => conflict.column('variable').doUpdateSet(fields))
    .returning(SHOWN)
    .executeTakeFirstOrThrow();
}

/** Drops a key; undefined where none is stored. */
export function dropModelKey(trx: Executor, variable: string): Promise<ModelKeyRow | undefined> {
  return trx.deleteFrom('model_keys').where('variable', '=', variable).returning(SHOWN).executeTakeFirst();
}
