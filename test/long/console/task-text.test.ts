import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeTask, play } from '../../support/agents.ts';
import type { Json, Tenant } from '../../support/client.ts';
import { type ConsoleWorld, describeConsole, openConsole, type Screen } from '../../support/console.ts';

describeConsole('the streamed text of a task run in the console', () => {
  let world: ConsoleWorld;
  let tenant: Tenant;
  beforeAll(async () => {
    world = await openConsole();
    tenant = await world.tenant();
  });
  afterAll(() => world.close());

  const textTask = (name: string, fields: object = {}) =>
    makeTask(tenant, { name, system_prompt: '', user_prompt: '{text}', ...fields });

  /** Opens a task and tries it with a message. */
  async function tried(task: Json, message: string, { page, go }: Screen) {
    await go(`/tasks/${task.id}`);
    await page.getByLabel('text', { exact: true }).fill(message);
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    const trial = page.getByRole('region', { name: 'Test', exact: true });
    return { trial, said: trial.locator('[data-live-text]') };
  }

  it('appears as it arrives, beside the form and on the run page, disappears when it is void, and is complete at the end', async () => {
    const task = await textTask('Teller');
    const [cut, again, end] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
    const { message } = await play(
      world,
      [
        { chunks: ['Once ', 'upon '], gate_after_chunks: { count: 1, gate: cut }, cut_after_chunks: 2 },
        { chunks: ['There ', '**was**.'], gate: again, gate_after_chunks: { count: 1, gate: end } },
      ],
      { by: 'call' },
    );
    const screen = await world.open(tenant.userId);
    const beside = await world.open(tenant.userId);
    const { trial, said } = await tried(task, message, screen);
    await said.getByText('Once').waitFor();
    const [run] = (await tenant.owner.get(`${tenant.project}/task/${task.id}/run`)).body.results;
    expect(run).toMatchObject({ stream: true, completed: null });
    await screen.accessible();
    await screen.picture('task-speaks', { phone: true });
    // An API that restarts responds so; the page retries.
    await beside.page.route('**/events*', (route) => route.fulfill({ status: 503, json: {} }), { times: 1 });
    await beside.go(`/runs/${run.id}`);
    const live = beside.page.locator('[data-live-text]');
    await live.getByText('Once').waitFor();
    await beside.accessible();
    await beside.picture('task-run-speaks', { phone: true });
    await world.model.open(cut);
    await trial.getByText('The previous text was discarded').waitFor();
    await beside.page.getByText('The previous text was discarded').waitFor();
    expect([await said.textContent(), await live.textContent()]).toEqual(['', '']);
    await screen.picture('task-text-restarted');
    await world.model.open(again);
    await said.getByText('There').waitFor();
    await live.getByText('There').waitFor();
    await world.model.open(end);
    for (const shown of [trial, beside.page]) await shown.locator('strong', { hasText: 'was' }).waitFor();
    await said.waitFor({ state: 'detached' });
    await live.waitFor({ state: 'detached' });
    await trial.getByRole('status').getByText('Completed').waitFor();
    for (const each of [screen, beside]) await each.close();
  });

  it('is generated again by a click on the run page, which also copies the call as code', async () => {
    const task = await textTask('Repeated');
    const path = `${tenant.project}/task/${task.id}/run`;
    const { message } = await play(world, [{ text: 'The first text.' }, { text: 'The second text.' }], { by: 'call' });
    const { body: run } = await tenant.owner.post(path, { task_input: { text: message } });
    const { page, ...screen } = await world.open(tenant.userId);
    await screen.go(`/runs/${run.id}`);
    await page.getByText('The first text.').waitFor();
    // The browser of the tests is shared, so the page may not have the focus that a real clipboard requires.
    await page.evaluate('navigator.clipboard.writeText = async (text) => { window.copiedText = text; }');
    await page.getByRole('button', { name: 'Copy as' }).click();
    await page.getByRole('menuitem', { name: 'curl' }).click();
    await screen.notification('Copied');
    const snippet = await page.evaluate<string>('window.copiedText');
    expect(snippet).toContain(`/api/v1${path}`);
    expect(snippet).toContain('{"task_input":{"text":');
    await page.getByRole('button', { name: 'Run again' }).click();
    await page.getByText('The second text.').waitFor();
    const { results } = (await tenant.owner.get(path)).body;
    const input = { submitted: { text: message } };
    expect(results).toMatchObject([{ run_data: input }, { run_data: input }]);
    await screen.accessible();
    await screen.close();
  });

  it('ends when the trial is stopped', async () => {
    const task = await textTask('Stopped');
    const gate = crypto.randomUUID();
    const { message } = await play(world, [{ chunks: ['Half', ' of it'], gate_after_chunks: { count: 1, gate } }]);
    const { page, ...screen } = await world.open(tenant.userId);
    const { trial, said } = await tried(task, message, { page, ...screen });
    await said.getByText('Half').waitFor();
    await trial.getByRole('button', { name: 'Cancel run' }).click();
    await page.getByRole('dialog', { name: 'Receipt' }).waitFor();
    await page.keyboard.press('Escape');
    await trial.getByRole('status').getByText('Cancelled').waitFor();
    await said.waitFor({ state: 'detached' });
    expect(screen.complaints()).toEqual([]);
    await screen.close();
  });

  it('is hidden if a guardrail can mask it: the trial says so, and shows the masked result at the end', async () => {
    const guardrails = { output: [{ guardrail: 'secrets', action: 'mask' }] };
    const task = await textTask('Guarded', { guardrails });
    const gate = crypto.randomUUID();
    const { message } = await play(world, [{ text: 'It is AKIAIOSFODNN7EXAMPLF.', gate }]);
    const screen = await world.open(tenant.userId);
    const { trial, said } = await tried(task, message, screen);
    await trial.getByText('A guardrail checks the response first').waitFor();
    expect(await said.textContent()).toBe('');
    await screen.accessible();
    await screen.picture('task-speaks-guarded', { phone: true });
    await world.model.open(gate);
    await trial.getByText(/^It is/).waitFor();
    expect(await trial.textContent()).not.toContain('AKIA');
    await screen.close();
  });
});
