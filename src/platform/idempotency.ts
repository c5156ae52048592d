import { sql } from 'kysely';
import { type Executor, json } from './db/client.ts';
import { errors } from './errors.ts';

/** Scope in which a key is unique. */
export interface KeyScope {
  readonly caller: string;
  readonly method: string;
  readonly path: string;
  readonly key: string;
}

/** Retention of a key. */
const KEY_TTL = sql`interval '24 hours'`;
/** Time since the last renewal ({@link renewClaims}) after which a repeat takes over a key without a run. */
const CLAIM_TTL = sql`interval '5 seconds'`;

/** Claims a key for this request. Returns false if another request holds it. */
export async function claimKey(db: Executor, scope: KeyScope, digest: Buffer, owner: string): Promise<boolean> {
  const { rows } = await sql<{ owner: string }>`
    insert into idempotency_keys as k (caller, method, path, key, digest, owner)
    values (${scope.caller}, ${scope.method}, ${scope.path}, ${scope.key}, ${digest}, ${owner})
    on conflict (caller, method, path, key) do update
      set digest = excluded.digest, owner = excluded.owner, created = now(), run_id = null
      where k.created < now() - ${KEY_TTL}
        or (k.run_id is null and k.digest = excluded.digest and k.created < now() - ${CLAIM_TTL})
    returning k.owner`.execute(db);
  return rows.length > 0;
}

/**
 * Renews the claims of requests in progress. Returns the owners whose claims still need renewal; a claim that has a
 * run, was released or was taken over needs none.
 */
export async function renewClaims(db: Executor, owners: readonly string[]): Promise<Set<string>> {
  const open = sql`owner = any(${[...owners]}::uuid[]) and run_id is null`;
  // A locked row is being attached to its run; waiting for it would delay all other renewals.
  const { rows } = await sql<{ owner: string }>`
    with held as (
      select caller, method, path, key from idempotency_keys where ${open} for update skip locked
    ), signs as (
      update idempotency_keys k set created = now() from held h
      where (k.caller, k.method, k.path, k.key) = (h.caller, h.method, h.path, h.key)
    )
    select owner from idempotency_keys where ${open}`.execute(db);
  return new Set(rows.map((row) => row.owner));
}

/** Finds an accepted request by its Idempotency-Key. */
export function findKey(db: Executor, scope: KeyScope) {
  return db
    .selectFrom('idempotency_keys')
    .select(['digest', 'run_id'])
    .where('caller', '=', scope.caller)
    .where('method', '=', scope.method)
    .where('path', '=', scope.path)
    .where('key', '=', scope.key)
    .executeTakeFirst();
}

/**
 * Attaches the key to the run that its request created or changed. Call it in the same transaction. Throws a 503 if a
 * repeat has taken over the key; the rollback ensures that only one of them acts.
 */
export async function attachKeyToRun(trx: Executor, owner: string, runId: string): Promise<void> {
  const attached = await trx
    .updateTable('idempotency_keys')
    .set({ run_id: runId })
    .where('owner', '=', owner)
    .returning('owner')
    .executeTakeFirst();
  if (!attached) throw errors.keyTakenOver();
}

/**
 * Stores the answer of a request that started no run with its key, in the transaction of its change. Throws a 503 like
 * {@link attachKeyToRun}.
 */
export async function attachKeyToAnswer(trx: Executor, owner: string, answer: object): Promise<void> {
  await attachKeyToRun(trx, owner, owner);
  await trx
    .updateTable('idempotency_keys')
    .set({ answer: json(answer) })
    .where('owner', '=', owner)
    .execute();
}

/** Returns the stored answer of an earlier request by the owner of its key. */
export async function findAnswer(db: Executor, owner: string): Promise<unknown> {
  const key = await db.selectFrom('idempotency_keys').select('answer').where('owner', '=', owner).executeTakeFirst();
  return key?.answer ?? undefined;
}

/**
 * Releases the claim of a request that was rejected or failed, so that it can be repeated. An accepted request keeps
 * its key.
 */
export async function releaseKey(db: Executor, owner: string): Promise<void> {
  await db.deleteFrom('idempotency_keys').where('owner', '=', owner).where('run_id', 'is', null).execute();
}

/** Deletes expired keys. */
export async function deleteExpiredKeys(db: Executor): Promise<void> {
  await sql`delete from idempotency_keys where created < now() - interval '24 hours'`.execute(db);
}
