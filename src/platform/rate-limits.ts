import { sql } from 'kysely';
import type { Executor } from './db/client.ts';
import type { Log } from './log.ts';

/** Most names that one process keeps in mind; the one that was away longest is forgotten first. */
const MOST_BUCKETS = 20_000;
/** Milliseconds after which a process asks again what the others have counted. */
const SHARE_MS = 1000;
/** Least milliseconds between two statements of one process, whatever comes in. */
const GAP_MS = 20;
/** Milliseconds before a count that could not be shared is tried again. */
const RETRY_MS = 5000;
/** Part of a name's limit that a process gives out between two looks at what the others gave. */
const PART = 20;
/** Most names in one statement. */
const MOST_SHARED = 1000;
/** Milliseconds between two clearings of names whose limit is whole again. */
const CLEAR_MS = 60_000;

interface Bucket {
  /** What is still allowed; below zero where several processes together gave out too much. */
  tokens: number;
  /** When it was last filled, in milliseconds of the process: no change of the clock may empty it. */
  at: number;
  /** When it was last made to agree with the other processes; minus infinity for never. */
  agreed: number;
  /** Requests the others do not know of yet. */
  unsent: number;
}

/** How a name stands after it asked. */
export interface Allowance {
  readonly allowed: boolean;
  /** Requests left now. */
  readonly remaining: number;
  /** Seconds until the next one is allowed; 0 where one is now. */
  readonly retryAfter: number;
  /** Seconds until the whole limit is there again. */
  readonly reset: number;
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
  #due = Number.POSITIVE_INFINITY;
  #sharing = false;
  #shared = Number.NEGATIVE_INFINITY;
  #cleared = performance.now();
  #closed = false;

  constructor(db: Executor, perMinute: number, log: Log) {
    this.#db = db;
    this.#perMinute = perMinute;
    this.#log = log;
  }

  /** Takes one request of a name, where one is left. */
  take(name: string): Allowance {
    const bucket = this.#bucket(name);
    const allowed = bucket.tokens >= 1;
    if (allowed) {
      bucket.tokens -= 1;
      bucket.unsent += 1;
      this.#unsent.set(name, bucket);
      const stale = performance.now() - bucket.agreed > SHARE_MS;
      this.#shareIn(stale || bucket.unsent >= this.#perMinute / PART ? 0 : SHARE_MS);
    }
    const perSecond = this.#perMinute / 60;
    return {
      allowed,
      remaining: Math.max(0, Math.floor(bucket.tokens)),
      retryAfter: bucket.tokens >= 1 ? 0 : Math.ceil((1 - bucket.tokens) / perSecond),
      reset: Math.ceil((this.#perMinute - bucket.tokens) / perSecond),
    };
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }

  #bucket(name: string): Bucket {
    const now = performance.now();
    const fresh = { tokens: this.#perMinute, at: now, agreed: Number.NEGATIVE_INFINITY, unsent: 0 };
    const bucket = this.#buckets.get(name) ?? this.#unsent.get(name) ?? fresh;
    bucket.tokens = Math.min(this.#perMinute, bucket.tokens + ((now - bucket.at) * this.#perMinute) / 60_000);
    bucket.at = now;
    this.#buckets.delete(name);
    this.#buckets.set(name, bucket);
    const [oldest] = this.#buckets.keys();
    if (this.#buckets.size > MOST_BUCKETS && oldest !== undefined) {
      this.#buckets.delete(oldest);
      if (this.#unsent.size > MOST_BUCKETS) this.#unsent.delete(oldest);
    }
    return bucket;
  }

  #shareIn(ms: number): void {
    if (this.#sharing || this.#closed) return;
    const now = performance.now();
    const due = Math.max(now + ms, this.#shared + GAP_MS);
    if (this.#timer !== undefined && due >= this.#due) return;
    clearTimeout(this.#timer);
    this.#due = due;
    this.#timer = setTimeout(() => void this.#share(), due - now);
    this.#timer.unref();
  }

  async #share(): Promise<void> {
    this.#timer = undefined;
    this.#sharing = true;
    const batch = [...this.#unsent]
      .slice(0, MOST_SHARED)
      .map(([name, bucket]) => ({ name, bucket, sent: bucket.unsent }));
    for (const { name, bucket } of batch) {
      this.#unsent.delete(name);
      bucket.unsent = 0;
    }
    let next = SHARE_MS;
    try {
      await this.#agree(batch);
    } catch (error) {
      for (const { name, bucket, sent } of batch) {
        bucket.unsent += sent;
        this.#unsent.set(name, bucket);
      }
      next = RETRY_MS;
      this.#log.warn({ err: error }, 'could not share what was counted for rate limits');
    }
    this.#sharing = false;
    this.#shared = performance.now();
    if (this.#unsent.size > 0) this.#shareIn(next === SHARE_MS ? 0 : next);
  }

  async #agree(batch: readonly { name: string; bucket: Bucket; sent: number }[]): Promise<void> {
    const owed = await shareCounts(this.#db, batch, 60_000 / this.#perMinute);
    const now = performance.now();
    for (const { name, bucket } of batch) {
      bucket.tokens = this.#perMinute - ((owed.get(name) ?? 0) * this.#perMinute) / 60_000 - bucket.unsent;
      bucket.at = now;
      bucket.agreed = now;
    }
    if (now - this.#cleared < CLEAR_MS) return;
    this.#cleared = now;
    await forgetWhole(this.#db);
  }
}

/**
 * Adds requests to what all processes have counted; each costs `eachMs` of time until the name's limit is whole again.
 * Answers that time for each name, in milliseconds. Rows are taken in one order, so that two processes never wait for each other.
 */
async function shareCounts(
  db: Executor,
  counts: readonly { readonly name: string; readonly sent: number }[],
  eachMs: number,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ credential: string; owed: number }>`
    insert into rate_limits as l (credential, full_at)
    select c.name, now() + c.sent * ${eachMs}::float8 * interval '1 millisecond'
      from unnest(${counts.map((count) => count.name)}::text[], ${counts.map((count) => count.sent)}::int[]) as c (name, sent)
      order by c.name
    on conflict (credential) do update set full_at = greatest(l.full_at, now()) + (excluded.full_at - now())
    returning l.credential, (extract(epoch from l.full_at - now()) * 1000)::float8 as owed`.execute(db);
  return new Map(rows.map((row) => [row.credential, row.owed]));
}

/** Forgets names whose limit is whole again: no row says the same. */
async function forgetWhole(db: Executor): Promise<void> {
  await sql`delete from rate_limits where credential in (
    select credential from rate_limits where full_at < now() - interval '1 minute' limit 10000 for update skip locked)`.execute(
    db,
  );
}
