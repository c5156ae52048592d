import type { Client } from '@temporalio/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setCurrentVersion } from '../../src/platform/temporal/deployment.ts';

const SECOND = 1000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A server that learns of a version after this many milliseconds, and records its polls. */
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

/** Makes the version current and returns the outcome. */
async function outcome(client: Client, stop = new AbortController().signal): Promise<string> {
  const made = setCurrentVersion(client, 'holdfast', 'build', stop).then(
    () => 'ended',
    (error: Error) => error.message,
  );
  await vi.advanceTimersByTimeAsync(300 * SECOND);
  return made;
}

describe('the worker version that becomes current', () => {
  it('can be unknown to the server for more than a minute, and is polled with backoff', async () => {
    const { client, asked } = serverThatKnowsAfter(90 * SECOND);
    expect(await outcome(client)).toBe('ended');
    expect(asked.slice(0, 4)).toEqual([0, 100, 300, 700]);
    expect(asked.length).toBeLessThan(60);
  });

  it('is given up with the server’s message if the server never learns of it', async () => {
    const { client, asked } = serverThatKnowsAfter(Number.POSITIVE_INFINITY);
    expect(await outcome(client)).toBe('does your Worker Deployment have pollers?');
    expect(asked.at(-1)).toBeGreaterThan(119 * SECOND);
  });

  it('is no longer polled once the worker shuts down', async () => {
    const { client, asked } = serverThatKnowsAfter(Number.POSITIVE_INFINITY);
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 10 * SECOND);
    expect(await outcome(client, stop.signal)).toBe('ended');
    expect(asked.at(-1)).toBeLessThan(12 * SECOND);
  });
});
