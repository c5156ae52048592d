import { randomUUID } from 'node:crypto';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { loadWorkflowBundle } from '../../../src/platform/temporal/bundle.ts';
import { makeAgent, play } from '../../support/agents.ts';
import { openWorld, type Tenant, type World } from '../../support/client.ts';
import { runCommand } from '../../support/commands.ts';
import { Stack, WITHOUT_INGESTION } from '../../support/stack.ts';

let stack: Stack;
let world: World;
let tenant: Tenant;
let folder: string;
let settings: Record<string, string>;

beforeAll(async () => {
  stack = await Stack.create(inject('servers'), 'replay', WITHOUT_INGESTION);
  stack.startWorker();
  await stack.startApi();
  await stack.ready();
  world = openWorld(stack.info);
  tenant = await world.tenant();
  folder = mkdtempSync(join(tmpdir(), 'holdfast-replay-'));
  // A modified copy; the stack's worker created the original.
  const { codePath } = await loadWorkflowBundle(join(stack.info.dataDir, 'cache'));
  mkdirSync(join(folder, 'cache'));
  copyFileSync(codePath, join(folder, 'cache', basename(codePath)));
  settings = {
    TEMPORAL_ADDRESS: stack.info.temporalAddress,
    TEMPORAL_NAMESPACE: stack.info.namespace,
    DATA_DIR: folder,
  };
});
afterAll(async () => {
  await world.close();
  await stack.stop();
  rmSync(folder, { recursive: true });
});

const replay = (more: Record<string, string> = {}) => runCommand('scripts/replay.ts', [], { ...settings, ...more });

/** Creates a run that waits for a person. */
async function parked(): Promise<string> {
  const asks = [{ tool_calls: [{ name: 'calculator', arguments: { expression: '6*7' } }] }, { text: '42.' }];
  const agent = await makeAgent(tenant, { approval_policy: { default: 'always' } });
  const run = await agent.run((await play(world, asks)).message);
  expect(run.status).toBe('waiting_for_human');
  return run.id;
}

describe('npm run replay', () => {
  it('replays every waiting run, and says that this build can continue all of them', async () => {
    await parked();
    await parked();
    const { code, stdout } = await replay();
    expect(stdout).toMatch(/replayed ([2-9]|\d\d+) workflows, 0 failed/);
    expect(code).toBe(0);
  });

  it('fails if a workflow behaves differently, and names each run that would break', async () => {
    const runs = [await parked(), await parked()];
    await replay();
    // A release whose workflow calls another activity.
    const [bundle = ''] = readdirSync(join(folder, 'cache'));
    const file = join(folder, 'cache', bundle);
    const code = readFileSync(file, 'utf8');
    const doctored = code.replace('(inline.takeTurn,', '(inline.takeAnotherTurn,');
    expect(doctored).not.toBe(code);
    writeFileSync(file, doctored);
    const broken = await replay();
    writeFileSync(file, code);
    expect(broken.code).toBe(1);
    for (const id of runs) expect(broken.stdout).toContain(`run ${id}: `);
    expect(broken.stdout).toContain('takeAnotherTurn');
    expect(broken.stdout).toMatch(/, [2-9] failed/);
    expect((await replay()).code).toBe(0);
  });

  it('leaves the runs unchanged: they continue after a decision', async () => {
    const agent = await makeAgent(tenant, { approval_policy: { default: 'always' } });
    const script = await play(world, [
      { tool_calls: [{ name: 'calculator', arguments: { expression: '1+1' } }] },
      { text: 'Two.' },
    ]);
    const run = await agent.run(script.message);
    await replay();
    const [request] = await agent.requests(run.id);
    await agent.approve(request.id);
    expect((await agent.resume(request.id)).body).toMatchObject({ status: 'completed', output: 'Two.' });
  });

  it('reads only the runs of its own installation', async () => {
    await parked();
    const { code, stdout } = await replay({ TASK_QUEUE_PREFIX: `other-${randomUUID().slice(0, 8)}` });
    expect(stdout).toContain('replayed 0 workflows, 0 failed');
    expect(code).toBe(0);
  });

  it('names the setting to fix if Temporal is unreachable', async () => {
    const { code, stderr } = await replay({ TEMPORAL_ADDRESS: '127.0.0.1:9' });
    expect(stderr).toMatch(/^TEMPORAL_ADDRESS: Temporal cannot be reached at 127\.0\.0\.1:9/);
    expect(code).toBe(78);
  });
});
