import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../platform/db/client.ts';
import { digestJson } from '../platform/digest.ts';
import type { ModelEntry } from '../platform/models/catalog.ts';

/** Consecutive failures across all processes after which an outage is open. */
const FAILURES_TO_OPEN = 3;
/** Maximum delays between two probes: by default, and if the provider requests a delay. */
const MAX_PROBE_DELAY_SECONDS = 30;
const MAX_RETRY_AFTER_SECONDS = 3600;

/** Delay after a probe: a tenth of the outage's age, and at least one second across all processes. */
const probeDelay = sql`make_interval(secs => least(${sql.lit(MAX_PROBE_DELAY_SECONDS)}, greatest(1, extract(epoch from now() - o.since) / 10)))`;

/** The fields of a model that identify its outages. */
export type ProbedModel = Pick<ModelEntry, 'baseUrl' | 'apiKeyEnv' | 'providerModel'> & { readonly provider: string };

/**
 * Returns the outage keys of a model: of its provider with this address and credential, and of the model alone, since
 * rate limits apply per model.
 */
export function getOutageKeys(model: ProbedModel): { readonly provider: string; readonly model: string } {
  const { provider, baseUrl = null, apiKeyEnv = null } = model;
  const account = { provider, baseUrl, apiKeyEnv };
  return { provider: digestJson(account), model: digestJson({ ...account, model: model.providerModel }) };
}

/** Subject of an outage: a provider, one of its models, or a connection to an MCP server or another service. */
export interface OutageSubject {
  readonly key: string;
  /** Name of the provider or connection. */
  readonly provider: string;
  readonly baseUrl: string | null;
  /** Model name at the provider, if only this model is affected. */
  readonly model: string | null;
}

/** Failure of a provider or connection that is temporarily unavailable. */
export interface OutageFailure {
  readonly reason: string;
  /** Message of the provider. */
  readonly message: string;
  /** Requested delay in milliseconds. */
  readonly retryAfterMs?: number | undefined;
}

/** Converts a connection. Its id identifies it, since each connection has its own address and credential. */
export function toConnectionSubject(type: string, id: string, name: string, url: string | null): OutageSubject {
  return { key: digestJson({ type, id }), provider: name, baseUrl: url, model: null };
}

/** Returns by key whether an outage is open. Providers without a failure since their last success have no entry. */
export async function readOutages(db: Executor): Promise<Map<string, boolean>> {
  const { rows } = await sql<{ key: string; is_open: boolean }>`
    select key, opened_at is not null as is_open from provider_outages`.execute(db);
  return new Map(rows.map(({ key, is_open }) => [key, is_open]));
}

/** Result of claiming a probe. */
export interface ProbeClaim {
  readonly isClaimed: boolean;
  readonly reason: string;
  /** Last message of the provider. */
  readonly message: string;
  /** Milliseconds until the next probe. */
  readonly nextProbeMs: number;
}

/** Claims the next probe of an outage for one caller. Returns undefined if the outage is not open. */
export async function claimProbe(db: Executor, key: string): Promise<ProbeClaim | undefined> {
  const { rows } = await sql<ProbeClaim>`
    with claimed as (
      update provider_outages o set last_probe_at = now(), next_probe_at = now() + ${probeDelay}
      where key = ${key} and opened_at is not null and next_probe_at <= now() returning key
    ) select exists (select from claimed) as "isClaimed", reason, message,
      greatest(0, extract(epoch from next_probe_at - now()) * 1000)::float8 as "nextProbeMs"
    from provider_outages where key = ${key} and opened_at is not null`.execute(db);
  return rows[0];
}

/** Counts a failure. Returns whether the outage is open. */
export async function countFailure(
  db: Executor,
  { key, provider, baseUrl, model }: OutageSubject,
  { reason, message, retryAfterMs = 0 }: OutageFailure,
): Promise<boolean> {
  const requestedDelay = sql`make_interval(secs => ${Math.min(MAX_RETRY_AFTER_SECONDS, retryAfterMs / 1000)})`;
  const { rows } = await sql<{ is_open: boolean }>`
    insert into provider_outages as o (key, provider, base_url, model, failures, reason, message, next_probe_at)
    values (${key}, ${provider}, ${baseUrl}, ${model}, 1, ${reason}, ${message}, now() + ${requestedDelay})
    on conflict (key) do update set failures = o.failures + 1, reason = excluded.reason, message = excluded.message,
      opened_at = coalesce(o.opened_at, case when o.failures + 1 >= ${FAILURES_TO_OPEN} then now() end),
      next_probe_at = greatest(o.next_probe_at, now() + ${probeDelay}, now() + ${requestedDelay})
    returning opened_at is not null as is_open`.execute(db);
  return rows[0]?.is_open ?? false;
}

/** Ends outages after a response of the provider. */
export async function endOutages(db: Executor, keys: readonly string[]): Promise<void> {
  await sql`delete from provider_outages where key = any(${[...keys]}::text[])`.execute(db);
}

/** Schedules a probe of the open outages of a provider, or of all, for one second after the last probe. */
export async function scheduleProbes(db: Executor, provider: string | undefined): Promise<void> {
  const isAffected = provider === undefined ? sql`true` : sql`provider = ${provider}`;
  await sql`
    update provider_outages set next_probe_at = least(next_probe_at, greatest(now(), last_probe_at + interval '1 second'))
    where opened_at is not null and ${isAffected}`.execute(db);
}

/** Claims the open outages whose next probe is due, each at most once per second across all processes. */
export async function claimDueProbes(db: Executor): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    update provider_outages set next_wake_at = now() + interval '1 second'
    where opened_at is not null and next_probe_at <= now() and next_wake_at <= now() returning key`.execute(db);
  return rows.map(({ key }) => key);
}

/** Deletes outages that were not probed for a day, since no run waits for them. */
export async function deleteOldOutages(db: Executor): Promise<void> {
  await sql`delete from provider_outages where next_probe_at < now() - interval '1 day'`.execute(db);
}

/** Returns the condition that one of the outages with these keys has ended, or that there are no keys. */
export function hasEndedOutage(keys: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(${keys} = '{}' or exists (select from unnest(${keys}) k where not exists (
    select from provider_outages o where o.key = k and o.opened_at is not null)))`;
}
