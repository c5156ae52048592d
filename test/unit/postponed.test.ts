import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RunStarter } from '../../src/platform/temporal/starter.ts';
import { PostponedStarts } from '../../src/runs/postponed.ts';
import type { Listener } from '../../src/runs/watcher.ts';
import { taskRunKind } from '../../src/tasks/run-kind.ts';
import { answeringDatabase } from '../support/answering-database.ts';

const GRACE_MS = 1000;

/** A run's row: when it was begun, and whether it is over. */
interface Row {
  begunAt?: number;
  isOver?: boolean;
}

/** A process with runs of which nothing is stored but these rows. */
function open(live = true) {
  const rows = new Map<string, Row>();
  const created = new Map<string, number>();
  const started: string[] = [];
  const found = (id: string) => {
    const { begunAt, isOver = false } = rows.get(id) ?? {};
    const taken = begunAt === undefined ? null : performance.now() - begunAt;
    const begun = begunAt === undefined ? null : begunAt - (created.get(id) ?? 0);
    return { id, is_open: !isOver, is_begun: begunAt !== undefined, begun_ms: begun, taken_ms: taken };
  };
  const db = answeringDatabase(({ sql, parameters }) => {
    const ids = parameters.flat() as string[];
    return sql.includes('is_open') ? ids.filter((id) => rows.has(id)).map(found) : [];
  });
  const temporal = {
    start: async (_: unknown, run: { id: string }) => void started.push(run.id),
  } as unknown as RunStarter;
  const listener = { live: () => live, hears: () => false } as unknown as Listener;
  const postponed = new PostponedStarts({ db, temporal, log: pino({ level: 'silent' }) }, listener, GRACE_MS);
  /** A run that is accepted now. */
  const accept = (id: string, row: Row = {}) => {
    rows.set(id, row);
    created.set(id, performance.now());
    const putOffMs = postponed.graceOf(taskRunKind);
    if (putOffMs === undefined) postponed.watch(taskRunKind, { id, share: 'org' });
    else postponed.add(taskRunKind, { id, share: 'org' }, putOffMs);
    return putOffMs !== undefined;
  };
  const begin = (id: string) => Object.assign(rows.get(id) ?? {}, { begunAt: performance.now() });
  const end = (id: string) => Object.assign(rows.get(id) ?? {}, { isOver: true });
  return { postponed, started, accept, begin, end };
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/** One that has seen a run begun ahead of its workflow. */
async function served() {
  const process = open();
  expect(process.accept('seen')).toBe(false);
  process.begin('seen');
  await pass(40);
  return process;
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('workflows', () => {
  it('are put off once a run is seen to be begun ahead of its own, and nobody hears of one that is over by then', async () => {
    const { accept, begin, end, started } = await served();
    expect(accept('quick')).toBe(true);
    begin('quick');
    await pass(40);
    end('quick');
    await pass(2 * GRACE_MS);
    expect(started).toEqual([]);
  });

  it('are started where the run is not over in its time, which counts from its beginning', async () => {
    const { accept, begin, started } = await served();
    accept('slow');
    await pass(25);
    begin('slow');
    await pass(GRACE_MS - 10);
    expect(started).toEqual([]);
    await pass(30);
    expect(started).toEqual(['slow']);
  });

  it('are started at once where nobody begins the run, and for those that come then', async () => {
    const { accept, begin, started } = await served();
    accept('first');
    await pass(40);
    expect(started).toEqual(['first']);
    expect(accept('second')).toBe(false);
    begin('second');
    await pass(40);
    expect(accept('third')).toBe(true);
  });

  it('are looked after in time whatever others wait for, and however many come meanwhile', async () => {
    const { accept, begin, started } = await served();
    accept('slow');
    begin('slow');
    await pass(40);
    accept('unheard');
    for (let n = 0; n < 20; n++) {
      await pass(2);
      accept(`more ${n}`);
      begin(`more ${n}`);
    }
    expect(started).toEqual(['unheard']);
  });

  it('are started when the process closes, where the run is not over', async () => {
    const { accept, begin, end, started, postponed } = await served();
    for (const id of ['open', 'over']) {
      accept(id);
      begin(id);
    }
    end('over');
    await postponed.close();
    expect(started).toEqual(['open']);
    expect(accept('late')).toBe(false);
  });

  it('are never put off where nothing is notified', async () => {
    const { accept, begin } = open(false);
    for (const id of ['a', 'b']) {
      expect(accept(id)).toBe(false);
      begin(id);
      await pass(40);
    }
  });
});
