import { type RawBuilder, sql } from 'kysely';
import { databaseNow } from '../platform/clock.ts';
import type { Encoded } from '../platform/db/columns.ts';
import { noWorker } from '../platform/presence.ts';
import type { WaitingFor } from './contract.ts';

/** What a run waits for from now on. `forMs` are the milliseconds until that ends by itself; left out where nobody knows. */
export function toWaitingFor(kind: WaitingFor['kind'], detail: string, forMs?: number): WaitingFor {
  const now = databaseNow();
  return { kind, since: toTimestamp(now), until: forMs === undefined ? null : toTimestamp(now + forMs), detail };
}

/** The same as an expression of a statement, from its `now()` on: for words or times that only the statement knows. */
export function buildWaitingFor(
  kind: WaitingFor['kind'] | RawBuilder<string>,
  detail: string | RawBuilder<string | null>,
  until?: RawBuilder<Date | null>,
): RawBuilder<Encoded<WaitingFor>> {
  const word = typeof kind === 'string' ? sql.lit(kind) : kind;
  return sql<Encoded<WaitingFor>>`json_build_object('kind', ${word}, 'since', ${formatTimestamp(sql`now()`)},
    'until', ${until === undefined ? sql`null` : formatTimestamp(until)}, 'detail', (${detail})::text)`;
}

/** What a run still waits for when an attempt begins: its provider is away until an attempt succeeds. */
export const remainingWait: RawBuilder<unknown> = sql`case when waiting_for ->> 'kind' = 'provider' then waiting_for end`;

/** Since when a run `r` that should move has had no worker; `last` is when it last did. Null where one is there. */
export function selectWithoutWorker(last: RawBuilder<Date>): RawBuilder<Date | null> {
  return sql<Date | null>`case when r.status in ('running', 'cancelling') and r.waiting_for is null
      and r.created < now() - interval '5 seconds' and ${noWorker()} then ${last} end`;
}

function toTimestamp(ms: number): string {
  return new Date(ms).toISOString();
}

/** In the form that all other times are shown in: nothing rewrites those within JSON. */
function formatTimestamp(time: RawBuilder<unknown>): RawBuilder<string | null> {
  return sql`to_char((${time}) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
