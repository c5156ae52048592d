import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../platform/db/client.ts';
import { digestJson } from '../platform/digest.ts';
import type { ModelEntry } from '../platform/models/catalogue.ts';

/** Failures in a row, in all processes together, after which an outage is open. */
const FAILURES_TO_OPEN = 3;
/** The longest pause between two probes of a provider that does not say when to come back, and of one that does. */
const MAX_PROBE_PAUSE_SECONDS = 30;
const MAX_RETRY_AFTER_SECONDS = 3600;

/** Pause after a probe: a tenth of the outage's age, at least a second, since all processes together probe once per second at most. */
const probePause = sql`make_interval(secs => least(${sql.lit(MAX_PROBE_PAUSE_SECONDS)}, greatest(1, extract(epoch from now() - o.since) / 10)))`;

/** A model as outages know it. */
export type ProbedModel = Pick<ModelEntry, 'baseUrl' | 'apiKeyEnv' | 'providerModel'> & { readonly provider: string };

/**
 * Key of the outages of a model's provider, by its address and the name of its credential, and of those of the model alone: rate
 * limits hold per model.
 */
export function getOutageKeys(model: ProbedModel): { readonly provider: string; readonly model: string } {
  const { provider, baseUrl = null, apiKeyEnv = null } = model;
  const account = { provider, baseUrl, apiKeyEnv };
  return { provider: digestJson(account), model: digestJson({ ...account, model: model.providerModel }) };
}

/** What an outage is of: a provider, one of its models, or a connection to an MCP server or another service. */
export interface OutageSubject {
  readonly key: string;
  /** Name of the provider or connection. */
  readonly provider: string;
  readonly baseUrl: string | null;
  /** The provider's name of the model, where the outage is the model's alone. */
  readonly model: string | null;
}

/** What a failure of a provider or connection that is away says. */
export interface OutageFailure {
  readonly reason: string;
  /** What the provider said. */
  readonly message: string;
  /** Milliseconds that it asked to wait. */
  readonly retryAfterMs?: number | undefined;
}

/** A connection as outages know it: by its id, since each has an address and a credential of its own. */
export function toConnectionSubject(type: string, id: string, name: string, url: string | null): OutageSubject {
  return { key: digestJson({ type, id }), provider: name, baseUrl: url, model: null };
}

/** Whether an outage is open, by its key. Providers that have not failed since their last success have no row. */
export async function readOutages(db: Executor): Promise<Map<string, boolean>> {
  const { rows } = await sql<{ key: string; is_open: boolean }>`
    select key, opened_at is not null as is_open from provider_outages`.execute(db);
  return new Map(rows.map(({ key, is_open }) => [key, is_open]));
}

/** Result of claiming a probe. */
export interface ProbeClaim {
  readonly isClaimed: boolean;
  readonly reason: string;
  /** What the provider said last. */
  readonly message: string;
  /** Milliseconds until the next probe. */
  readonly nextProbeMs: number;
}

/** Claims the next probe of an outage, which one caller gets. Returns undefined if the outage is not open. */
export async function claimProbe(db: Executor, key: string): Promise<ProbeClaim | undefined> {
  const { rows } = await sql<ProbeClaim>`
    with claimed as (
      update provider_outages o set last_probe_at = now(), next_probe_at = now() + ${probePause}
      where key = ${key} and opened_at is not null and next_probe_at <= now() returning key
    ) select exists (select from claimed) as "isClaimed", reason, message,
      greatest(0, extract(epoch from next_probe_at - now()) * 1000)::float8 as "nextProbeMs"
    from provider_outages where key = ${key} and opened_at is not null`.execute(db);
  return rows[0];
}

/** Counts a failure of a provider or connection that is away. Returns whether its outage is open. */
export async function countFailure(
  db: Executor,
  { key, provider, baseUrl, model }: OutageSubject,
  { reason, message, retryAfterMs = 0 }: OutageFailure,
): Promise<boolean> {
  const requestedPause = sql`make_interval(secs => ${Math.min(MAX_RETRY_AFTER_SECONDS, retryAfterMs / 1000)})`;
  const { rows } = await sql<{ is_open: boolean }>`
    insert into provider_outages as o (key, provider, base_url, model, failures, reason, message, next_probe_at)
    values (${key}, ${provider}, ${baseUrl}, ${model}, 1, ${reason}, ${message}, now() + ${requestedPause})
    on conflict (key) do update set failures = o.failures + 1, reason = excluded.reason, message = excluded.message,
      opened_at = coalesce(o.opened_at, case when o.failures + 1 >= ${FAILURES_TO_OPEN} then now() end),
      next_probe_at = greatest(o.next_probe_at, now() + ${probePause}, now() + ${requestedPause})
    returning opened_at is not null as is_open`.execute(db);
  return rows[0]?.is_open ?? false;
}

/** Ends the outages of these keys: the provider has answered. */
export async function endOutages(db: Executor, keys: readonly string[]): Promise<void> {
  await sql`delete from provider_outages where key = any(${[...keys]}::text[])`.execute(db);
}

/** Lets the open outages of a provider, or of all, be probed again as soon as a second has passed since the last probe. */
export async function scheduleProbes(db: Executor, provider: string | undefined): Promise<void> {
  const isAffected = provider === undefined ? sql`true` : sql`provider = ${provider}`;
  await sql`
    update provider_outages set next_probe_at = least(next_probe_at, greatest(now(), last_probe_at + interval '1 second'))
    where opened_at is not null and ${isAffected}`.execute(db);
}

/** Claims the open outages whose next probe is due. Each is returned once per second across all processes. */
export async function claimDueProbes(db: Executor): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    update provider_outages set next_wake_at = now() + interval '1 second'
    where opened_at is not null and next_probe_at <= now() and next_wake_at <= now() returning key`.execute(db);
  return rows.map(({ key }) => key);
}

/** Deletes outages without a probe for a day, for which no run waits. */
export async function deleteOldOutages(db: Executor): Promise<void> {
  await sql`delete from provider_outages where next_probe_at < now() - interval '1 day'`.execute(db);
}

/** A condition: one of the outages with these keys is over, or there are no keys. */
export function hasEndedOutage(keys: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(${keys} = '{}' or exists (select from unnest(${keys}) k where not exists (
    select from provider_outages o where o.key = k and o.opened_at is not null)))`;
}
