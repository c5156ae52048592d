import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHANGE_KINDS } from '../../src/modules.ts';
import { ChangeFeed } from '../../src/runs/change-feed.ts';
import { type Listener, openListener, openWatcher, RUN_CHANNEL, type Watcher } from '../../src/runs/watcher.ts';
import { taskRunKind } from '../../src/tasks/run-kind.ts';
import { makeTask } from '../support/agents.ts';
import { openWorld, type Tenant, type World } from '../support/client.ts';

const SILENT = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

let world: World;
let tenant: Tenant;
let listener: Listener;
let watcher: Watcher;

beforeAll(async () => {
  world = openWorld();
  tenant = await world.tenant();
  listener = openListener(world.stack.databaseUrl, [RUN_CHANNEL], SILENT);
  watcher = openWatcher(world.db, listener, 10, SILENT);
});
afterAll(async () => {
  await watcher.close();
  await listener.close();
  await world.close();
});

describe('whoever waits for a run', () => {
  it('hears of a state that somebody else who still waits was told before', async () => {
    const task = await makeTask(tenant, { user_prompt: '{text}' });
    const run = await tenant.owner.post(`${tenant.project}/task/${task.id}/run`, { task_input: { text: 'x' } });
    const told = () => {
      const { promise, resolve } = Promise.withResolvers<string>();
      // Nothing is said of the state where all are to read anew, as when listening has just begun.
      const hear = (status?: string) => status !== undefined && resolve(status);
      return { promise, unwatch: watcher.watch(taskRunKind, run.body.id, hear) };
    };
    const first = told();
    expect(await first.promise).toBe('completed');
    const second = told();
    expect(await second.promise).toBe('completed');
    first.unwatch();
    second.unwatch();
  });
});

describe('whoever follows a project', () => {
  /** Longer than any test: without news there is one look, that which lets the follower in. */
  const NEVER_MS = 3_600_000;

  it('hears of what a run came to as soon as there is news of it, and not at the next look', async () => {
    const feed = new ChangeFeed(world.db, CHANGE_KINDS, SILENT, NEVER_MS);
    const task = await makeTask(tenant, { user_prompt: '{text}' });
    const told: string[] = [];
    const begun = Promise.withResolvers<void>();
    const over = Promise.withResolvers<void>();
    feed.follow({
      orgId: tenant.orgId,
      projectId: tenant.projectId,
      after: undefined,
      begin: () => begun.resolve(),
      deliver(changes) {
        told.push(...changes.map(({ subject_id, status }) => `${subject_id} ${status}`));
        over.resolve();
      },
    });
    await begun.promise;
    const run = await tenant.owner.post(`${tenant.project}/task/${task.id}/run`, {
      task_input: { text: 'x' },
    });
    expect(told).toEqual([]);
    feed.wake();
    await over.promise;
    expect(told).toContain(`${run.body.id} ${run.body.status}`);
    feed.close();
  });
});
