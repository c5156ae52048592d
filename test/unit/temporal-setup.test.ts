import type { Client } from '@temporalio/client';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { TemporalSetup } from '../../activities/temporal-setup.ts';

const SECOND = 1000;
const NOT_FOUND = 5;
const PERMISSION_DENIED = 7;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const refusal = (code: number, details: string) =>
  Object.assign(new Error(details), { code, details, metadata: {}, name: 'ServiceError' });

/** A server that has a namespace, or has lost it, and knows a current version or none. */
function server({ namespace, current }: { namespace: boolean; current: string | undefined }) {
  const state = { current };
  const workflowService = {
    describeNamespace: async () => {
      if (!namespace) throw refusal(NOT_FOUND, 'Namespace test is not found.');
    },
    registerNamespace: async () => {
      throw refusal(PERMISSION_DENIED, 'not yours');
    },
    describeWorkerDeployment: async () => ({
      workerDeploymentInfo: {
        routingConfig: { currentDeploymentVersion: state.current && { buildId: state.current } },
      },
    }),
    setWorkerDeploymentCurrentVersion: async ({ buildId }: { buildId: string }) => {
      state.current = buildId;
    },
  };
  const connection = { withDeadline: (_: number, ask: () => Promise<unknown>) => ask() };
  return { client: { options: { namespace: 'test' }, connection, workflowService } as unknown as Client, state };
}

/** The setup of a worker that does not serve the background queue. */
function standing(client: Client, buildId: string): TemporalSetup {
  const config = {
    setCurrentVersion: true,
    taskQueuePrefix: 'holdfast',
    reconcileSeconds: 30,
    workerQueues: new Map(),
  };
  return new TemporalSetup({ config, log: pino({ level: 'silent' }) } as never, client, buildId);
}

it('a worker that may not make the namespace that is gone ends within 30 s, and says what to do', async () => {
  const { client } = server({ namespace: false, current: undefined });
  const ended = standing(client, 'new')
    .restoreUntil(new AbortController().signal)
    .catch((error: Error) => error.message);
  await vi.advanceTimersByTimeAsync(30 * SECOND);
  expect(await ended).toMatch(
    /^TEMPORAL_NAMESPACE: Temporal has no namespace test.*\(not yours\).*namespace create -n test/,
  );
});

it('of two releases the one that was current becomes so again, and the other where that one does not come', async () => {
  const { client, state } = server({ namespace: true, current: 'new' });
  const stop = new AbortController();
  const older = standing(client, 'old').restoreUntil(stop.signal);
  const newer = standing(client, 'new').restoreUntil(stop.signal);
  await vi.advanceTimersByTimeAsync(11 * SECOND);
  state.current = undefined;
  await vi.advanceTimersByTimeAsync(11 * SECOND);
  expect(state.current).toBe('new');
  stop.abort();
  await Promise.all([older, newer]);
  state.current = undefined;
  const alone = new AbortController();
  const last = standing(client, 'old').restoreUntil(alone.signal);
  await vi.advanceTimersByTimeAsync(21 * SECOND);
  expect(state.current).toBeUndefined();
  await vi.advanceTimersByTimeAsync(10 * SECOND);
  expect(state.current).toBe('old');
  alone.abort();
  await last;
});
