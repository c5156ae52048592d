import { pino } from 'pino';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { databaseNow, setDatabaseClock } from '../../src/platform/clock.ts';
import { startClockSync } from '../../src/platform/clock-sync.ts';
import { createFakeDatabase } from '../support/fake-database.ts';

/** Database time in milliseconds when the machine's monotonic clock is zero. */
const ORIGIN_MS = 1_800_000_000_000;

afterEach(() => {
  vi.restoreAllMocks();
  setDatabaseClock(Date.now(), performance.now());
});

/** Synchronizes with a database that reads its clock `sentMs` into each round trip. Returns the error of the result. */
async function measureError(trips: readonly { readonly sentMs: number; readonly receivedMs: number }[]) {
  let monotonicMs = 1000;
  vi.spyOn(performance, 'now').mockImplementation(() => monotonicMs);
  const pending = [...trips];
  const db = createFakeDatabase(() => {
    const { sentMs, receivedMs } = pending.shift() ?? { sentMs: 0, receivedMs: 0 };
    const ms = ORIGIN_MS + monotonicMs + sentMs;
    monotonicMs += sentMs + receivedMs;
    return [{ ms }];
  });
  const stop = await startClockSync(db, pino({ level: 'silent' }));
  stop();
  return { errorMs: databaseNow() - ORIGIN_MS - monotonicMs, unread: pending.length };
}

const SLOW = { sentMs: 0, receivedMs: 900 };

describe('the database clock', () => {
  it('is exact although the first responses are slow', async () => {
    const trips = [SLOW, { sentMs: 400, receivedMs: 0 }, { sentMs: 1, receivedMs: 1 }];
    expect(await measureError(trips)).toEqual({ errorMs: 0, unread: 0 });
  });

  it('is read from the fastest of five responses if all are slow', async () => {
    const trips = [SLOW, SLOW, { sentMs: 10, receivedMs: 10 }, SLOW, SLOW, SLOW];
    expect(await measureError(trips)).toEqual({ errorMs: 0, unread: 1 });
  });

  it('is read once if the response is fast', async () => {
    expect(await measureError([{ sentMs: 1, receivedMs: 1 }, SLOW])).toEqual({ errorMs: 0, unread: 1 });
  });
});
