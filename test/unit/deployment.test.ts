import type { Client } from '@temporalio/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setCurrentVersion } from '../../src/platform/temporal/deployment.ts';

const SECOND = 1000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A server that knows a version from so many milliseconds on, and when it was asked. */
function serverThatKnowsAfter(ms: number) {
  const begun = Date.now();
  const asked: number[] = [];
  const setWorkerDeploymentCurrentVersion = async () => {
    asked.push(Date.now() - begun);
    if (Date.now() - begun < ms) throw new Error('does your Worker Deployment have pollers?');
  };
  const connection = { withDeadline: (_: number, ask: () => Promise<unknown>) => ask() };
  const client = { options: { namespace: 'test' }, connection, workflowService: { setWorkerDeploymentCurrentVersion } };
  return { client: client as unknown as Client, asked };
}

/** Makes the version the current one; answers what came of it. */
async function outcome(client: Client, stop = new AbortController().signal): Promise<string> {
  const made = setCurrentVersion(client, 'holdfast', 'build', stop).then(
    () => 'ended',
    (error: Error) => error.message,
  );
  await vi.advanceTimersByTimeAsync(300 * SECOND);
  return made;
}

describe('a version that a worker makes the current one', () => {
  it('may be unknown to the server for a minute and more, and is asked about less and less often', async () => {
    const { client, asked } = serverThatKnowsAfter(90 * SECOND);
    expect(await outcome(client)).toBe('ended');
    expect(asked.slice(0, 4)).toEqual([0, 100, 300, 700]);
    expect(asked.length).toBeLessThan(60);
  });

  it('that the server never hears of is given up with what it said', async () => {
    const { client, asked } = serverThatKnowsAfter(Number.POSITIVE_INFINITY);
    expect(await outcome(client)).toBe('does your Worker Deployment have pollers?');
    expect(asked.at(-1)).toBeGreaterThan(119 * SECOND);
  });

  it('is asked for no more once the worker is to stop', async () => {
    const { client, asked } = serverThatKnowsAfter(Number.POSITIVE_INFINITY);
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 10 * SECOND);
    expect(await outcome(client, stop.signal)).toBe('ended');
    expect(asked.at(-1)).toBeLessThan(12 * SECOND);
  });
});
