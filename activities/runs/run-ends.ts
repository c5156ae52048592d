import { LRUCache } from 'lru-cache';
import { runBestEffort } from '../../src/platform/best-effort.ts';
import { getTracing } from '../../src/platform/telemetry/tracing.ts';
import type { RunKind } from '../../src/runs/kind.ts';
import { listEndedRuns, recordRunSpans } from '../../src/runs/traces.ts';
import type { ActivityContext } from '../context.ts';

/** Milliseconds for which ends of runs are collected. One statement then reads them all. */
const DELAY_MS = 250;
/** Number of ends that a process remembers, so that it records none twice. */
const MAX_RUNS = 10_000;

/** Records the ends of runs for metrics and traces. */
export class RunEnds {
  readonly #ctx: Pick<ActivityContext, 'db' | 'log' | 'telemetry'>;
  readonly #recorded = new LRUCache<string, true>({ max: MAX_RUNS });
  #pending = new Map<RunKind, Set<string>>();
  #recording: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;

  constructor(ctx: Pick<ActivityContext, 'db' | 'log' | 'telemetry'>) {
    this.#ctx = ctx;
  }

  /** Records a run later, if it has ended. */
  add(kind: RunKind, id: string): void {
    const ids = this.#pending.get(kind) ?? new Set();
    this.#pending.set(kind, ids.add(id));
    this.#timer ??= setTimeout(() => void this.flush(), DELAY_MS).unref();
  }

  /** Records the collected runs now. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const pending = this.#pending;
    this.#pending = new Map();
    this.#recording = this.#recording.then(async () => {
      for (const [kind, ids] of pending)
        await runBestEffort(this.#ctx.log, 'record the ends of runs', () => this.#record(kind, [...ids]));
    });
    return this.#recording;
  }

  async #record(kind: RunKind, ids: readonly string[]): Promise<void> {
    const { db, telemetry } = this.#ctx;
    // A step can be repeated after the end.
    const runs = (await listEndedRuns(db, kind, ids)).filter(({ id }) => !this.#recorded.has(id));
    for (const { id, status, created, completed } of runs) {
      this.#recorded.set(id, true);
      telemetry.metrics.recordRunEnd(kind.name, status, (completed.getTime() - created.getTime()) / 1000);
    }
    const tracing = runs.length === 0 ? undefined : getTracing();
    if (tracing) await recordRunSpans(tracing, db, kind, runs);
  }
}
