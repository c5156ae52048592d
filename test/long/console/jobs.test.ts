import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { writeSection } from '../../../scripts/generated-section.ts';
import type { Tenant } from '../../support/client.ts';
import { type ConsoleWorld, describeConsole, openConsole } from '../../support/console.ts';
import { type ConsoleInput, KeyboardInput, MouseInput } from '../../support/console-input.ts';
import { CONSOLE_JOBS } from '../../support/console-jobs.ts';
import { type ScriptedMcpServer, startMcpServer } from '../../support/mcp-server.ts';
import { findLostControls } from '../../support/narrow-screen.ts';
import { Stack } from '../../support/stack.ts';

/** Actions of a job. */
type Measured = ConsoleInput['count'] & {
  /** Milliseconds from each key or click to the next frame that the browser showed. */
  readonly paints: readonly number[];
};

/** Shorter times are not reported. They count as this one. */
const MIN_PAINT_MS = 16;
const OBSERVE_PAINTS = `window.paints = new Map();
new PerformanceObserver((list) => {
  for (const { interactionId: id, duration } of list.getEntries())
    if (id) window.paints.set(id, Math.max(duration, window.paints.get(id) ?? 0));
}).observe({ type: 'event', durationThreshold: ${MIN_PAINT_MS}, buffered: true });`;

/** Whether the jobs also run by mouse, and the table in the page is replaced. */
const WRITES_TABLE = process.env.CONSOLE_JOBS === 'write';

describeConsole('the frequent jobs in the console', () => {
  let stack: Stack;
  let world: ConsoleWorld;
  let mcp: ScriptedMcpServer;
  beforeAll(async () => {
    const servers = inject('servers');
    // One job stores the key of a provider, which other files must not see.
    stack = await Stack.create(servers, 'console-jobs', { OPENAI_BASE_URL: `${servers.modelServerUrl}/v1` });
    await stack.startServe();
    await stack.ready();
    world = await openConsole(stack.info);
    mcp = await startMcpServer();
  });
  afterAll(async () => {
    await mcp[Symbol.asyncDispose]();
    await world.close();
    await stack.stop();
  });

  async function measureJobs(Input: typeof KeyboardInput | typeof MouseInput): Promise<ReadonlyMap<string, Measured>> {
    const tenant: Tenant = await world.tenant();
    const { page, ...screen } = await world.open(tenant.userId);
    if (WRITES_TABLE) await page.addInitScript(OBSERVE_PAINTS);
    const measured = new Map<string, Measured>();
    const failures: string[] = [];
    const checkScreen = async (name: string) => {
      const size = page.viewportSize();
      await screen.accessible().catch((error) => failures.push(`${name}: ${error.message}`));
      failures.push(...(await findLostControls(page)).map((lost) => `${name}: ${lost}`));
      if (size) await page.setViewportSize(size);
    };
    for (const { name, prepare } of CONSOLE_JOBS) {
      const run = await prepare({ world, tenant, mcpUrl: mcp.url });
      await screen.go('/');
      await page.locator('main h1').waitFor();
      const input = new Input(page);
      await run(input).catch((error) => failures.push(`${name}: ${error.message}`));
      const paints = WRITES_TABLE ? await page.evaluate<number[]>('[...window.paints.values()]') : [];
      const quick = Math.max(0, input.count.keys + input.count.clicks - paints.length);
      paints.push(...new Array<number>(quick).fill(MIN_PAINT_MS));
      measured.set(name, { ...input.count, paints });
      if (Input === KeyboardInput) await checkScreen(name);
    }
    expect(failures).toEqual([]);
    expect(screen.complaints()).toEqual([]);
    await screen.close();
    return measured;
  }

  it('are done by keyboard alone, on screens that axe, 320 pixels and 200 % zoom accept', async () => {
    const byKeyboard = await measureJobs(KeyboardInput);
    expect([...byKeyboard.values()].every(({ clicks }) => clicks === 0)).toBe(true);
    if (!WRITES_TABLE) return;
    const byMouse = await measureJobs(MouseInput);
    const rows = [...byKeyboard].map(([name, keyboard]) => {
      const mouse = byMouse.get(name);
      const slowest = Math.max(...keyboard.paints, ...(mouse?.paints ?? []));
      const [firstClicks, firstKeys] = FIRST_COUNTS[name] ?? [];
      const clicks = formatCount(mouse?.clicks ?? 0, firstClicks);
      const keys = formatCount(keyboard.keys, firstKeys);
      return `| ${[name, clicks, mouse?.fields, keys, keyboard.fields, slowest].join(' | ')} |`;
    });
    const paints = [...byKeyboard.values(), ...byMouse.values()].flatMap((job) => job.paints).sort((a, b) => a - b);
    const p95 = `Interaction to next paint, p95 of ${paints.length} keys and clicks: ${paints[Math.ceil(paints.length * 0.95) - 1]} ms.`;
    writeSection('console/README.md', 'jobs', [...TABLE_HEAD, ...rows, '', p95].join('\n'));
  });
});

/** Clicks and keys of the first measurement, for jobs that take fewer now. */
const FIRST_COUNTS: Readonly<Record<string, readonly [clicks: number, keys: number]>> = {
  'Reject a tool call with a reason': [4, 4],
  'Create an agent with a tool and try it': [12, 36],
  'Schedule a task': [6, 7],
  'Invite a user': [5, 10],
  'Add the key of a model provider': [5, 13],
  'Look up an audit event': [4, 17],
};

const formatCount = (count: number, first = count) => (count === first ? `${count}` : `${count} (${first})`);

const TABLE_HEAD = [
  '| Job | Mouse: clicks | Mouse: fields | Keyboard: keys | Keyboard: fields | Slowest paint: ms |',
  '| --- | ---: | ---: | ---: | ---: | ---: |',
];
