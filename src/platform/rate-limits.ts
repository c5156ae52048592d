import { sql } from 'kysely';
import type { Executor } from './db/client.ts';
import type { Log } from './log.ts';

/** Maximum number of names in memory. The least recently used is evicted first. */
const MAX_BUCKETS = 20_000;
/** Milliseconds after which a process synchronizes its counts with the others. */
const SYNC_INTERVAL_MS = 1000;
/** Minimum milliseconds between two statements of a process. */
const MIN_SYNC_GAP_MS = 20;
/** Milliseconds before a failed synchronization is retried. */
const SYNC_RETRY_MS = 5000;
/** Fraction of a name's limit that a process allows between two synchronizations. */
const SYNCS_PER_LIMIT = 20;
/** Maximum number of names per statement. */
const MAX_SYNC_BATCH = 1000;
/** Milliseconds between two deletions of full buckets. */
const CLEANUP_INTERVAL_MS = 60_000;

interface Bucket {
  /** Remaining requests. Negative if several processes together allowed too many. */
  tokens: number;
  /** Time of the last refill by `performance.now()`, which clock changes do not affect. */
  refilledAt: number;
  /** Time of the last synchronization; minus infinity for never. */
  syncedAt: number;
  /** Requests that the other processes do not know yet. */
  unsent: number;
}

/** State of a name's limit after a request. */
export interface RateLimitState {
  readonly allowed: boolean;
  /** Remaining requests. */
  readonly remaining: number;
  /** Seconds until the next request is allowed; 0 if one is allowed now. */
  readonly retryAfterSeconds: number;
  /** Seconds until the limit is fully restored. */
  readonly resetSeconds: number;
}

/**
 * Limits names to a number of requests per minute across all processes of a database, with token buckets. A process
 * decides from memory and synchronizes in batches, at the latest after 1/20 of a limit. Together the processes may
 * briefly allow too many requests; later ones pay for them. If the database is unavailable, each process counts alone.
 * Published limiters with a Postgres store send a statement for every request.
 */
export class RateLimiter {
  readonly #db: Executor;
  readonly #perMinute: number;
  readonly #log: Log;
  readonly #buckets = new Map<string, Bucket>();
  readonly #unsent = new Map<string, Bucket>();
  #timer: NodeJS.Timeout | undefined;
  #dueAt = Number.POSITIVE_INFINITY;
  #isSyncing = false;
  #syncedAt = Number.NEGATIVE_INFINITY;
  #cleanedUpAt = performance.now();
  #isClosed = false;

  constructor(db: Executor, perMinute: number, log: Log) {
    this.#db = db;
    this.#perMinute = perMinute;
    this.#log = log;
  }

  /** Consumes one request of a name if one is left. */
  consume(name: string): RateLimitState {
    const bucket = this.#getBucket(name);
    const allowed = bucket.tokens >= 1;
    if (allowed) {
      bucket.tokens -= 1;
      bucket.unsent += 1;
      this.#unsent.set(name, bucket);
      const isStale = performance.now() - bucket.syncedAt > SYNC_INTERVAL_MS;
      this.#scheduleSync(isStale || bucket.unsent >= this.#perMinute / SYNCS_PER_LIMIT ? 0 : SYNC_INTERVAL_MS);
    }
    const perSecond = this.#perMinute / 60;
    return {
      allowed,
      remaining: Math.max(0, Math.floor(bucket.tokens)),
      retryAfterSeconds: bucket.tokens >= 1 ? 0 : Math.ceil((1 - bucket.tokens) / perSecond),
      resetSeconds: Math.ceil((this.#perMinute - bucket.tokens) / perSecond),
    };
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  #getBucket(name: string): Bucket {
    const now = performance.now();
    const newBucket = { tokens: this.#perMinute, refilledAt: now, syncedAt: Number.NEGATIVE_INFINITY, unsent: 0 };
    const bucket = this.#buckets.get(name) ?? this.#unsent.get(name) ?? newBucket;
    bucket.tokens = Math.min(this.#perMinute, bucket.tokens + ((now - bucket.refilledAt) * this.#perMinute) / 60_000);
    bucket.refilledAt = now;
    this.#buckets.delete(name);
    this.#buckets.set(name, bucket);
    const [oldest] = this.#buckets.keys();
    if (this.#buckets.size > MAX_BUCKETS && oldest !== undefined) {
      this.#buckets.delete(oldest);
      if (this.#unsent.size > MAX_BUCKETS) this.#unsent.delete(oldest);
    }
    return bucket;
  }

  #scheduleSync(ms: number): void {
    if (this.#isSyncing || this.#isClosed) return;
    const now = performance.now();
    const dueAt = Math.max(now + ms, this.#syncedAt + MIN_SYNC_GAP_MS);
    if (this.#timer !== undefined && dueAt >= this.#dueAt) return;
    clearTimeout(this.#timer);
    this.#dueAt = dueAt;
    this.#timer = setTimeout(() => void this.#sync(), dueAt - now);
    this.#timer.unref();
  }

  async #sync(): Promise<void> {
    this.#timer = undefined;
    this.#isSyncing = true;
    const batch = [...this.#unsent]
      .slice(0, MAX_SYNC_BATCH)
      .map(([name, bucket]) => ({ name, bucket, sent: bucket.unsent }));
    for (const { name, bucket } of batch) {
      this.#unsent.delete(name);
      bucket.unsent = 0;
    }
    let delayMs = SYNC_INTERVAL_MS;
    try {
      await this.#syncBatch(batch);
    } catch (error) {
      for (const { name, bucket, sent } of batch) {
        bucket.unsent += sent;
        this.#unsent.set(name, bucket);
      }
      delayMs = SYNC_RETRY_MS;
      this.#log.warn({ err: error }, 'could not synchronize rate limit counts');
    }
    this.#isSyncing = false;
    this.#syncedAt = performance.now();
    if (this.#unsent.size > 0) this.#scheduleSync(delayMs === SYNC_INTERVAL_MS ? 0 : delayMs);
  }

  async #syncBatch(batch: readonly { name: string; bucket: Bucket; sent: number }[]): Promise<void> {
    const debts = await syncCounts(this.#db, batch, 60_000 / this.#perMinute);
    const now = performance.now();
    for (const { name, bucket } of batch) {
      bucket.tokens = this.#perMinute - ((debts.get(name) ?? 0) * this.#perMinute) / 60_000 - bucket.unsent;
      bucket.refilledAt = now;
      bucket.syncedAt = now;
    }
    if (now - this.#cleanedUpAt < CLEANUP_INTERVAL_MS) return;
    this.#cleanedUpAt = now;
    await deleteFullBuckets(this.#db);
  }
}

/**
 * Adds requests to the shared counts. Each adds `eachMs` to the time until the name's limit is restored. Returns that
 * time per name in milliseconds. Rows are locked in one order to avoid deadlocks.
 */
async function syncCounts(
  db: Executor,
  counts: readonly { readonly name: string; readonly sent: number }[],
  msPerRequest: number,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ credential: string; owed: number }>`
    insert into rate_limits as l (credential, full_at)
    select c.name, now() + c.sent * ${msPerRequest}::float8 * interval '1 millisecond'
      from unnest(${counts.map((count) => count.name)}::text[], ${counts.map((count) => count.sent)}::int[]) as c (name, sent)
      order by c.name
    on conflict (credential) do update set full_at = greatest(l.full_at, now()) + (excluded.full_at - now())
    returning l.credential, (extract(epoch from l.full_at - now()) * 1000)::float8 as owed`.execute(db);
  return new Map(rows.map((row) => [row.credential, row.owed]));
}

/** Deletes full buckets. A missing row means the same. */
async function deleteFullBuckets(db: Executor): Promise<void> {
  await sql`delete from rate_limits where credential in (
    select credential from rate_limits where full_at < now() - interval '1 minute' limit 10000 for update skip locked)`.execute(
    db,
  );
}
