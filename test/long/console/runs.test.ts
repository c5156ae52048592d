import { sql } from 'kysely';
import type { Route } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeAgent, makeTask, play } from '../../support/agents.ts';
import type { Tenant } from '../../support/client.ts';
import { type ConsoleWorld, describeConsole, openConsole } from '../../support/console.ts';
import { unavailable } from '../../support/outages.ts';
import { QUEUED } from '../../support/scene.ts';

const HOSTILE = [
  '# Title',
  '![x](https://evil.example/a.png) <img src="https://evil.example/b.png"> <script src="https://evil.example/c.js"></script>',
  '[a bank](https://evil.example/login) [run](javascript:alert(1))',
  '<iframe src="https://evil.example"></iframe>',
].join('\n\n');

describeConsole('the run pages of the console', () => {
  let world: ConsoleWorld;
  let tenant: Tenant;
  beforeAll(async () => {
    world = await openConsole();
    tenant = await world.tenant();
  });
  afterAll(() => world.close());

  const policy = { default: 'always', rules: [] };

  it('stream a model’s text, resume after a reload, and end', async () => {
    const gate = crypto.randomUUID();
    const chunks = ['Once ', 'upon ', 'a ', 'time', '.'];
    const { message } = await play(world, [{ chunks, gate_after_chunks: { count: 3, gate } }]);
    const agent = await makeAgent(tenant, { name: 'Teller' });
    const { body: run } = await tenant.owner.post(`${agent.path}/run`, { message }, QUEUED);
    const { page, ...screen } = await world.open(tenant.userId);
    // An API that restarts responds so; the page retries.
    await page.route('**/events', (route) => route.fulfill({ status: 503, json: {} }), { times: 1 });
    await screen.go(`/runs/${run.id}`);
    const said = page.locator('[data-conversation]');
    await said.getByText('Once upon a').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    await page.reload();
    await said.getByText('Once upon a').waitFor();
    expect(await said.getByText('time').count()).toBe(0);
    await world.model.open(gate);
    const end = page.getByRole('treeitem', { name: 'End: Completed' });
    await end.waitFor();
    await expect.poll(() => said.textContent()).toBe('Once upon a time.');
    // The run was read before its last event, as still running.
    const stale = async (route: Route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, json: { ...(await answer.json()), status: 'running' } });
    };
    await page.route(`**/run/${run.id}`, stale, { times: 1 });
    await page.reload();
    await end.waitFor();
    await page.getByText('Run finished').waitFor();
    await screen.close();
  });

  it('show steps with their content and cost, and take decisions in place', async () => {
    const call = { name: 'calculator', arguments: { expression: '6*7' } };
    const { message } = await play(world, [{ text: 'Let me see.', tool_calls: [call] }, { text: 'It is **42**.' }]);
    const agent = await makeAgent(tenant, { name: 'Adder', builtin_tools: ['calculator'], approval_policy: policy });
    const run = await agent.run(message);
    const { page, ...screen } = await world.open(tenant.userId);
    // The API of this file exports no traces.
    const trace = { trace_id: run.id.replaceAll('-', ''), trace_url: `https://traces.example.com/${run.id}` };
    await page.route('**/locate?*', async (route) => {
      const answer = await route.fetch();
      const { found } = await answer.json();
      await route.fulfill({ response: answer, json: { found: { ...found, ...trace } } });
    });
    await screen.go(`/runs/${run.id}`);
    await page.getByRole('button', { name: trace.trace_id }).waitFor();
    expect(await page.getByRole('link', { name: 'Open trace' }).getAttribute('href')).toBe(trace.trace_url);
    await page.getByRole('treeitem', { name: /waiting for approval/ }).click();
    await page.waitForURL(/step=/);
    await page.getByRole('button', { name: 'Approve' }).waitFor();
    await screen.accessible();
    await screen.picture('run-waits', { phone: true });
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.getByRole('treeitem', { name: 'End: Completed' }).waitFor();
    await page.getByRole('treeitem', { name: /calculator: succeeded/ }).click();
    await page.getByText('6*7').first().waitFor();
    const details = page.getByRole('region', { name: 'Details' });
    const detail = (name: string) => details.locator('dt', { hasText: new RegExp(`^${name}$`) }).locator('+ dd');
    await detail('Effect class').getByText('Read-only').waitFor();
    await details.getByText('Raw events').click();
    await details.getByText('tool_call_id').first().waitFor();
    await page.getByRole('treeitem', { name: /Turn 2/ }).click();
    await page.getByText('input tokens').nth(1).waitFor();
    await page.getByTitle(/^First token after .+ on average$/).waitFor();
    await detail('Time to first token').getByText(/^\d/).waitFor();
    await detail('Model').getByText('scripted', { exact: true }).waitFor();
    await details.getByText('Prompt and messages').click();
    await details.getByText('Help.', { exact: true }).waitFor();
    await details.getByText(message, { exact: true }).waitFor();
    await details.getByText(/^Tool .?calculator/).waitFor();
    await page.getByText('Changes since the previous turn').click();
    await page.getByRole('figure', { name: 'Changes since' }).getByText('− Let me see.').waitFor();
    const part = page.getByRole('slider', { name: 'Visible range' });
    const strip = await part.boundingBox();
    if (!strip) throw new Error('the timeline has no strip');
    await page.mouse.move(strip.x + strip.width / 4, strip.y + 5);
    await page.mouse.down();
    await page.mouse.move(strip.x + strip.width / 2, strip.y + 5);
    await page.mouse.up();
    await page.getByRole('status', { name: 'Zoom' }).getByText('4×').waitFor();
    expect(await part.getAttribute('aria-valuetext')).toBe('25% to 50%');
    await part.press('ArrowLeft');
    expect(await part.getAttribute('aria-valuenow')).toBe('19');
    await part.dblclick();
    await page.getByRole('status', { name: 'Zoom' }).getByText('1×').waitFor();
    await page.getByRole('link', { name: /Response/ }).click();
    await page.locator('[data-conversation] strong', { hasText: '42' }).waitFor();
    await screen.accessible();
    await screen.picture('run', { phone: true });
    await page.getByRole('link', { name: 'State', exact: true }).click();
    const request = page.getByRole('table', { name: 'Approval policy' }).getByRole('row', { name: /Approved/ });
    await request.getByText('The policy requires approval for every tool call').waitFor();
    await page.getByText('No calls with side effects.').waitFor();
    await page
      .locator('dt', { hasText: 'Turns' })
      .locator('+ dd', { hasText: /^2 of 50$/ })
      .waitFor();
    await screen.accessible();
    await page.getByRole('link', { name: 'Files', exact: true }).click();
    await page.getByText('No files.').waitFor();
    await screen.accessible();
    expect(screen.complaints()).toEqual([]);
    await screen.close();
  });

  it('name who started a run, link the run of a task to the run of its agent, and compare it with another', async () => {
    const task = await makeTask(tenant, { name: 'Summary' });
    const call = { name: 'Summary', arguments: { text: 'the sea' } };
    const { message } = await play(world, [{ tool_calls: [call] }, { text: 'Done.' }]);
    const agent = await makeAgent(tenant, { name: 'Reader', task_tools: [{ task_id: task.id }] });
    const run = await agent.run(message);
    expect(run.status).toBe('completed');
    const runs = `${tenant.project}/task/${task.id}/run`;
    const [child] = (await tenant.owner.get(runs)).body.results;
    const { body: other } = await tenant.owner.post(runs, { task_input: { text: 'the lake' } });
    const { page, ...screen } = await world.open(tenant.userId);
    await screen.go(`/runs/${child.id}`);
    // The turns arrive after the steps are rendered. The second row must be the same from the start.
    await page.evaluate(`
      window.secondRows = new Set();
      new MutationObserver(() => secondRows.add(document.getElementById('step-1')?.dataset.step))
        .observe(document.body, { attributes: true, childList: true, subtree: true });`);
    const events = page.waitForResponse(/\/events/);
    const delayTurns = async (route: Route) => {
      await events;
      await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
      await route.continue();
    };
    await page.route('**/turns?*', delayTurns, { times: 1 });
    await page.getByRole('link', { name: 'parent run' }).click();
    await page.waitForURL(`**/runs/${run.id}**`);
    await page.getByText('(API or console)').waitFor();
    await page.getByRole('treeitem', { name: /Summary/ }).click();
    expect(await page.evaluate<string[]>('[...secondRows].filter(Boolean)')).toEqual(['turn-1-1']);
    const opened = page.getByRole('region', { name: 'Details' }).getByRole('group').filter({ hasText: 'Child run' });
    await opened.getByText('Child run').click();
    await opened.getByText(String(child.response)).waitFor();
    await screen.accessible();
    await opened.getByRole('link', { name: 'Open run' }).click();
    await page.waitForURL(`**/runs/${child.id}**`);
    await page.getByRole('link', { name: 'Compare' }).click();
    await page.getByRole('row', { name: /^Model scripted scripted/ }).waitFor();
    await page
      .getByRole('figure', { name: 'Input' })
      .getByText(/^\+ +"text": "the lake"/)
      .waitFor();
    await page.getByRole('figure', { name: 'Output' }).getByText(`+ ${other.response}`).waitFor();
    await screen.accessible();
    expect(screen.complaints()).toEqual([]);
    await screen.close();
  });

  it('compare with another run of the agent, continue the conversation, and start a new run from a turn', async () => {
    const agent = await makeAgent(tenant, { name: 'Reckoner', builtin_tools: ['calculator'] });
    const sum = { name: 'calculator', arguments: { expression: '6*7' } };
    const [short, long, next, forked] = [
      await play(world, [{ text: 'About forty.' }]),
      await play(world, [{ tool_calls: [sum] }, { text: 'It is 42.' }]),
      await play(world, [{ text: 'As I said, 42.' }]),
      await play(world, [{ text: '84.' }]),
    ];
    const other = await agent.run(short.message);
    const run = await agent.run(long.message);
    const { page, ...screen } = await world.open(tenant.userId);
    await screen.go(`/runs/${run.id}`);
    await page.getByRole('link', { name: 'Compare' }).click();
    await page.getByRole('row', { name: 'Turns 2 1 −1' }).waitFor();
    await page.getByRole('figure', { name: 'Response' }).getByText('+ About forty.').waitFor();
    const steps = page.getByRole('region', { name: 'Steps' });
    await steps.getByRole('cell', { name: /^Only in this run: calculator: succeeded/ }).waitFor();
    await steps.getByRole('row', { name: /Turn 2: It is 42\..*Turn 1: About forty\./ }).waitFor();
    await screen.accessible();
    await screen.picture('run-comparison', { phone: true });
    await page.getByRole('link', { name: 'Open other run' }).click();
    await page.waitForURL(`**/runs/${other.id}**`);
    await screen.go(`/runs/${run.id}?tab=conversation`);
    const composer = page.getByRole('region', { name: 'Continue from here' });
    await composer.getByRole('textbox', { name: 'Message' }).fill(next.message);
    await screen.accessible();
    await page.keyboard.press('Enter');
    await page.locator('[data-conversation]').getByText('As I said, 42.').waitFor();
    const continued = await agent.read(new URL(page.url()).pathname.split('/').at(-1) ?? '');
    expect(continued).toMatchObject({ session_id: run.session_id, message: next.message });
    await page.getByRole('link', { name: 'Steps' }).click();
    await page.getByRole('treeitem', { name: /Turn 1/ }).click();
    await page.getByRole('button', { name: 'Start a new run from here' }).click();
    const dialog = page.getByRole('dialog', { name: 'Start a new run from turn 1' });
    const given = dialog.getByRole('region', { name: 'Messages up to this turn' });
    for (const text of [long.message, 'It is 42.', next.message, 'As I said, 42.'])
      await given.getByText(text, { exact: true }).waitFor();
    await screen.accessible();
    await dialog.getByRole('textbox', { name: 'Message' }).fill(`And twice that? ${forked.message}`);
    await dialog.getByRole('button', { name: 'Start run' }).click();
    await page.waitForURL((url) => !url.pathname.endsWith(continued.id));
    await page.getByRole('treeitem', { name: 'Turn 1: 84.' }).waitFor();
    const fork = await agent.read(new URL(page.url()).pathname.split('/').at(-1) ?? '');
    expect(fork.session_id).not.toBe(run.session_id);
    await page.getByText('Continues from').getByRole('link').click();
    await page.getByRole('treeitem', { name: 'Turn 1: As I said, 42.' }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/runs/${continued.id}`);
    await page.getByText('Continued in').getByRole('link').click();
    await page.getByRole('treeitem', { name: 'Turn 1: 84.' }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/runs/${fork.id}`);
    const messages = [
      { role: 'user', content: long.message },
      { role: 'assistant', content: 'It is 42.' },
      { role: 'user', content: next.message },
      { role: 'assistant', content: 'As I said, 42.' },
    ];
    for (const each of messages) expect(fork.message).toContain(`${JSON.stringify(each)}\n`);
    expect(fork.message).toMatch(/\nAnswer this message:\nAnd twice that\? /);
    expect(screen.complaints()).toEqual([]);
    await screen.close();
  });

  it('link to the pending request and take a decision by keyboard only, on a phone at 200 % zoom', async () => {
    const call = { name: 'calculator', arguments: { expression: '6*7' } };
    const { message } = await play(world, [{ text: 'Let me see.', tool_calls: [call] }, { text: 'It is 42.' }]);
    const agent = await makeAgent(tenant, {
      name: 'Asks first',
      builtin_tools: ['calculator'],
      approval_policy: policy,
    });
    const run = await agent.run(message);
    // A phone of 390 points at 200 % zoom fits half as many.
    const { page, ...screen } = await world.open(tenant.userId, { viewport: { width: 320, height: 640 } });
    await screen.go(`/runs/${run.id}`);
    const requestLink = page.getByRole('button', { name: 'Review request' });
    await requestLink.waitFor();
    await screen.accessible();
    await screen.picture('run-to-decide', { phone: true });
    const focused = (role: string) => page.evaluate<string>(`document.activeElement.${role} ?? ''`);
    const tabTo = async (text: string) => {
      for (let keys = 0; keys < 60; keys++) {
        if ((await focused('textContent')).trim() === text) return;
        await page.keyboard.press('Tab');
      }
      throw new Error(`no key leads to ${text}`);
    };
    await tabTo('Review request');
    await page.keyboard.press('Enter');
    await page.waitForURL(/step=/);
    const chosen = page.getByRole('region', { name: 'Details' });
    await chosen.getByRole('button', { name: 'Approve' }).waitFor();
    const isThere = '!!document.activeElement.closest("section[aria-label=\'Details\']")';
    await expect.poll(() => page.evaluate<boolean>(isThere)).toBe(true);
    expect(await requestLink.count()).toBe(0);
    await tabTo('Approve');
    await page.keyboard.press('Enter');
    await page.getByRole('treeitem', { name: 'End: Completed' }).waitFor();
    expect(await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
    expect(await agent.read(run.id)).toMatchObject({ status: 'completed' });
    expect(screen.complaints()).toEqual([]);
    await screen.close();
  });

  it('retry a run that waits for its provider, and stop one with a receipt of its effects', async () => {
    const away = await play(world, [unavailable(3000), { text: 'Back.' }], { by: 'call' });
    const waiting = await makeAgent(tenant, { llm_model_id: 'patient-15' });
    const { body: waitingRun } = await tenant.owner.post(`${waiting.path}/run`, { message: away.message }, QUEUED);
    const call = { name: 'calculator', arguments: { expression: '1+1' } };
    const { message } = await play(world, [{ tool_calls: [call] }, { text: 'Done.' }]);
    const agent = await makeAgent(tenant, { builtin_tools: ['calculator'], approval_policy: policy });
    const run = await agent.run(message);
    const { page, ...screen } = await world.open(tenant.userId);
    await screen.go(`/runs/${waitingRun.id}`);
    await page.getByText('Waiting for a provider or connection').waitFor();
    await page.getByRole('button', { name: 'Retry now' }).click();
    await page.getByRole('treeitem', { name: 'End: Completed' }).waitFor();
    await screen.go(`/runs/${run.id}`);
    await page.getByRole('button', { name: 'Cancel…' }).click();
    await page.getByRole('button', { name: 'Cancel run' }).click();
    const dialog = page.getByRole('dialog', { name: 'Cancellation receipt' });
    await dialog.getByText('Not executed').waitFor();
    await page.getByRole('treeitem', { name: /^\W*waited .*: No longer pending/ }).waitFor();
    await screen.accessible();
    await screen.picture('run-receipt');
    expect(await agent.read(run.id)).toMatchObject({ status: 'cancelled' });
    await screen.close();
  });

  it('send no requests to other hosts, whatever a model writes', async () => {
    const { message } = await play(world, [{ text: HOSTILE }]);
    const agent = await makeAgent(tenant);
    const run = await agent.run(message);
    const { page, ...screen } = await world.open(tenant.userId);
    await screen.go(`/runs/${run.id}`);
    await page.getByText('(evil.example)').first().waitFor();
    expect(
      await page.locator('[data-conversation] img, [data-conversation] iframe, [data-conversation] script').count(),
    ).toBe(0);
    expect(await page.locator('a[href^="javascript:"]').count()).toBe(0);
    const link = page.getByRole('link', { name: /a bank/ });
    expect(await link.getAttribute('rel')).toContain('noopener');
    expect(screen.foreign()).toEqual([]);
    expect(screen.complaints()).toEqual([]);
    await screen.close();
  });

  it('stay usable during a burst of 10,000 events', async () => {
    const call = { name: 'calculator', arguments: { expression: '6*7' } };
    const { message } = await play(world, [{ text: 'Let me see.', tool_calls: [call] }, { text: 'It is 42.' }]);
    const agent = await makeAgent(tenant, { name: 'Gusts', builtin_tools: ['calculator'], approval_policy: policy });
    const run = await agent.run(message);
    const { page, ...screen } = await world.open(tenant.userId);
    await screen.go(`/runs/${run.id}`);
    await page.getByRole('treeitem', { name: /waiting for approval/ }).waitFor();
    await sql`
      with burst as (
        insert into run_events (run_id, seq, kind, turn, payload)
        select ${run.id}, 100 + n, case when n % 2 = 0 then 'tool_call' else 'tool_result' end, 1,
          jsonb_build_object('tool_call_id', md5('burst' || n / 2)::uuid, 'tool_name', 'gust_' || n / 2, 'tool_type', 'builtin',
            'arguments', jsonb_build_object('expression', n::text), 'outcome', 'success', 'result', n::text)
        from generate_series(0, 9999) n)
      update agent_runs set event_seq = 10099 where id = ${run.id}`.execute(world.db);
    await sql`select pg_notify('holdfast_runs', ${run.id}::text)`.execute(world.db);
    const tree = page.getByRole('tree');
    const last = page.getByRole('treeitem', { name: /gust_4999: succeeded/ });
    await expect
      .poll(
        async () => {
          await tree.focus();
          await page.keyboard.press('End');
          return last.count();
        },
        { timeout: 100_000 },
      )
      .toBe(1);
    expect(await page.getByRole('treeitem').count()).toBeLessThan(200);
    // What it waited for before is still to be decided, from the page as it stands.
    await page.getByRole('button', { name: 'Review request' }).click();
    await page.getByRole('button', { name: 'Approve' }).waitFor();
    expect(screen.complaints()).toEqual([]);
    await screen.close();
  });

  it('render few rows for 10,000 events at any scroll position', async () => {
    const { message } = await play(world, [{ text: 'Short.' }]);
    const agent = await makeAgent(tenant, { name: 'Marathon' });
    const run = await agent.run(message);
    await sql`insert into run_events (run_id, seq, kind, turn, payload)
      select ${run.id}, 100 + n, case when n % 2 = 0 then 'tool_call' else 'tool_result' end, 1,
        jsonb_build_object('tool_call_id', md5((n / 2)::text)::uuid, 'tool_name', 'calculator', 'tool_type', 'builtin',
          'arguments', jsonb_build_object('expression', n::text), 'outcome', 'success', 'result', n::text)
      from generate_series(0, 9999) n`.execute(world.db);
    await sql`update agent_runs set event_seq = 10099 where id = ${run.id}`.execute(world.db);
    const { page, ...screen } = await world.open(tenant.userId);
    await screen.go(`/runs/${run.id}`);
    await page
      .getByRole('treeitem', { name: /calculator/ })
      .first()
      .waitFor();
    const tree = page.getByRole('tree');
    const mounted = () => page.getByRole('treeitem').count();
    expect(await mounted()).toBeLessThan(200);
    await tree.focus();
    await page.keyboard.press('End');
    await expect
      .poll(() => tree.evaluate((element) => (element as unknown as { scrollTop: number }).scrollTop))
      .toBeGreaterThan(100_000);
    await page.locator('[role=treeitem][aria-selected=true]').waitFor();
    expect(await mounted()).toBeLessThan(200);
    await screen.close();
  });
});
