import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeAgent, makeTask, play } from '../../support/agents.ts';
import { eventually, type Json, type Tenant } from '../../support/client.ts';
import { runProgram } from '../../support/commands.ts';
import { type ConsoleWorld, describeConsole, openConsole, type Screen } from '../../support/console.ts';
import { createRevision } from '../../support/evals.ts';

describeConsole('the console for triggers, shares and feedback', () => {
  let world: ConsoleWorld;
  let tenant: Tenant;
  let screen: Screen;
  let task: Json;
  beforeAll(async () => {
    world = await openConsole();
    tenant = await world.tenant();
    screen = await world.open(tenant.userId);
    task = await makeTask(tenant, { name: 'Note what came' });
  });
  afterAll(async () => {
    expect(screen.complaints().filter((line) => line.includes('Content Security Policy'))).toEqual([]);
    expect(screen.foreign()).toEqual([]);
    await screen.close();
    await world.close();
  });

  const runs = async (): Promise<Json[]> =>
    (await tenant.owner.get(`${tenant.project}/task/${task.id}/run`)).body.results;

  it('creates a webhook, delivers by its test button and by the copied command, and shows why a delivery was rejected', async () => {
    const { page } = screen;
    const { message } = await play(world, [{ text: 'Noted.' }, { text: 'Noted.' }], { by: 'call' });
    await screen.go(`/tasks/${task.id}?tab=triggers`);
    await page.getByText('No triggers yet').waitFor();
    await page.getByRole('button', { name: 'Create webhook' }).click();
    await page.getByLabel('Name').fill('Orders');
    await page.getByLabel('Authentication').selectOption('github');
    await page.getByLabel('Input mapping').fill('{"text": "$.["}');
    await page.getByRole('dialog').getByRole('button', { name: 'Create webhook' }).click();
    await page.getByRole('dialog').getByRole('alert').first().waitFor();
    await screen.accessible();
    await screen.picture('webhook-new');
    await page.getByLabel('Input mapping').fill('{"text": "$.note"}');
    await page.getByRole('dialog').getByRole('button', { name: 'Create webhook' }).click();
    const secret = await page.getByLabel('Secret', { exact: true }).inputValue();
    await page.getByLabel('I have saved the secret').check();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('heading', { name: 'Orders' }).waitFor();
    expect(JSON.parse(await page.getByLabel('Body (JSON)').inputValue())).toEqual({ note: 'Value of text' });
    await page.getByLabel('Body (JSON)').fill('{"other": 1}');
    await page.getByLabel('Secret', { exact: true }).fill(secret);
    await page.getByRole('button', { name: 'Send delivery' }).click();
    await page.getByRole('cell', { name: 'Rejected' }).waitFor();
    await page.getByLabel('Body (JSON)').fill(JSON.stringify({ note: `It's "${message}"` }));
    await page.getByRole('button', { name: 'Send delivery' }).click();
    await page.getByText('Accepted. The run has started.').waitFor();
    const command = page.getByRole('region', { name: 'curl command' });
    const text = await command.locator('pre').innerText();
    const env = { ...process.env, SECRET: secret };
    // The same again: the signed id shows that it was received before.
    const again = JSON.parse((await runProgram('sh', ['-c', text], { env })).stdout);
    expect(again).toMatchObject({ status: 'duplicate' });
    await page.getByLabel('Body (JSON)').fill(JSON.stringify({ note: message, second: true }));
    const second = await runProgram('sh', ['-c', await command.locator('pre').innerText()], { env });
    expect(JSON.parse(second.stdout)).toMatchObject({ status: 'accepted', run_id: expect.any(String) });
    expect(await eventually(runs, ({ length }) => length === 2)).toHaveLength(2);
    await page.reload();
    await page.getByRole('cell', { name: 'Completed' }).nth(1).waitFor();
    await screen.accessible();
    await screen.picture('webhook', { phone: true });
    await page.getByRole('button', { name: 'Rotate secret' }).click();
    const rotated = page.getByRole('dialog').getByLabel('Secret', { exact: true });
    expect(await rotated.inputValue()).toMatch(/^\S{8,}$/);
    expect(await rotated.inputValue()).not.toBe(secret);
  });

  it('creates a schedule with a preview of its next times, runs it at once, and pauses it', async () => {
    const { page } = screen;
    await screen.go('/triggers');
    await page.getByRole('link', { name: 'Orders' }).waitFor();
    await page.getByRole('button', { name: 'Create schedule' }).click();
    await page.getByLabel('Name').fill('Leap day');
    await page.getByLabel('Target', { exact: true }).selectOption({ label: 'Note what came' });
    await page.getByLabel('Schedule', { exact: true }).fill('0 7 30 2 *');
    await page.getByRole('dialog').getByRole('alert').first().waitFor();
    await page.getByLabel('Schedule', { exact: true }).fill('30 7 29 2 *');
    await page.getByLabel('Time zone').fill('Asia/Kolkata');
    await page
      .getByText(/February 29, \d{4} at 7:30/)
      .first()
      .waitFor();
    const { message } = await play(world, [{ text: 'Noted.' }]);
    await page.getByRole('dialog').getByRole('button', { name: 'Create schedule' }).click();
    await page.getByRole('alert').filter({ hasText: 'is a variable of the prompt' }).first().waitFor();
    await page.getByRole('group', { name: 'Input' }).getByLabel('text', { exact: true }).fill(message);
    await screen.accessible();
    await screen.picture('schedule-new', { phone: true });
    await page.getByRole('dialog').getByRole('button', { name: 'Create schedule' }).click();
    await page.getByRole('heading', { name: 'Leap day' }).waitFor();
    await page.getByRole('button', { name: 'Run now' }).click();
    await page.getByText('Accepted. The run has started.').waitFor();
    await screen.accessible();
    await screen.picture('schedule');
    await page.getByRole('button', { name: 'Pause', exact: true }).click();
    await page.getByText('The schedule is paused. Resume it to plan new runs.').waitFor();
    await page.getByRole('button', { name: 'Resume' }).waitFor();
    const { results } = (await tenant.owner.get(`${tenant.project}/trigger?trigger_type=schedule`)).body;
    expect(results).toMatchObject([{ name: 'Leap day', status: 'paused', next_run: null }]);
    await screen.go('/triggers');
    await page.getByRole('cell', { name: 'Paused' }).waitFor();
    await screen.accessible();
    await screen.picture('triggers', { phone: true });
    // An agent requires a message; the form's other defaults are kept.
    const agent = await makeAgent(tenant, { name: 'Morning clerk' });
    await page.getByRole('button', { name: 'Create schedule' }).click();
    await page.getByLabel('Name').fill('Every morning');
    await page.getByLabel('Target', { exact: true }).selectOption({ label: 'Morning clerk' });
    await page.getByRole('dialog').getByRole('button', { name: 'Create schedule' }).click();
    await page
      .locator('textarea:invalid, input:invalid')
      .and(page.getByRole('textbox', { name: 'Message' }))
      .waitFor();
    await page.getByRole('textbox', { name: 'Message' }).fill('What came in the night?');
    await page.getByLabel('Description').fill('So that nobody has to look.');
    await page.getByRole('dialog').getByLabel('Revision').selectOption({ index: 1 });
    await page.getByLabel('Ends at').fill('2020-01-01T10:00');
    await page.getByRole('dialog').getByRole('button', { name: 'Create schedule' }).click();
    await page.getByRole('alert').filter({ hasText: 'must be in the future' }).waitFor();
    await page.getByLabel('Ends at').fill('2096-02-29T10:00');
    await page.getByRole('dialog').getByRole('button', { name: 'Create schedule' }).click();
    await page.getByRole('heading', { name: 'Every morning' }).waitFor();
    const made = (await tenant.owner.get(`${tenant.project}/trigger?target_id=${agent.id}`)).body.results;
    expect(made).toMatchObject([{ name: 'Every morning', status: 'active' }]);
    const [{ id }] = made;
    const kept = (await tenant.owner.get(`${tenant.project}/trigger/schedule/${id}`)).body;
    const [revision] = agent.record.revisions;
    const about = { description: 'So that nobody has to look.', task_agent_revision_id: revision.id };
    expect(kept).toMatchObject({ ...about, task_input: { message: 'What came in the night?' } });
    expect(await page.getByLabel('Ends at').inputValue()).toBe('2096-02-29T10:00');
    expect(new Date(kept.expires_at).getUTCFullYear()).toBe(2096);
    expect(await page.getByLabel('Revision').inputValue()).toBe(revision.id);
    const pinnedOption = page.getByLabel('Revision').locator('option:checked', { hasText: /^v1 · / });
    await pinnedOption.waitFor({ state: 'attached' });
    await page.getByLabel('Revision').selectOption({ label: 'active revision' });
    await page.getByLabel('Name', { exact: true }).fill('Each morning');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Each morning' }).waitFor();
    const changed = (await tenant.owner.get(`${tenant.project}/trigger/schedule/${id}`)).body;
    expect(changed).toMatchObject({ ...about, name: 'Each morning', task_agent_revision_id: null });
  });

  it('shares a task by a link, clones it into another project, lists what was not copied, and revokes the link', async () => {
    const { page } = screen;
    const other = await tenant.owner.post(`/org/${tenant.orgId}/project`, { name: 'Elsewhere' });
    const collection = await tenant.owner.post(`${tenant.project}/collection`, { title: 'Handbook' });
    const rag = { collection_id: collection.body.id, rag_param: 'text' };
    const pinned = await createRevision(tenant, `${tenant.project}/task/${task.id}`, { rag });
    await screen.go(`/tasks/${task.id}?tab=shares`);
    await page.getByRole('button', { name: 'Create share link' }).click();
    await page.getByLabel('Link ID').fill('no spaces');
    await page.getByRole('dialog').getByRole('button', { name: 'Create share link' }).click();
    await page.getByRole('dialog').getByRole('alert').first().waitFor();
    const shortId = `note-${task.id.slice(-12)}`;
    await page.getByLabel('Link ID').fill(shortId);
    await page.getByLabel('Revision').selectOption(pinned);
    const revisions = await page.getByLabel('Revision').locator('option').allTextContents();
    expect(revisions.slice(1)).toEqual([expect.stringMatching(/^v2 · /), expect.stringMatching(/^v1 · /)]);
    await page.getByLabel('Expires at').fill('2020-01-01T10:00');
    await page.getByRole('dialog').getByRole('button', { name: 'Create share link' }).click();
    await page.getByRole('dialog').getByRole('alert').first().waitFor();
    await screen.accessible();
    await screen.picture('share-new');
    await page.getByLabel('Expires at').fill('');
    await page.getByRole('dialog').getByRole('button', { name: 'Create share link' }).click();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('cell', { name: 'Active' }).waitFor();
    expect((await tenant.owner.get(`/public/task_share/${shortId}`)).status).toBe(200);
    await screen.accessible();
    await screen.picture('shares', { phone: true });
    await page.getByRole('button', { name: 'Clone Note what came' }).click();
    await page.getByLabel('Target project').selectOption({ label: 'Elsewhere' });
    await page.getByRole('dialog').getByRole('button', { name: 'Clone' }).click();
    const report = page.getByRole('region', { name: 'Not copied' });
    await report.getByText('not in this project, or no access').waitFor();
    await screen.accessible();
    await screen.picture('cloned');
    const copies = (await tenant.owner.get(`/org/${tenant.orgId}/project/${other.body.id}/task`)).body.results;
    expect(copies).toMatchObject([{ name: 'Note what came' }]);
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Revoke Note what came' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('cell', { name: 'Revoked' }).waitFor();
    expect((await tenant.owner.get(`/public/task_share/${shortId}`)).status).toBe(404);
  });

  it('takes feedback on a run and creates an eval case from it', async () => {
    const { page } = screen;
    const [run] = await runs();
    await tenant.owner.post(`${tenant.project}/task/${task.id}/eval/set`, { name: 'Mistakes', task_run_ids: [] });
    await screen.go(`/runs/${run.id}`);
    await page.getByRole('button', { name: 'Give feedback' }).click();
    await page.getByLabel('Score').selectOption('no');
    await page.getByLabel('Comment').fill('It should have said what came.');
    await page.getByRole('button', { name: 'Send feedback' }).click();
    const given = page.getByRole('list', { name: 'Feedback' });
    await given.getByText('It should have said what came.').waitFor();
    await page.getByRole('button', { name: 'Give feedback' }).click();
    await page.getByRole('button', { name: 'Send feedback' }).click();
    await page.getByRole('alert').filter({ hasText: 'FEEDBACK_ALREADY_EXISTS' }).waitFor();
    await screen.accessible();
    await screen.picture('run-feedback', { phone: true });
    await page.getByRole('button', { name: 'Add to eval set' }).click();
    await page.getByRole('dialog').getByLabel('Eval set').selectOption({ label: 'Mistakes' });
    await page.getByRole('dialog').getByLabel('Expected output').fill('Two teas.');
    await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click();
    await page.getByRole('link', { name: 'Open eval set' }).click();
    await page.getByRole('cell', { name: 'Two teas.' }).waitFor();
    await screen.accessible();
  });
});
