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

describe('a client that waits for a run', () => {
  it('receives a state that another waiting client received before', async () => {
    const task = await makeTask(tenant, { user_prompt: '{text}' });
    const run = await tenant.owner.post(`${tenant.project}/task/${task.id}/run`, { task_input: { text: 'x' } });
    const subscribe = () => {
      const { promise, resolve } = Promise.withResolvers<string>();
      // A notification has no state if all clients must read again, as right after the start of listening.
      const hear = (status?: string) => status !== undefined && resolve(status);
      return { promise, unwatch: watcher.watch(taskRunKind, run.body.id, hear) };
    };
    const first = subscribe();
    expect(await first.promise).toBe('completed');
    const second = subscribe();
    expect(await second.promise).toBe('completed');
    first.unwatch();
    second.unwatch();
  });
});

describe('a client that follows a project', () => {
  /** Longer than any test: without notifications there is one poll, that of the connection. */
  const NEVER_MS = 3_600_000;

  it('receives the result of a run as soon as it is published, and not at the next poll', async () => {
    const feed = new ChangeFeed(world.db, CHANGE_KINDS, SILENT, NEVER_MS);
    const task = await makeTask(tenant, { user_prompt: '{text}' });
    const received: string[] = [];
    const begun = Promise.withResolvers<void>();
    const over = Promise.withResolvers<void>();
    feed.follow({
      orgId: tenant.orgId,
      projectId: tenant.projectId,
      after: undefined,
      begin: () => begun.resolve(),
      deliver(changes) {
        received.push(...changes.map(({ subject_id, status }) => `${subject_id} ${status}`));
        over.resolve();
      },
    });
    await begun.promise;
    const run = await tenant.owner.post(`${tenant.project}/task/${task.id}/run`, {
      task_input: { text: 'x' },
    });
    expect(received).toEqual([]);
    feed.wake();
    await over.promise;
    expect(received).toContain(`${run.body.id} ${run.body.status}`);
    feed.close();
  });
});
