import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Connection } from '@temporalio/client';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { getCacheDir } from '../../../src/platform/local/cache-dir.ts';
import type { ProductProcess } from '../../../src/platform/local/launch.ts';
import { findFreePort } from '../../../src/platform/local/ports.ts';
import { findTemporal, startTemporal, type TemporalServer } from '../../../src/platform/local/temporal.ts';
import { makeAgent, type Receiver, startReceiver } from '../../support/agents.ts';
import { eventually, openWorld, type Tenant, type World } from '../../support/client.ts';
import { type CommandEnd, runCommand } from '../../support/commands.ts';
import { post, type Scene, startScene } from '../../support/scene.ts';
import { Stack, toEnvironment, WITHOUT_INGESTION } from '../../support/stack.ts';

const dir = mkdtempSync(join(tmpdir(), 'holdfast-lost-'));
const live = join(dir, 'live');
let port: number;
let temporal: TemporalServer;
let stack: Stack;
let worker: ProductProcess;
let world: World;
let tenant: Tenant;
let receiver: Receiver;

const startServer = async (namespace: string) => {
  mkdirSync(live, { recursive: true });
  const binary = await findTemporal({
    cli: process.env.TEMPORAL_CLI,
    cacheDir: getCacheDir(),
    print: () => undefined,
  });
  temporal = await startTemporal({ binary, port, dbFile: join(live, 'temporal.db'), namespace });
};

beforeAll(async () => {
  port = await findFreePort();
  await startServer('default');
  const servers = { ...inject('servers'), temporalAddress: temporal.address };
  stack = await Stack.create(servers, 'lost', { ...WITHOUT_INGESTION, RECONCILE_SECONDS: '2' });
  await stack.startApi();
  worker = stack.startWorker();
  await stack.ready();
  world = openWorld(stack.info);
  tenant = await world.tenant();
  receiver = await startReceiver();
});
afterAll(async () => {
  await stack.stop();
  await temporal.stop();
  await receiver.close();
  await world.close();
  rmSync(dir, { recursive: true, force: true });
});

/** Replaces the server by an empty one with a namespace. */
async function replaceServer(namespace: string): Promise<void> {
  await temporal.stop();
  rmSync(live, { recursive: true });
  await startServer(namespace);
}

async function deleteNamespace(): Promise<void> {
  const connection = await Connection.connect({ address: temporal.address });
  await connection.operatorService.deleteNamespace({ namespace: stack.info.namespace });
  await connection.close();
}

const health = (): Promise<CommandEnd> =>
  runCommand('scripts/worker-health.ts', [], { ...toEnvironment(stack.info), ...WITHOUT_INGESTION });
const ended = async ({ agent, run }: Pick<Scene, 'agent' | 'run'>) => (await agent.follow(run.id)).at(-1)?.data;

/** Approvals during the outage are carried out once, and new requests run, on the same worker. */
async function checkContinuation(waiting: Scene, path: string): Promise<void> {
  expect(await waiting.agent.approve(waiting.requests[0].id)).toMatchObject({ status: 200 });
  expect(await ended(waiting)).toMatchObject({ status: 'completed' });
  expect(receiver.received.filter((request) => request.path === path)).toHaveLength(1);
  const agent = await makeAgent(tenant);
  const run = await tenant.owner.post(`${agent.path}/run`, { message: 'hello' });
  expect(run.body).toMatchObject({ status: 'completed', output: 'echo: hello' });
  await stack.ready();
  expect(await eventually(health, ({ code }) => code === 0)).toMatchObject({ stdout: 'the worker polls\n' });
  expect(worker.child.exitCode).toBeNull();
}

const FOREVER = { policy: { default: 'never', rules: [{ tool: '*', mode: 'always' }] } };

describe('a worker whose Temporal lost its data', { timeout: 240_000 }, () => {
  it.each([
    ['everything but the namespace', '/lost-data', () => replaceServer(stack.info.namespace)],
    ['everything', '/lost-all', () => replaceServer('default')],
    ['its namespace alone', '/lost-namespace', deleteNamespace],
  ])('%s recreates what was lost and continues', async (_, path, lose) => {
    const waiting = await startScene(world, tenant, [post(receiver.url + path)], FOREVER);
    await lose();
    await checkContinuation(waiting, path);
  });
});
