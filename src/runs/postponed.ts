import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { bestEffort } from '../platform/best-effort.ts';
import { ACCEPTED_CHANNEL } from './accepted.ts';
import type { RunKind } from './kind.ts';
import { type RunContext, type StartingRun, startPutOff } from './start.ts';
import type { Listener } from './watcher.ts';

/** Milliseconds after which a run is to be begun, at least and at most; between them it is twice what the slowest of the last ones took. */
const BEGUN_WITHIN = { least: 30, most: 500 } as const;
/** Of how many of the last runs it is remembered how long it took until they were begun. */
const REMEMBERED = 20;
/** Milliseconds within which looks at several runs become one. */
const TOGETHER_MS = 10;
/** Milliseconds that a closing process takes for its starts; what is not started then is due for workers. */
const CLOSING_MS = 3000;

/** A run whose workflow is put off, or that is only looked at to see whether workers begin runs. */
interface PutOff {
  readonly kind: RunKind;
  readonly run: Pick<StartingRun, 'id' | 'share'>;
  /** When its workflow is put off no longer, by this process's clock; undefined where that is started. */
  until: number | undefined;
  /** Whether it was seen to be begun. */
  begun: boolean;
  /** When it is looked at next. */
  next: number;
}

/** How a run was found. */
interface Found {
  readonly id: string;
  readonly is_open: boolean;
  readonly is_begun: boolean;
  /** Milliseconds until a worker began it ahead of its workflow; null where none did. */
  readonly begun_ms: number | null;
  /** Milliseconds since it was begun; null where it was not. */
  readonly taken_ms: number | null;
}

/**
 * The starts of workflows that this process has put off. A run that a worker has begun ahead of its workflow is mostly over before that
 * could do anything, and then needs none. It is put off only while runs are seen to be begun so: where no worker hears of them,
 * or those that do have no room, one run waits a moment for nothing, and the next ones have their workflow at once again.
 */
export class PostponedStarts {
  readonly #ctx: RunContext;
  readonly #listener: Listener;
  readonly #graceMs: number;
  readonly #open = new Map<string, PutOff>();
  #begunMs: readonly number[] = [];
  #isServed = false;
  #timer: NodeJS.Timeout | undefined;
  #look: Promise<void> | undefined;
  readonly #starting = new Set<Promise<void>>();
  #closed = false;

  constructor(ctx: RunContext, listener: Listener, graceMs: number) {
    this.#ctx = ctx;
    this.#listener = listener;
    this.#graceMs = graceMs;
  }

  /** For how many milliseconds the workflow of a run that is accepted now is put off; undefined where it is to be started at once. */
  graceOf({ begunAhead }: RunKind): number | undefined {
    return begunAhead && this.#isServed && !this.#closed && this.#isHeard() ? this.#graceMs : undefined;
  }

  /** Puts off the workflow of a run whose row is committed. */
  add(kind: RunKind, run: PutOff['run'], putOffMs: number): void {
    const accepted = performance.now();
    this.#put({ kind, run, until: accepted + putOffMs, begun: false, next: accepted + this.#begunWithin() });
    // A process that is closing starts what it has at once.
    if (this.#closed) void this.close();
  }

  /** Hears of a run whose workflow is started at once: whether a worker begins it ahead of that tells of the next ones. */
  watch(kind: RunKind, run: PutOff['run']): void {
    if (!kind.begunAhead || this.#graceMs === 0 || this.#isServed || this.#closed || !this.#isHeard()) return;
    // One at a time says enough.
    if ([...this.#open.values()].some(({ until }) => until === undefined)) return;
    this.#put({ kind, run, until: undefined, begun: false, next: performance.now() + this.#begunWithin() });
  }

  /** Starts all that is put off, where it is not over. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#look;
    const left = [...this.#open.values()];
    this.#open.clear();
    await this.#startUnlessOver(left);
    await Promise.race([Promise.all(this.#starting), pause(CLOSING_MS, undefined, { ref: false })]);
  }

  #isHeard(): boolean {
    return this.#listener.live() || this.#listener.hears(ACCEPTED_CHANNEL);
  }

  #begunWithin(): number {
    const slowest = Math.max(0, ...this.#begunMs);
    return Math.min(Math.max(2 * slowest, BEGUN_WITHIN.least), BEGUN_WITHIN.most);
  }

  #put(putOff: PutOff): void {
    this.#open.set(putOff.run.id, putOff);
    this.#schedule();
  }

  #schedule(): void {
    if (this.#look || this.#closed || this.#open.size === 0) return;
    const next = Math.min(...[...this.#open.values()].map((putOff) => putOff.next));
    // The one before may be for later: a run that was accepted since is looked at in time.
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#lookNow(), Math.max(0, next - performance.now()));
  }

  #lookNow(): void {
    this.#timer = undefined;
    const soon = performance.now() + TOGETHER_MS;
    const due = [...this.#open.values()].filter(({ next }) => next <= soon);
    const done = bestEffort(this.#ctx.log, 'look after runs whose workflows are put off', () => this.#lookAt(due));
    this.#look = done.finally(() => {
      this.#look = undefined;
      this.#schedule();
    });
  }

  async #lookAt(due: readonly PutOff[]): Promise<void> {
    // Those that could not be looked at are looked at once more, not without end in between.
    const now = performance.now();
    for (const putOff of due) putOff.next = now + BEGUN_WITHIN.most;
    const found = await this.#find(due);
    const there = new Set(found.map(([, { id }]) => id));
    for (const { run } of due) if (!there.has(run.id)) this.#open.delete(run.id);
    this.#start(found.flatMap(([putOff, how]) => (this.#isToStart(putOff, how) ? [putOff] : [])));
  }

  /** Takes note of how a run was found. Answers whether its workflow is to be started now. */
  #isToStart(putOff: PutOff, found: Found): boolean {
    const now = performance.now();
    if (!putOff.begun) this.#learn(found, putOff.until !== undefined);
    // What it waited for its beginning is no part of the time that it has.
    if (!putOff.begun && putOff.until !== undefined && found.taken_ms !== null)
      putOff.until = now - found.taken_ms + this.#graceMs;
    putOff.begun ||= found.is_begun;
    const { run, until } = putOff;
    const isOver = !found.is_open || until === undefined;
    const isDue = !isOver && (!putOff.begun || now >= until);
    putOff.next = until ?? 0;
    if (isOver || isDue) this.#open.delete(run.id);
    return isDue;
  }

  /** What the first look at a run says of those to come. */
  #learn({ is_open, is_begun, begun_ms }: Found, isPutOff: boolean): void {
    if (begun_ms !== null) {
      this.#begunMs = [...this.#begunMs.slice(1 - REMEMBERED), begun_ms];
      this.#isServed = true;
    } else if (isPutOff && is_open && !is_begun) this.#isServed = false;
  }

  async #startUnlessOver(putOff: readonly PutOff[]): Promise<void> {
    const waiting = putOff.filter(({ until }) => until !== undefined);
    await bestEffort(this.#ctx.log, 'start the workflows that are put off; workers will', async () => {
      const found = await this.#find(waiting);
      this.#start(found.flatMap(([each, { is_open }]) => (is_open ? [each] : [])));
    });
  }

  /** Nobody waits for it: other runs are looked at meanwhile. */
  #start(putOff: readonly PutOff[]): void {
    for (const [kind, those] of Map.groupBy(putOff, ({ kind }) => kind)) {
      const runs = those.map(({ run }) => ({ ...run, restarts: 0, turns: 0 }));
      const started: Promise<void> = startPutOff(this.#ctx, kind, runs).finally(() => this.#starting.delete(started));
      this.#starting.add(started);
    }
  }

  /** How the rows of runs say that they stand. */
  async #find(putOff: readonly PutOff[]): Promise<[PutOff, Found][]> {
    const of = new Map(putOff.map((each) => [each.run.id, each]));
    const looks = [...Map.groupBy(putOff, ({ kind }) => kind)].map(
      ([kind, those]) => sql`
        select id::text as id, completed is null as is_open, started is not null as is_begun,
          case when begun_ahead_by is not null then extract(epoch from started - created)::float8 * 1000 end as begun_ms,
          extract(epoch from now() - started)::float8 * 1000 as taken_ms
        from ${sql.table(kind.table)} where id = any(${those.map(({ run }) => run.id)}::uuid[])`,
    );
    if (looks.length === 0) return [];
    const { rows } = await sql<Found>`${sql.join(looks, sql` union all `)}`.execute(this.#ctx.db);
    return rows.flatMap((found) => {
      const each = of.get(found.id);
      return each ? [[each, found] as [PutOff, Found]] : [];
    });
  }
}
