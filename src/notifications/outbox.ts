import { type RawBuilder, type Selectable, sql } from 'kysely';
import { addToNow, type Db, type Executor, json } from '../platform/db/client.ts';
import { newId } from '../platform/ids.ts';
import type { Message } from '../platform/messages.ts';
import type { Backlog } from '../platform/telemetry/backlog.ts';
import type { NewNotification, NotificationKind } from './contract.ts';
import type { NotificationState, NotificationsTable } from './tables.ts';

/** Time in milliseconds after which another worker repeats an attempt that has not ended. */
const ATTEMPT_LEASE_MS = 300_000;
/** Days that ended notifications are kept. */
const RETENTION_DAYS = 30;

/** Claimed notification. */
export interface ClaimedNotification extends Selectable<NotificationsTable> {
  /** Whether the previous attempt ended without a result, so that the message may arrive twice. */
  readonly was_interrupted: boolean;
  readonly age_ms: number;
}

/** Stores a notification for each of its channels. Does nothing if its key is stored already. */
export async function enqueueNotification<Data>(
  trx: Executor,
  kind: NotificationKind<Data>,
  { key, to, data, language }: NewNotification<Data>,
): Promise<void> {
  const rows = kind.channels.map((channel) => ({
    id: newId(),
    kind: kind.name,
    channel,
    key,
    user_id: to.userId ?? null,
    org_id: to.orgId ?? null,
    address: to.address ?? null,
    language: language ?? null,
    data: json(data as Record<string, unknown>),
    due_at: sql<Date>`now()`,
  }));
  await trx
    .insertInto('notifications')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['kind', 'channel', 'key']).doNothing())
    .execute();
}

/** Claims due notifications. An attempt whose worker died is claimed again, and its row says so. */
export async function claimNotifications(db: Executor, limit: number): Promise<ClaimedNotification[]> {
  const { rows } = await sql<ClaimedNotification>`
    with due as (
      select id, state from notifications where state in ('pending', 'sending') and due_at <= now()
      order by due_at limit ${limit} for update skip locked
    )
    update notifications n set state = 'sending', attempts = n.attempts + 1, due_at = ${addToNow(ATTEMPT_LEASE_MS)},
      last_error = case when due.state = 'sending' then 'attempt ' || n.attempts || ' ended without a result' else n.last_error end
    from due where n.id = due.id
    returning n.*, due.state = 'sending' as was_interrupted,
      (extract(epoch from now() - n.created) * 1000)::float8 as age_ms`.execute(db);
  return rows;
}

/** How an attempt ended: a final state, or the delay in milliseconds until the next attempt. */
export type AttemptResult =
  | { readonly state: Extract<NotificationState, 'sent' | 'failed' | 'skipped'>; readonly error: Message | null }
  | { readonly state: 'pending'; readonly error: Message; readonly retryMs: number };

/** Records how an attempt ended. Returns false if another worker has taken over since. */
export async function recordAttempt(
  trx: Executor,
  { id, attempts }: Pick<ClaimedNotification, 'id' | 'attempts'>,
  result: AttemptResult,
): Promise<boolean> {
  const { state, error } = result;
  const { rows } = await sql`
    update notifications set state = ${state}, last_error = coalesce(${error?.msg ?? null}, last_error),
      due_at = ${state === 'pending' ? addToNow(result.retryMs) : sql`due_at`},
      ended_at = ${state === 'pending' ? null : sql`now()`}
    where id = ${id} and state = 'sending' and attempts = ${attempts} returning id`.execute(trx);
  return rows.length > 0;
}

/** SQL table of the latest notifications of a kind by user. Skipped and failed ones do not count. */
export function selectLatest(kind: string): RawBuilder<unknown> {
  return sql`(select distinct on (user_id) user_id, data, ended_at as at from notifications
    where kind = ${kind} and user_id is not null and state in ('pending', 'sending', 'sent')
    order by user_id, id desc)`;
}

/** Deletes old ended notifications. The latest ones of users stay, because kinds that group news continue from them. */
export async function deleteOldNotifications(db: Db): Promise<void> {
  await sql`delete from notifications n where ended_at < now() - make_interval(days => ${RETENTION_DAYS})
    and (user_id is null or exists (select from notifications later
      where later.kind = n.kind and later.user_id = n.user_id and later.id > n.id and later.state = 'sent'))`.execute(
    db,
  );
}

/** Due notifications. */
export const notificationBacklog: Backlog = {
  name: 'notifications',
  query: sql`select count(*) as depth, min(due_at) as since from notifications
    where state in ('pending', 'sending') and due_at <= now()`,
};
