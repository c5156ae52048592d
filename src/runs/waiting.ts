import { type RawBuilder, sql } from 'kysely';
import { databaseNow } from '../platform/clock.ts';
import { json } from '../platform/db/client.ts';
import type { Encoded } from '../platform/db/columns.ts';
import type { Message, StoredMessage } from '../platform/messages.ts';
import { hasNoWorker } from '../platform/presence.ts';
import type { WaitingFor } from './contract.ts';

/** Wait of a run from now on. `forMs` is its duration in milliseconds, if known. */
export function toWaitingFor(kind: WaitingFor['kind'], detail: Message | string, forMs?: number): WaitingFor {
  const now = databaseNow();
  const until = forMs === undefined ? null : toTimestamp(now + forMs);
  return { kind, since: toTimestamp(now), until, detail: typeof detail === 'string' ? { msg: detail } : detail };
}

/** SQL expression of {@link toWaitingFor}, counted from the statement's `now()`. */
export function buildWaitingFor(
  kind: WaitingFor['kind'] | RawBuilder<string>,
  detail: Message | RawBuilder<StoredMessage>,
  until?: RawBuilder<Date | null>,
): RawBuilder<Encoded<WaitingFor>> {
  const word = typeof kind === 'string' ? sql.lit(kind) : kind;
  return sql<Encoded<WaitingFor>>`json_build_object('kind', ${word}, 'since', ${formatTimestamp(sql`now()`)},
    'until', ${until === undefined ? sql`null` : formatTimestamp(until)}, 'detail', ${'msg' in detail ? json(detail) : detail})`;
}

/** Wait that remains when an attempt starts: a provider stays unavailable until an attempt succeeds. */
export const remainingWait: RawBuilder<unknown> = sql`case when waiting_for ->> 'kind' = 'provider' then waiting_for end`;

/** Time since which a run `r` that should move has no worker; `last` is when it last moved. Null if it has a worker. */
export function selectWithoutWorker(last: RawBuilder<Date>): RawBuilder<Date | null> {
  return sql<Date | null>`case when r.status in ('running', 'cancelling') and r.waiting_for is null
      and r.created < now() - interval '5 seconds' and ${hasNoWorker()} then ${last} end`;
}

function toTimestamp(ms: number): string {
  return new Date(ms).toISOString();
}

/** Formats a timestamp within JSON like all other timestamps. */
function formatTimestamp(time: RawBuilder<unknown>): RawBuilder<string | null> {
  return sql`to_char((${time}) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
