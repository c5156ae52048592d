import { setTimeout as pause } from 'node:timers/promises';
import { RECORD } from '../audit/change-events.ts';
import type { Db } from '../platform/db/client.ts';
import type { Log } from '../platform/log.ts';
import type { ChangeKind } from './change-kind.ts';
import { type Change, countStates, KEPT_SECONDS, type Look, lookAtChanges, type StateCount } from './changes.ts';

/** Milliseconds between two looks at the log while somebody follows and nothing says that there is news. */
const LOOK_MS = 250;
/** The same at least, however much news there is. */
const GAP_MS = 100;
/** The same after a look that failed. */
const PAUSE_MS = 1000;
/** Milliseconds after which followers of a quiet project are told how far they have read. */
const MARK_MS = 60_000;
/** Most changes that one look takes in. More stand there only when a transaction stays open for very long. */
const MOST_IN_LOOK = 10_000;
/** Most followers that one round lets in; after a restart of another process they come back all at once. */
const MOST_JOINING = 50;
/** Milliseconds for which a position is given out again; an older one only tells more twice. */
const KNOWN_MS = 1000;
/** The same that who asks for one waits for it. */
const ASKED_MS = 200;
/** Most missed changes that a returning reader is told; beyond that it reads its lists again. */
const MOST_MISSED = 1000;

/** How far a follower has read. It holds in every process, for as long as the log is kept. */
export interface Position {
  /** What earlier transactions changed is known. */
  readonly xid: string;
  /** When that was, in seconds since the epoch. */
  readonly seconds: number;
}

/** Somebody who follows a project, and what its organization has besides. Everything told may be told twice; a subject's newest change always comes last. */
export interface Follower {
  readonly orgId: string;
  readonly projectId: string;
  /** Where a returning reader was; undefined for a new one. */
  readonly after: Position | undefined;
  /** Called once, first. `missed` is undefined when it is not known what changed since `after`. */
  begin(counts: readonly StateCount[], missed: readonly Change[] | undefined, position: Position): void;
  /** Called with new changes, and what then is where that may have changed; also, with none, now and then. */
  deliver(changes: readonly Change[], counts: readonly StateCount[] | undefined, position: Position): void;
}

/** The process's one reader of the log of changes, for all followers of all projects. It does nothing while nobody follows. */
export class ChangeFeed {
  readonly #db: Db;
  readonly #log: Log;
  readonly #lookMs: number;
  readonly #ready = new Set<Follower>();
  readonly #joining = new Set<Follower>();
  #since: string | undefined;
  /** Numbers of changes that were told although older transactions were open. */
  #told = new Set<string>();
  #marked = Date.now();
  #timer: NodeJS.Timeout | undefined;
  #looking = false;
  #closed = false;
  /** When the last look was over, by the clock that only goes forward. */
  #looked = Number.NEGATIVE_INFINITY;
  /** The newest position, and when it was read by that clock. */
  readonly #kinds: readonly ChangeKind[];
  #known: { readonly position: Position; readonly at: number } | undefined;
  #asking: Promise<Position> | undefined;
  /** Whether there was news since the last look began. */
  #news = false;

  /** `lookMs` says how long a look waits for news. */
  constructor(db: Db, kinds: readonly ChangeKind[], log: Log, lookMs = LOOK_MS) {
    this.#kinds = kinds;
    this.#lookMs = lookMs;
    this.#db = db;
    this.#log = log;
  }

  /** Follows a project; answers a function that ends it. */
  follow(follower: Follower): () => void {
    this.#joining.add(follower);
    this.#schedule(0);
    return () => {
      this.#joining.delete(follower);
      this.#ready.delete(follower);
    };
  }

  /**
   * A position that is not ahead of what is read from now on: who follows from it misses nothing of what changes after that
   * reading. Undefined where the database does not say it at once.
   */
  async position(): Promise<Position | undefined> {
    if (this.#known && performance.now() - this.#known.at < KNOWN_MS) return this.#known.position;
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = undefined;
    });
    return Promise.race([this.#asking.catch(() => undefined), pause(ASKED_MS, undefined, { ref: false })]);
  }

  async #ask(): Promise<Position> {
    return this.#know(await lookAtChanges(this.#db, this.#kinds, [], undefined, 0));
  }

  #know(look: Look): Position {
    const position = positionOf(look);
    this.#known = { position, at: performance.now() };
    return position;
  }

  /** Says that a run moved: those who follow need not wait for the next look. */
  wake(): void {
    if (this.#news) return;
    this.#news = true;
    this.#schedule(this.#pause());
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }

  #schedule(ms: number): void {
    if (this.#closed || this.#looking) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#joining.size + this.#ready.size > 0) {
      this.#timer = setTimeout(() => void this.#round(), this.#joining.size > 0 && ms < PAUSE_MS ? 0 : ms);
      return;
    }
    this.#since = undefined;
    this.#told.clear();
  }

  async #round(): Promise<void> {
    this.#looking = true;
    this.#news = false;
    let failed = false;
    try {
      await this.#look();
    } catch (error) {
      failed = true;
      this.#log.warn({ err: error }, 'could not look for changes of projects');
    }
    this.#looking = false;
    this.#looked = performance.now();
    this.#schedule(failed ? PAUSE_MS : this.#pause());
  }

  /** Milliseconds until the next look: after a quiet while, news is looked for at once. */
  #pause(): number {
    return this.#news ? Math.max(0, this.#looked + GAP_MS - performance.now()) : this.#lookMs;
  }

  /**
   * One look for everybody. Transactions end in another order than they begin in, so a look goes back to the oldest that
   * was still open at the look before, and leaves out what was told then.
   */
  async #look(): Promise<void> {
    const joining = [...this.#joining].slice(0, MOST_JOINING);
    const places = [...new Set([...joining, ...this.#ready].flatMap(placesOf))];
    if (places.length === 0) return;
    const look = await lookAtChanges(this.#db, this.#kinds, places, this.#since, MOST_IN_LOOK);
    const position = this.#know(look);
    const fresh = look.changes.filter((change) => !this.#told.has(change.n));
    const moved = fresh.filter((change) => change.kind !== RECORD).map((change) => change.project_id);
    const joined = joining.map((follower) => follower.projectId);
    const counted = [...new Set([...moved, ...joined])];
    // Counted before anything is remembered as told: a round that fails here is simply done again.
    const counts = counted.length === 0 ? [] : await countStates(this.#db, this.#kinds, counted);
    const missed = new Map<Follower, readonly Change[] | undefined>();
    for (const follower of joining) missed.set(follower, await this.#missedBy(follower, look));
    this.#remember(look);
    this.#deliver(fresh, new Set(moved), counts, position);
    for (const [follower, changes] of missed) {
      if (!this.#joining.delete(follower)) continue;
      this.#ready.add(follower);
      follower.begin(of(counts, follower), changes, position);
    }
  }

  #remember(look: Look): void {
    const crowded = look.changes.length === MOST_IN_LOOK;
    // A transaction that stays open for minutes must not make every look longer than the one before. Whatever it
    // changes itself is then not told; none of our own lasts so long.
    this.#since = crowded ? look.end : look.horizon;
    const still = look.changes.filter((change) => BigInt(change.xid) >= BigInt(look.horizon));
    this.#told = crowded ? new Set() : new Set(still.map((change) => change.n));
  }

  #deliver(
    fresh: readonly Change[],
    moved: ReadonlySet<string>,
    counts: readonly StateCount[],
    position: Position,
  ): void {
    const mark = Date.now() - this.#marked > MARK_MS;
    if (mark) this.#marked = Date.now();
    for (const follower of this.#ready) {
      const changes = of(fresh, follower);
      const counted = moved.has(follower.projectId) ? of(counts, follower) : undefined;
      if (changes.length > 0 || mark) follower.deliver(changes, counted, position);
    }
  }

  /** What a returning reader missed; undefined when the log no longer says it, or it is too much to tell. */
  async #missedBy(follower: Follower, look: Look): Promise<readonly Change[] | undefined> {
    const { after } = follower;
    if (after === undefined || look.seconds - after.seconds > KEPT_SECONDS / 2) return undefined;
    // A position from before a restored backup can lie ahead of this database.
    if (BigInt(after.xid) > BigInt(look.end)) return undefined;
    const { changes } = await lookAtChanges(this.#db, this.#kinds, placesOf(follower), after.xid, MOST_MISSED);
    return changes.length < MOST_MISSED ? changes : undefined;
  }
}

const placesOf = ({ orgId, projectId }: Follower): string[] => [orgId, projectId];

function of<T extends { readonly project_id: string }>(rows: readonly T[], follower: Follower): readonly T[] {
  const places = placesOf(follower);
  return rows.filter((row) => places.includes(row.project_id));
}

/** A position as readers are given it. */
export function positionText({ xid, seconds }: Position): string {
  return `${xid}-${seconds}`;
}

function positionOf(look: Look): Position {
  return { xid: look.horizon, seconds: Math.floor(look.seconds) };
}
