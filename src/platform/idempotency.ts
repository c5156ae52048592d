import { sql } from 'kysely';
import type { Executor } from './db/client.ts';
import { json } from './db/client.ts';

/** What a key is unique for. */
export interface KeyScope {
  readonly caller: string;
  readonly method: string;
  readonly path: string;
  readonly key: string;
}

/** A stored first answer. */
export interface StoredAnswer {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string;
}

/** How long a key is remembered. */
const LIFE = sql`interval '24 hours'`;
/** How long a request may hold a key without having made a run before a repeat takes it over. */
const ABANDONED = sql`interval '60 seconds'`;

/** Claims a key for this request; false when another request has it. */
export async function claimKey(db: Executor, scope: KeyScope, digest: Buffer, owner: string): Promise<boolean> {
  const { rows } = await sql<{ owner: string }>`
    insert into idempotency_keys as k (caller, method, path, key, digest, owner)
    values (${scope.caller}, ${scope.method}, ${scope.path}, ${scope.key}, ${digest}, ${owner})
    on conflict (caller, method, path, key) do update
      set digest = excluded.digest, owner = excluded.owner, created = now(),
          status = null, headers = null, body = null, run_id = null, completed = null
      where k.created < now() - ${LIFE}
        or (k.completed is null and k.run_id is null and k.digest = excluded.digest and k.created < now() - ${ABANDONED})
    returning k.owner`.execute(db);
  return rows.length > 0;
}

export function findKey(db: Executor, scope: KeyScope) {
  return db
    .selectFrom('idempotency_keys')
    .select(['digest', 'status', 'headers', 'body', 'run_id', 'completed'])
    .where('caller', '=', scope.caller)
    .where('method', '=', scope.method)
    .where('path', '=', scope.path)
    .where('key', '=', scope.key)
    .executeTakeFirst();
}

/** Ties the key to the run its request made, or frees it again; belongs into the run's own transaction. */
export async function tieKeyToRun(db: Executor, owner: string, runId: string | null): Promise<void> {
  await db.updateTable('idempotency_keys').set({ run_id: runId }).where('owner', '=', owner).execute();
}

export async function storeAnswer(db: Executor, owner: string, answer: StoredAnswer): Promise<void> {
  await db
    .updateTable('idempotency_keys')
    .set({ status: answer.status, headers: json(answer.headers), body: answer.body, completed: sql<Date>`now()` })
    .where('owner', '=', owner)
    .where('completed', 'is', null)
    .execute();
}

/** Forgets a claim whose request failed by a fault of ours, so that a repeat is a first try. A run that was made keeps its key. */
export async function releaseKey(db: Executor, owner: string): Promise<void> {
  await db
    .deleteFrom('idempotency_keys')
    .where('owner', '=', owner)
    .where('run_id', 'is', null)
    .where('completed', 'is', null)
    .execute();
}
