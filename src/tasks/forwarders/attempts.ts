import { sql } from 'kysely';
import { addToNow, type Db, type Executor, jsonOrNull } from '../../platform/db/client.ts';
import type { Message } from '../../platform/messages.ts';
import { getRetryDelayMs, type RetryPolicy } from './backoff.ts';
import type { ForwarderStatus } from './contract.ts';
import type { DeliveryRow } from './deliveries.ts';
import type { ForwarderConfig } from './kinds/kind.ts';

/** An active delivery with the current state of its forwarder. */
export interface PendingDelivery extends DeliveryRow {
  readonly type: string;
  readonly name: string;
  readonly config: ForwarderConfig;
  readonly forwarder_status: ForwarderStatus;
  /** Milliseconds until it is due. */
  readonly in_ms: number;
  /** Number of attempts in progress at other deliveries of the forwarder. */
  readonly under_way: number;
}

/** Time after which an attempt without an end no longer counts as in progress. */
const IN_PROGRESS_TIMEOUT = "interval '2 minutes'";

/** Finds an active delivery, by the database's clock. Undefined if it has ended or its forwarder is gone. */
export async function findPendingDelivery(db: Executor, id: string): Promise<PendingDelivery | undefined> {
  const { rows } = await sql<PendingDelivery>`
    select d.*, f.type, f.name, f.config, s.status as forwarder_status,
      greatest(0, coalesce(extract(epoch from d.due_at - now()) * 1000, 0))::float8 as in_ms,
      (select count(*) from forward_attempts a where a.forwarder_id = d.forwarder_id and a.outcome is null
        and a.delivery_id <> d.id and a.created > now() - ${sql.raw(IN_PROGRESS_TIMEOUT)})::int as under_way
    from forward_deliveries d join task_forwarders f on f.id = d.forwarder_id and f.deleted_at is null
      join task_forwarder_states s on s.forwarder_id = f.id
    where d.id = ${id} and d.status = 'pending'`.execute(db);
  return rows[0];
}

/** Suspends a delivery while its forwarder is paused. */
export async function suspendDelivery(db: Executor, id: string): Promise<void> {
  await sql`update forward_deliveries d set due_at = null from task_forwarder_states s
    where d.id = ${id} and d.status = 'pending' and s.forwarder_id = d.forwarder_id and s.status = 'paused'`.execute(
    db,
  );
}

/** Counts due deliveries of a forwarder, up to 1000. */
export async function countDueDeliveries(db: Executor, forwarderId: string): Promise<number> {
  const { rows } = await sql`select from forward_deliveries
    where forwarder_id = ${forwarderId} and status = 'pending' and due_at <= now() limit 1000`.execute(db);
  return rows.length;
}

/** Records the start of an attempt and returns its number. Undefined if another attempt started since the read. */
export async function startAttempt(
  db: Executor,
  { id, attempts }: Pick<PendingDelivery, 'id' | 'attempts'>,
): Promise<number | undefined> {
  const { rows } = await sql<{ number: number }>`
    with begun as (
      update forward_deliveries set attempts = attempts + 1, tries = tries + 1
      where id = ${id} and status = 'pending' and attempts = ${attempts} returning id, forwarder_id, attempts
    )
    insert into forward_attempts (delivery_id, forwarder_id, number) select id, forwarder_id, attempts from begun
    returning number`.execute(db);
  return rows[0]?.number;
}

/** Records that a recipient has received a delivery. */
export async function recordRecipient(db: Executor, id: string, recipient: string): Promise<void> {
  await sql`update forward_deliveries set reached = array_append(reached, ${recipient})
    where id = ${id} and not ${recipient} = any(reached)`.execute(db);
}

/** Outcome of an attempt. */
export interface AttemptOutcome {
  readonly delivered: boolean;
  readonly statusCode?: number;
  /** Reason of a failure, for people. */
  readonly reason?: Message;
  /** First characters of the response. */
  readonly excerpt?: string;
  /** Requested retry delay in milliseconds. */
  readonly retryAfterMs?: number | undefined;
  /** Whether a retry cannot succeed. */
  readonly isFinal?: boolean;
  /** Whether the receiver no longer exists. */
  readonly isGone?: boolean;
}

/**
 * Records the end of an attempt, schedules the next one and updates the forwarder in one transaction, which also calls
 * `onPaused` if the failure pauses the forwarder. Returns milliseconds until the next attempt; undefined for none.
 */
export function recordAttempt(
  db: Db,
  { id, forwarder_id }: Pick<PendingDelivery, 'id' | 'forwarder_id'>,
  number: number,
  outcome: AttemptOutcome & { readonly ms: number },
  retryPolicy: RetryPolicy,
  onPaused: (trx: Executor, forwarderId: string) => Promise<void>,
): Promise<number | undefined> {
  // Lock order: delivery, attempts, forwarder.
  return db.transaction().execute(async (trx) => {
    if (outcome.delivered) {
      await sql`update forward_deliveries set status = 'delivered', delivered = now(), due_at = null, reason = null
        where id = ${id} and status = 'pending'`.execute(trx);
      await endAttempt(trx, id, number, outcome);
      await recordSuccess(trx, forwarder_id);
      return undefined;
    }
    const nextMs = await scheduleNextAttempt(trx, id, number, outcome, retryPolicy);
    await endAttempt(trx, id, number, outcome);
    if (await recordFailure(trx, id, outcome, retryPolicy)) await onPaused(trx, forwarder_id);
    return nextMs;
  });
}

async function endAttempt(
  trx: Executor,
  id: string,
  number: number,
  { delivered, statusCode, reason, excerpt, ms }: AttemptOutcome & { readonly ms: number },
): Promise<void> {
  await trx
    .updateTable('forward_attempts')
    .set({
      outcome: delivered ? 'delivered' : 'failed',
      status_code: statusCode ?? null,
      reason: jsonOrNull(reason),
      excerpt: excerpt ?? null,
      duration_ms: Math.round(ms),
    })
    .where('delivery_id', '=', id)
    .where('number', '=', number)
    .execute();
}

/** Schedules the next attempt at a delivery, or gives it up. No effect if a later attempt has begun. */
async function scheduleNextAttempt(
  trx: Executor,
  id: string,
  number: number,
  { reason, retryAfterMs, isFinal = false, isGone = false }: AttemptOutcome,
  retryPolicy: RetryPolicy,
): Promise<number | undefined> {
  const { rows } = await sql<{ tries: number; ago_ms: number }>`
    select tries, (extract(epoch from now() - tries_since) * 1000)::float8 as ago_ms from forward_deliveries
    where id = ${id} and status = 'pending' and attempts = ${number} for no key update`.execute(trx);
  const [row] = rows;
  if (!row) return 0;
  const isOver = isFinal || isGone;
  const nextMs = isOver
    ? undefined
    : getRetryDelayMs({ attempts: row.tries, elapsedMs: row.ago_ms, retryAfterMs }, retryPolicy);
  const hasEnded = nextMs === undefined;
  await sql`update forward_deliveries set reason = ${jsonOrNull(reason)}, status = ${hasEnded ? 'failed' : 'pending'},
    due_at = ${hasEnded ? null : addToNow(nextMs)} where id = ${id}`.execute(trx);
  return nextMs;
}

/** Writes the row of the forwarder at most once per minute, since many deliveries succeed at once. */
async function recordSuccess(trx: Executor, forwarderId: string): Promise<void> {
  await sql`update task_forwarder_states set failing_since = null, last_delivered = now()
    where forwarder_id = ${forwarderId}
      and (failing_since is not null or last_delivered is null or last_delivered < now() - interval '1 minute')`.execute(
    trx,
  );
}

/** Pauses a forwarder that has only failed for the maximum retry time, or whose receiver is gone. */
async function recordFailure(
  trx: Executor,
  deliveryId: string,
  { reason, isGone = false }: AttemptOutcome,
  { maxRetryMs }: RetryPolicy,
): Promise<boolean> {
  await sql`update task_forwarder_states s set failing_since = greatest(d.tries_since, s.last_delivered)
    from forward_deliveries d where d.id = ${deliveryId} and s.forwarder_id = d.forwarder_id
      and s.failing_since is null`.execute(trx);
  const { rows } = await sql`update task_forwarder_states s set status = 'paused', paused_at = now(),
      reason = ${jsonOrNull(reason)}
    from forward_deliveries d where d.id = ${deliveryId} and s.forwarder_id = d.forwarder_id and s.status = 'active'
      and (${isGone} or s.failing_since <= ${addToNow(-maxRetryMs)}) returning s.forwarder_id`.execute(trx);
  return rows.length > 0;
}
