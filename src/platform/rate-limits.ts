import { sql } from 'kysely';
import type { Executor } from './db/client.ts';
import type { Log } from './log.ts';

/** Most names that one process keeps in mind; the one that was away longest is forgotten first. */
const MAX_BUCKETS = 20_000;
/** Milliseconds after which a process asks again what the others have counted. */
const SYNC_INTERVAL_MS = 1000;
/** Least milliseconds between two statements of one process, whatever comes in. */
const MIN_SYNC_GAP_MS = 20;
/** Milliseconds before a count that could not be shared is tried again. */
const SYNC_RETRY_MS = 5000;
/** Part of a name's limit that a process gives out between two looks at what the others gave. */
const SYNCS_PER_LIMIT = 20;
/** Most names in one statement. */
const MAX_SYNC_BATCH = 1000;
/** Milliseconds between two clearings of names whose limit is whole again. */
const CLEANUP_INTERVAL_MS = 60_000;

interface Bucket {
  /** What is still allowed; below zero where several processes together gave out too much. */
  tokens: number;
  /** When it was last filled, in milliseconds of the process: no change of the clock may empty it. */
  refilledAt: number;
  /** When it was last made to agree with the other processes; minus infinity for never. */
  syncedAt: number;
  /** Requests the others do not know of yet. */
  unsent: number;
}

/** How a name stands after it asked. */
export interface RateLimitState {
  readonly allowed: boolean;
  /** Requests left now. */
  readonly remaining: number;
  /** Seconds until the next one is allowed; 0 where one is now. */
  readonly retryAfterSeconds: number;
  /** Seconds until the whole limit is there again. */
  readonly resetSeconds: number;
}

/**
 * Holds names to a number of requests a minute, over all processes that share the database: token buckets, so that
 * short bursts pass. A process answers from its own memory, and tells the others in batches, at the latest after a
 * twentieth of a name's limit. So together they may give out a little too much in one moment; it is taken off what comes
 * next. While the database is away each process counts for itself.
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

  /** Takes one request of a name, where one is left. */
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
      this.#log.warn({ err: error }, 'could not share what was counted for rate limits');
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
 * Adds requests to what all processes have counted; each costs `eachMs` of time until the name's limit is whole again.
 * Answers that time for each name, in milliseconds. Rows are taken in one order, so that two processes never wait for each other.
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

/** Forgets names whose limit is whole again: no row says the same. */
async function deleteFullBuckets(db: Executor): Promise<void> {
  await sql`delete from rate_limits where credential in (
    select credential from rate_limits where full_at < now() - interval '1 minute' limit 10000 for update skip locked)`.execute(
    db,
  );
}
