import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Log } from '../../src/platform/log.ts';
import { RateLimiter } from '../../src/platform/rate-limits.ts';
import { createFakeDatabase } from '../support/fake-database.ts';

/** What all processes owe together, in milliseconds of each name's limit; undefined while the database is away. */
let owed: number | undefined;
let shared: number[];
let warnings: string[];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
  [owed, shared, warnings] = [0, [], []];
});
afterEach(() => {
  vi.useRealTimers();
});

/** A database that answers what the test says the others have counted. */
const database = () =>
  createFakeDatabase(({ parameters }) => {
    if (owed === undefined) throw new Error('away');
    const [, names, sent] = parameters as [number, string[], number[]];
    shared.push(...sent);
    return names.map((credential) => ({ credential, owed }));
  });

function limiter(perMinute: number): RateLimiter {
  const log = { warn: (_fields: object, text: string) => warnings.push(text) } as unknown as Log;
  return new RateLimiter(database(), perMinute, log);
}

const allowedOf = (limits: RateLimiter, times: number) =>
  Array.from({ length: times }, () => limits.consume('a').allowed).filter(Boolean).length;

describe('a limit of requests a minute', () => {
  it('lets a burst of the whole limit pass, then as many as come back with time', () => {
    const limits = limiter(60);
    owed = undefined;
    expect(allowedOf(limits, 100)).toBe(60);
    expect(limits.consume('a')).toEqual({ allowed: false, remaining: 0, retryAfterSeconds: 1, resetSeconds: 60 });
    vi.advanceTimersByTime(3500);
    expect(allowedOf(limits, 5)).toBe(3);
    expect(limits.consume('a')).toEqual({ allowed: false, remaining: 0, retryAfterSeconds: 1, resetSeconds: 60 });
    limits.close();
  });

  it('counts each name for itself', () => {
    const limits = limiter(2);
    expect(allowedOf(limits, 3)).toBe(2);
    expect(limits.consume('b')).toMatchObject({ allowed: true, remaining: 1, retryAfterSeconds: 0 });
    limits.close();
  });

  it('takes off what other processes gave out', async () => {
    const limits = limiter(60);
    owed = 60_000;
    expect(limits.consume('a').allowed).toBe(true);
    await vi.advanceTimersByTimeAsync(20);
    expect(shared).toEqual([1]);
    expect(limits.consume('a')).toMatchObject({ allowed: false, remaining: 0 });
    limits.close();
  });

  it('goes on by itself while the database is away, and tells the others afterwards', async () => {
    const limits = limiter(60);
    owed = undefined;
    expect(allowedOf(limits, 3)).toBe(3);
    await vi.advanceTimersByTimeAsync(20);
    expect(warnings).toEqual(['could not synchronize rate limit counts']);
    expect(limits.consume('a').allowed).toBe(true);
    owed = 4000;
    await vi.advanceTimersByTimeAsync(5000);
    expect(shared).toEqual([4]);
    limits.close();
  });
});
