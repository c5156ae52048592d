import { setTimeout as pause } from 'node:timers/promises';
import { RECORD } from '../audit/change-events.ts';
import type { Db } from '../platform/db/client.ts';
import type { Log } from '../platform/log.ts';
import type { ChangeKind } from './change-kind.ts';
import {
  CHANGE_RETENTION_SECONDS,
  type Change,
  type ChangePoll,
  countStates,
  pollChanges,
  type StateCount,
} from './changes.ts';

/** Milliseconds between two polls of the log without notifications. */
const POLL_INTERVAL_MS = 250;
/** Minimum milliseconds between two polls. */
const MIN_POLL_GAP_MS = 100;
/** Milliseconds until the next poll after a failure. */
const RETRY_PAUSE_MS = 1000;
/** Milliseconds after which followers of a quiet project get their position. */
const POSITION_INTERVAL_MS = 60_000;
/** Maximum number of changes per poll. Only a very long transaction causes more. */
const MAX_CHANGES_PER_POLL = 10_000;
/** Maximum number of new followers per poll: after a restart of another process many reconnect at once. */
const MAX_NEW_FOLLOWERS_PER_POLL = 50;
/** Milliseconds for which a position is cached. An older position only repeats more changes. */
const POSITION_TTL_MS = 1000;
/** Milliseconds that a caller waits for a position. */
const POSITION_TIMEOUT_MS = 200;
/** Maximum number of missed changes for a returning follower. Beyond it, the follower reloads its lists. */
const MAX_MISSED_CHANGES = 1000;

/** Read position of a follower. It is valid in every process, while the log keeps its changes. */
export interface Position {
  /** Changes of earlier transactions have been read. */
  readonly xid: string;
  /** Time of the position, in seconds since the epoch. */
  readonly seconds: number;
}

/**
 * Follower of a project and its organization. Changes can arrive twice; the newest change of a subject always comes
 * last.
 */
interface Follower {
  readonly orgId: string;
  readonly projectId: string;
  /** Position of a returning follower; undefined for a new one. */
  readonly after: Position | undefined;
  /** Called first, once. `missed` is undefined if the changes since `after` are unknown. */
  begin(counts: readonly StateCount[], missed: readonly Change[] | undefined, position: Position): void;
  /** Called with new changes, and with counts if they may have changed; occasionally without changes. */
  deliver(changes: readonly Change[], counts: readonly StateCount[] | undefined, position: Position): void;
}

/** Reads the change log once per process, for the followers of all projects. Idle without followers. */
export class ChangeFeed {
  readonly #db: Db;
  readonly #log: Log;
  readonly #pollIntervalMs: number;
  readonly #ready = new Set<Follower>();
  readonly #joining = new Set<Follower>();
  #since: string | undefined;
  /** Numbers of changes delivered while older transactions were open. */
  #delivered = new Set<string>();
  #positionSentAt = Date.now();
  #timer: NodeJS.Timeout | undefined;
  #isPolling = false;
  #closed = false;
  /** End of the last poll, by the monotonic clock. */
  #polledAt = Number.NEGATIVE_INFINITY;
  /** Newest position, and the time it was read by that clock. */
  readonly #kinds: readonly ChangeKind[];
  #cached: { readonly position: Position; readonly at: number } | undefined;
  #reading: Promise<Position> | undefined;
  /** Whether a change was reported since the last poll started. */
  #hasNews = false;

  /** `pollIntervalMs` is the time between two polls. */
  constructor(db: Db, kinds: readonly ChangeKind[], log: Log, pollIntervalMs = POLL_INTERVAL_MS) {
    this.#kinds = kinds;
    this.#pollIntervalMs = pollIntervalMs;
    this.#db = db;
    this.#log = log;
  }

  /** Follows a project; returns a function that stops. */
  follow(follower: Follower): () => void {
    this.#joining.add(follower);
    this.#schedule(0);
    return () => {
      this.#joining.delete(follower);
      this.#ready.delete(follower);
    };
  }

  /**
   * Position that is not ahead of later reads, so that following from it misses nothing. Undefined if the database does
   * not respond in time.
   */
  async position(): Promise<Position | undefined> {
    if (this.#cached && performance.now() - this.#cached.at < POSITION_TTL_MS) return this.#cached.position;
    this.#reading ??= this.#readPosition().finally(() => {
      this.#reading = undefined;
    });
    return Promise.race([this.#reading.catch(() => undefined), pause(POSITION_TIMEOUT_MS, undefined, { ref: false })]);
  }

  async #readPosition(): Promise<Position> {
    return this.#cachePosition(await pollChanges(this.#db, this.#kinds, [], undefined, 0));
  }

  #cachePosition(poll: ChangePoll): Position {
    const position = toPosition(poll);
    this.#cached = { position, at: performance.now() };
    return position;
  }

  /** Reports a changed run, so that the next poll starts early. */
  wake(): void {
    if (this.#hasNews) return;
    this.#hasNews = true;
    this.#schedule(this.#pause());
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }

  #schedule(ms: number): void {
    if (this.#closed || this.#isPolling) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#joining.size + this.#ready.size > 0) {
      this.#timer = setTimeout(() => void this.#runCycle(), this.#joining.size > 0 && ms < RETRY_PAUSE_MS ? 0 : ms);
      return;
    }
    this.#since = undefined;
    this.#delivered.clear();
  }

  async #runCycle(): Promise<void> {
    this.#isPolling = true;
    this.#hasNews = false;
    let failed = false;
    try {
      await this.#poll();
    } catch (error) {
      failed = true;
      this.#log.warn({ err: error }, 'could not poll the changes of projects');
    }
    this.#isPolling = false;
    this.#polledAt = performance.now();
    this.#schedule(failed ? RETRY_PAUSE_MS : this.#pause());
  }

  /** Milliseconds until the next poll. After a quiet time it starts at once. */
  #pause(): number {
    return this.#hasNews ? Math.max(0, this.#polledAt + MIN_POLL_GAP_MS - performance.now()) : this.#pollIntervalMs;
  }

  /**
   * Polls for all followers. Transactions commit in another order than they start. A poll therefore goes back to the
   * oldest transaction open at the previous one, and skips delivered changes.
   */
  async #poll(): Promise<void> {
    const joining = [...this.#joining].slice(0, MAX_NEW_FOLLOWERS_PER_POLL);
    const scopeIds = [...new Set([...joining, ...this.#ready].flatMap(getScopeIds))];
    if (scopeIds.length === 0) return;
    const poll = await pollChanges(this.#db, this.#kinds, scopeIds, this.#since, MAX_CHANGES_PER_POLL);
    const position = this.#cachePosition(poll);
    const newChanges = poll.changes.filter((change) => !this.#delivered.has(change.n));
    const changedProjects = newChanges.filter((change) => change.kind !== RECORD).map((change) => change.project_id);
    const joiningProjects = joining.map((follower) => follower.projectId);
    const countedProjects = [...new Set([...changedProjects, ...joiningProjects])];
    // Counts come before marking changes as delivered, so that a failed poll simply repeats.
    const counts = countedProjects.length === 0 ? [] : await countStates(this.#db, this.#kinds, countedProjects);
    const missed = new Map<Follower, readonly Change[] | undefined>();
    for (const follower of joining) missed.set(follower, await this.#missedBy(follower, poll));
    this.#advance(poll);
    this.#deliver(newChanges, new Set(changedProjects), counts, position);
    for (const [follower, changes] of missed) {
      if (!this.#joining.delete(follower)) continue;
      this.#ready.add(follower);
      follower.begin(filterForFollower(counts, follower), changes, position);
    }
  }

  #advance(poll: ChangePoll): void {
    const isFull = poll.changes.length === MAX_CHANGES_PER_POLL;
    // A transaction open for minutes must not slow down every poll. Its own changes are then lost; none of the
    // product's lasts that long.
    this.#since = isFull ? poll.end : poll.horizon;
    const pending = poll.changes.filter((change) => BigInt(change.xid) >= BigInt(poll.horizon));
    this.#delivered = isFull ? new Set() : new Set(pending.map((change) => change.n));
  }

  #deliver(
    newChanges: readonly Change[],
    changedProjects: ReadonlySet<string>,
    counts: readonly StateCount[],
    position: Position,
  ): void {
    const sendsPosition = Date.now() - this.#positionSentAt > POSITION_INTERVAL_MS;
    if (sendsPosition) this.#positionSentAt = Date.now();
    for (const follower of this.#ready) {
      const changes = filterForFollower(newChanges, follower);
      const countedProjects = changedProjects.has(follower.projectId) ? filterForFollower(counts, follower) : undefined;
      if (changes.length > 0 || sendsPosition) follower.deliver(changes, countedProjects, position);
    }
  }

  /**
   * Finds the changes that a returning follower missed. Undefined if there are too many or the log no longer has them.
   */
  async #missedBy(follower: Follower, poll: ChangePoll): Promise<readonly Change[] | undefined> {
    const { after } = follower;
    if (after === undefined || poll.seconds - after.seconds > CHANGE_RETENTION_SECONDS / 2) return undefined;
    // After a restored backup, a position can be ahead of this database.
    if (BigInt(after.xid) > BigInt(poll.end)) return undefined;
    const { changes } = await pollChanges(this.#db, this.#kinds, getScopeIds(follower), after.xid, MAX_MISSED_CHANGES);
    return changes.length < MAX_MISSED_CHANGES ? changes : undefined;
  }
}

const getScopeIds = ({ orgId, projectId }: Follower): string[] => [orgId, projectId];

function filterForFollower<T extends { readonly project_id: string }>(
  rows: readonly T[],
  follower: Follower,
): readonly T[] {
  const scopeIds = getScopeIds(follower);
  return rows.filter((row) => scopeIds.includes(row.project_id));
}

/** Formats a position for event ids. */
export function formatPosition({ xid, seconds }: Position): string {
  return `${xid}-${seconds}`;
}

function toPosition(poll: ChangePoll): Position {
  return { xid: poll.horizon, seconds: Math.floor(poll.seconds) };
}
