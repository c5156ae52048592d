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

/** A server with or without a namespace and a current version. */
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

/** The setup of a worker without the background queue. */
function createSetup(client: Client, buildId: string): TemporalSetup {
  const config = {
    setCurrentVersion: true,
    taskQueuePrefix: 'holdfast',
    reconcileSeconds: 30,
    workerQueues: new Map(),
  };
  return new TemporalSetup({ config, log: pino({ level: 'silent' }) } as never, client, buildId);
}

it('a worker that cannot create the missing namespace exits within 30 s, and says what to do', async () => {
  const { client } = server({ namespace: false, current: undefined });
  const ended = createSetup(client, 'new')
    .restoreUntil(new AbortController().signal)
    .catch((error: Error) => error.message);
  await vi.advanceTimersByTimeAsync(30 * SECOND);
  expect(await ended).toMatch(
    /^TEMPORAL_NAMESPACE: Temporal has no namespace test.*\(not yours\).*namespace create -n test/,
  );
});

it('the previously current worker version of two becomes current again, or the other if it does not return', async () => {
  const { client, state } = server({ namespace: true, current: 'new' });
  const stop = new AbortController();
  const older = createSetup(client, 'old').restoreUntil(stop.signal);
  const newer = createSetup(client, 'new').restoreUntil(stop.signal);
  await vi.advanceTimersByTimeAsync(11 * SECOND);
  state.current = undefined;
  await vi.advanceTimersByTimeAsync(11 * SECOND);
  expect(state.current).toBe('new');
  stop.abort();
  await Promise.all([older, newer]);
  state.current = undefined;
  const alone = new AbortController();
  const last = createSetup(client, 'old').restoreUntil(alone.signal);
  await vi.advanceTimersByTimeAsync(21 * SECOND);
  expect(state.current).toBeUndefined();
  await vi.advanceTimersByTimeAsync(10 * SECOND);
  expect(state.current).toBe('old');
  alone.abort();
  await last;
});
