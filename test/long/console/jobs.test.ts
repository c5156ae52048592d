import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { writeSection } from '../../../scripts/generated-section.ts';
import type { Tenant } from '../../support/client.ts';
import { type ConsoleWorld, describeConsole, openConsole } from '../../support/console.ts';
import { type ConsoleInput, KeyboardInput, MouseInput } from '../../support/console-input.ts';
import { CONSOLE_JOBS } from '../../support/console-jobs.ts';
import { type ScriptedMcpServer, startMcpServer } from '../../support/mcp-server.ts';
import { Stack } from '../../support/stack.ts';

/** Actions of a job, and the milliseconds from the first one to the visible effect. */
type Measured = ConsoleInput['count'] & { readonly ms: number };

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
    const measured = new Map<string, Measured>();
    const failures: string[] = [];
    for (const { name, prepare } of CONSOLE_JOBS) {
      const run = await prepare({ world, tenant, mcpUrl: mcp.url });
      await screen.go('/');
      await page.locator('main h1').waitFor();
      const input = new Input(page);
      const begun = performance.now();
      await run(input).catch((error) => failures.push(`${name}: ${error.message}`));
      measured.set(name, { ...input.count, ms: Math.round(performance.now() - begun) });
    }
    expect(failures).toEqual([]);
    expect(screen.complaints()).toEqual([]);
    await screen.close();
    return measured;
  }

  it('are done by keyboard alone', async () => {
    const byKeyboard = await measureJobs(KeyboardInput);
    expect([...byKeyboard.values()].every(({ clicks }) => clicks === 0)).toBe(true);
    if (!WRITES_TABLE) return;
    const byMouse = await measureJobs(MouseInput);
    const rows = [...byKeyboard].map(([name, keyboard]) => {
      const mouse = byMouse.get(name);
      return `| ${[name, mouse?.clicks, mouse?.fields, keyboard.keys, keyboard.fields, keyboard.ms].join(' | ')} |`;
    });
    writeSection('console/README.md', 'jobs', [...TABLE_HEAD, ...rows].join('\n'));
  });
});

const TABLE_HEAD = [
  '| Job | Mouse: clicks | Mouse: fields | Keyboard: keys | Keyboard: fields | Keyboard: ms |',
  '| --- | ---: | ---: | ---: | ---: | ---: |',
];
