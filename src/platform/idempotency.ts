import { sql } from 'kysely';
import type { Executor } from './db/client.ts';
import { errors } from './errors.ts';

/** What a key is unique for. */
export interface KeyScope {
  readonly caller: string;
  readonly method: string;
  readonly path: string;
  readonly key: string;
}

/** How long a key is remembered. */
const KEY_TTL = sql`interval '24 hours'`;
/** How long after the last sign of its request ({@link renewClaims}) a repeat takes over a key under which no run was made. */
const CLAIM_TTL = sql`interval '5 seconds'`;

/** Claims a key for this request; false when another request has it. */
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
 * Says that the requests which hold these keys are still under way. Answers the owners whose claims may still be
 * abandoned: a claim that is tied to a run, given up or taken over needs no more signs.
 */
export async function renewClaims(db: Executor, owners: readonly string[]): Promise<Set<string>> {
  const open = sql`owner = any(${[...owners]}::uuid[]) and run_id is null`;
  // A claim whose row is locked is being tied this moment; waiting for it would keep the others from their sign.
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
 * Ties the key to the run that its request made or changed; belongs into the same transaction. Throws a 503 where a
 * repeat has taken the key over, which undoes the transaction: however late a request comes to itself, one of them acts.
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

/** Forgets a claim whose request was refused or failed, so that a repeat is a first try. What was accepted keeps its key. */
export async function releaseKey(db: Executor, owner: string): Promise<void> {
  await db.deleteFrom('idempotency_keys').where('owner', '=', owner).where('run_id', 'is', null).execute();
}

/** Forgets keys whose time is over. */
export async function deleteExpiredKeys(db: Executor): Promise<void> {
  await sql`delete from idempotency_keys where created < now() - interval '24 hours'`.execute(db);
}
