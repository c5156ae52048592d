import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWatcher, type Watcher } from '../../src/runs/watcher.ts';
import { taskRunKind } from '../../src/tasks/run-kind.ts';
import { makeTask } from '../support/agents.ts';
import { openWorld, type Tenant, type World } from '../support/client.ts';

const SILENT = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

let world: World;
let tenant: Tenant;
let watcher: Watcher;

beforeAll(async () => {
  world = openWorld();
  tenant = await world.tenant();
  watcher = await openWatcher(world.db, world.stack.databaseUrl, 10, SILENT);
});
afterAll(async () => {
  await watcher.close();
  await world.close();
});

describe('whoever waits for a run', () => {
  it('hears of a state that somebody else who still waits was told before', async () => {
    const task = await makeTask(tenant, { user_prompt: '{text}' });
    const run = await tenant.owner.post(`${tenant.project}/task/${task.id}/run`, { task_input: { text: 'x' } });
    const told = () => {
      const { promise, resolve } = Promise.withResolvers<string | undefined>();
      return { promise, unwatch: watcher.watch(taskRunKind, run.body.id, resolve) };
    };
    const first = told();
    expect(await first.promise).toBe('completed');
    const second = told();
    expect(await second.promise).toBe('completed');
    first.unwatch();
    second.unwatch();
  });
});
