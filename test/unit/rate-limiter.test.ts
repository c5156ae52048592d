import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Log } from '../../src/platform/log.ts';
import { RateLimiter } from '../../src/platform/rate-limits.ts';
import { createFakeDatabase } from '../support/fake-database.ts';

/**
 * Shared usage of all processes per name, in milliseconds of the limit; undefined while the database is unavailable.
 */
let sharedUsage: number | undefined;
let shared: number[];
let warnings: string[];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
  [sharedUsage, shared, warnings] = [0, [], []];
});
afterEach(() => {
  vi.useRealTimers();
});

/** A database that returns the test's usage of other processes. */
const database = () =>
  createFakeDatabase(({ parameters }) => {
    if (sharedUsage === undefined) throw new Error('away');
    const [, names, sent] = parameters as [number, string[], number[]];
    shared.push(...sent);
    return names.map((credential) => ({ credential, owed: sharedUsage }));
  });

function createLimiter(perMinute: number): RateLimiter {
  const log = { warn: (_fields: object, text: string) => warnings.push(text) } as unknown as Log;
  return new RateLimiter(database(), perMinute, log);
}

const countAllowed = (limits: RateLimiter, times: number) =>
  Array.from({ length: times }, () => limits.consume('a').allowed).filter(Boolean).length;

describe('a limit of requests per minute', () => {
  it('allows a burst of the full limit, and then refills over time', () => {
    const limits = createLimiter(60);
    sharedUsage = undefined;
    expect(countAllowed(limits, 100)).toBe(60);
    expect(limits.consume('a')).toEqual({ allowed: false, remaining: 0, retryAfterSeconds: 1, resetSeconds: 60 });
    vi.advanceTimersByTime(3500);
    expect(countAllowed(limits, 5)).toBe(3);
    expect(limits.consume('a')).toEqual({ allowed: false, remaining: 0, retryAfterSeconds: 1, resetSeconds: 60 });
    limits.close();
  });

  it('counts each name separately', () => {
    const limits = createLimiter(2);
    expect(countAllowed(limits, 3)).toBe(2);
    expect(limits.consume('b')).toMatchObject({ allowed: true, remaining: 1, retryAfterSeconds: 0 });
    limits.close();
  });

  it('subtracts what other processes used', async () => {
    const limits = createLimiter(60);
    sharedUsage = 60_000;
    expect(limits.consume('a').allowed).toBe(true);
    await vi.advanceTimersByTimeAsync(20);
    expect(shared).toEqual([1]);
    expect(limits.consume('a')).toMatchObject({ allowed: false, remaining: 0 });
    limits.close();
  });

  it('works locally while the database is unavailable, and reports its use afterwards', async () => {
    const limits = createLimiter(60);
    sharedUsage = undefined;
    expect(countAllowed(limits, 3)).toBe(3);
    await vi.advanceTimersByTimeAsync(20);
    expect(warnings).toEqual(['could not synchronize rate limit counts']);
    expect(limits.consume('a').allowed).toBe(true);
    sharedUsage = 4000;
    await vi.advanceTimersByTimeAsync(5000);
    expect(shared).toEqual([4]);
    limits.close();
  });
});
