import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeTask, play } from '../../support/agents.ts';
import { eventually, type Json, type Tenant } from '../../support/client.ts';
import { type ConsoleWorld, describeConsole, openConsole, type Screen } from '../../support/console.ts';
import { createRevision, runEval } from '../../support/evals.ts';

describeConsole('the console for evals', () => {
  let world: ConsoleWorld;
  let tenant: Tenant;
  let screen: Screen;
  let task: Json;
  let path: string;
  let candidate: string;
  const cell = (name: string) => screen.page.getByRole('cell', { name, exact: true });

  /** Runs the task with a text and this model response. */
  const runSaying = async (text: string) => {
    const { message } = await play(world, [{ text }]);
    const run = await tenant.owner.post(`${path}/run`, { task_input: { text: message } });
    expect(run.status, run.text).toBe(200);
  };

  beforeAll(async () => {
    world = await openConsole();
    tenant = await world.tenant();
    screen = await world.open(tenant.userId);
    task = await makeTask(tenant, { name: 'Answer customers' });
    path = `${tenant.project}/task/${task.id}`;
    await runSaying('Your parcel is on its way.');
    await runSaying('Refunds take five days.');
    // The model follows the last marker of a prompt: the candidate responds alike to all.
    const { message } = await play(world, [{ text: 'Your parcel is on its way.' }]);
    candidate = await createRevision(tenant, path, { user_prompt: `Summarise {text}. ${message}` });
  });
  afterAll(async () => {
    expect(screen.complaints().filter((line) => line.includes('Content Security Policy'))).toEqual([]);
    expect(screen.foreign()).toEqual([]);
    await screen.close();
    await world.close();
  });

  it('creates a set from past runs and a file, and shows beside the field which line is invalid', async () => {
    const { page } = screen;
    await screen.go(`/tasks/${task.id}?tab=evals`);
    await page.getByText('No eval sets yet').waitFor();
    await screen.accessible();
    await page.getByRole('button', { name: 'Create eval set' }).click();
    await page.getByLabel('Name').fill('What customers asked');
    await page.getByRole('dialog').getByRole('button', { name: 'Create eval set' }).click();
    await page.getByRole('heading', { name: 'What customers asked' }).waitFor();
    await page.getByRole('button', { name: 'From past runs' }).click();
    await page.getByLabel('All (2)').check();
    await expect.poll(() => page.getByRole('dialog').getByText('v1', { exact: true }).count()).toBe(2);
    await screen.accessible();
    await screen.picture('evals-runs');
    await page.getByRole('button', { name: 'Add 2 cases' }).click();
    await screen.notification('2 cases added.');
    await page.getByRole('button', { name: 'From a file' }).click();
    const send = async (name: string, text: string) => {
      await page
        .getByLabel('File', { exact: true })
        .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
      await page.getByRole('dialog').getByRole('button', { name: 'Add cases' }).click();
    };
    await send('broken.jsonl', '{"task_input": {"text": "a"}}\n{"task_input": \n');
    await page.getByRole('alert').filter({ hasText: 'line 2' }).waitFor();
    await send('many.csv', `text\n${'x\n'.repeat(100_000)}`);
    await page.getByRole('alert').filter({ hasText: '1000' }).waitFor();
    await screen.accessible();
    await screen.picture('evals-file');
    await send('cases.csv', 'text,expected\n"Where is it?",No\n');
    await screen.notification('1 case added.');
    const written = page.getByRole('row', { name: /Where is it\?/ });
    await written.getByRole('button', { name: /^Edit case/ }).click();
    await page.getByLabel('Expected output').fill('{"half": ');
    await page.getByRole('button', { name: 'Save as new case' }).click();
    await page.getByRole('alert').filter({ hasText: 'is not valid JSON' }).waitFor();
    await page.getByLabel('Expected output').fill('Your parcel is on its way.');
    await page.getByRole('button', { name: 'Save as new case' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await cell('Your parcel is on its way.').waitFor();
    await page.getByRole('button', { name: 'Add scorer' }).click();
    await page.getByLabel('Type').selectOption('regex');
    await page.getByLabel('Pattern').fill('(');
    await page.getByRole('button', { name: 'Save scorers' }).click();
    await page.getByRole('alert').filter({ hasText: 'JavaScript regular expression' }).waitFor();
    await page.getByLabel('Type').selectOption('exact');
    await page.getByRole('button', { name: 'Save scorers' }).click();
    await screen.notification('Scorers saved.');
    await screen.accessible();
    await screen.picture('eval-set', { phone: true });
  });

  it('starts an eval, follows it, and shows a case side by side with the reason for its failure', async () => {
    const { page } = screen;
    await page.getByRole('button', { name: 'Start eval' }).click();
    await screen.accessible();
    await screen.picture('eval-start');
    await page.getByLabel('Candidate').selectOption(task.revisions[0].id);
    const candidates = await page.getByLabel('Candidate').locator('option').allTextContents();
    expect(candidates).toEqual([expect.stringMatching(/^v2 · /), expect.stringMatching(/^v1 · /)]);
    await page.getByLabel('Cases', { exact: true }).selectOption({ label: 'newest past runs' });
    await page.getByLabel('Max credits').fill('none');
    await page.getByRole('dialog').getByRole('button', { name: 'Start eval' }).click();
    await page.getByRole('dialog').getByRole('alert').first().waitFor();
    await page.getByLabel('Max credits').fill('');
    await page.getByLabel('Candidate').selectOption(candidate);
    await page.getByLabel('Cases', { exact: true }).selectOption({ label: 'What customers asked (3)' });
    await page.getByRole('dialog').getByRole('button', { name: 'Start eval' }).click();
    await page.getByText('2 passed, 1 failed, 0 errors, 0 skipped, 3 total').waitFor();
    await page.getByText('Completed', { exact: true }).first().waitFor();
    await page.getByRole('link', { name: 'Failed (1)' }).click();
    await page.getByRole('link', { name: /Case \d.*Exact match: Does not equal the expected output\.$/ }).click();
    const shown = page.getByRole('region', { name: /^Case \d$/ });
    await shown.getByRole('region', { name: 'Candidate' }).getByText('Your parcel is on its way.').waitFor();
    await shown.getByRole('region', { name: 'Candidate' }).getByText('v2', { exact: true }).waitFor();
    await shown.getByRole('region', { name: 'Past run' }).getByText('Refunds take five days.').waitFor();
    await shown.getByRole('region', { name: 'Past run' }).getByText('v1', { exact: true }).waitFor();
    await shown.getByText('+ Your parcel is on its way.').waitFor();
    await screen.accessible();
    await screen.picture('eval', { phone: true });
  });

  it('blocks a revision that did not pass, and lets an owner override the gate with a note', async () => {
    const { page } = screen;
    await screen.go(`/tasks/${task.id}?tab=evals`);
    await page.getByLabel('Required eval set').selectOption({ label: 'What customers asked' });
    await page.getByLabel('Min pass rate in %').fill('90');
    await page.getByRole('button', { name: 'Save release gate' }).click();
    await screen.notification('Release gate saved.');
    const chart = page.getByRole('figure', { name: 'Pass rate of What customers asked by eval' });
    expect(await chart.count()).toBe(0);
    const { results } = (await tenant.owner.get(`${path}/eval/set`)).body;
    await runEval(tenant, path, { eval_set_id: results[0].id, candidate_revision_id: candidate });
    await chart
      .getByRole('link', { name: /^v2: 66\.7%/ })
      .nth(1)
      .waitFor();
    await chart.getByText('Dashed: the release gate requires 90%.').waitFor();
    await screen.accessible();
    await screen.picture('evals', { phone: true });
    await screen.go('/evals?kind=task');
    const overview = page.getByRole('table', { name: 'Evals' });
    await overview.getByRole('link', { name: 'Answer customers' }).waitFor();
    await screen.accessible();
    await overview.getByRole('link', { name: 'Answer customers' }).click();
    await page.getByRole('link', { name: 'Revisions and weights' }).click();
    await page.getByRole('button', { name: 'Save weights' }).waitFor();
    await page.getByRole('spinbutton').first().fill('100');
    await page.getByRole('spinbutton').nth(1).fill('0');
    await page.getByRole('button', { name: 'Save weights' }).click();
    const gate = page.getByRole('alert', { name: 'Release gate' });
    await gate.getByText('Pass rate 66.7%; 90% required.').waitFor();
    await gate.getByText('v2', { exact: true }).waitFor();
    await gate.getByRole('link', { name: 'Open eval' }).waitFor();
    await gate.getByText('Activate anyway').click();
    await gate.getByLabel('Reason').fill('Two days is what we promise now.');
    await screen.accessible();
    await screen.picture('release-gate');
    await gate.getByRole('button', { name: 'Override release gate' }).click();
    await screen.notification('Weights saved.');
    const serving = async () => (await tenant.owner.get(path)).body.active_revisions;
    expect(await eventually(serving, ([only]) => only?.task_revision_id === candidate)).toHaveLength(1);
  });

  it('says before the start that there is nothing to compare, and why', async () => {
    const { page } = screen;
    const dialog = page.getByRole('dialog');
    const start = dialog.getByRole('button', { name: 'Start eval' });
    const unchanged = await makeTask(tenant);
    await screen.go(`/tasks/${unchanged.id}?tab=evals`);
    await page.getByRole('button', { name: 'Start eval' }).click();
    await dialog.getByRole('status').getByText('but this is the only one').waitFor();
    expect(await start.isDisabled()).toBe(true);
    await screen.accessible();
    await screen.go(`/tasks/${task.id}?tab=evals`);
    await page.getByRole('button', { name: 'Create eval set' }).click();
    await page.getByLabel('Name').fill('Its own');
    await page.getByRole('dialog').getByRole('button', { name: 'Create eval set' }).click();
    await page.getByRole('heading', { name: 'Its own' }).waitFor();
    await page.getByRole('button', { name: 'From past runs' }).click();
    await page.getByLabel('All (2)').check();
    await page.getByRole('button', { name: 'Add 2 cases' }).click();
    await screen.notification('2 cases added.');
    await page.getByRole('button', { name: 'Start eval' }).click();
    await page.getByLabel('Candidate').selectOption(task.revisions[0].id);
    await dialog.getByRole('status').getByText('come from this revision').waitFor();
    expect(await start.isDisabled()).toBe(true);
    await screen.accessible();
    await page.getByLabel('Candidate').selectOption(candidate);
    await dialog.getByText('come from this revision').waitFor({ state: 'detached' });
    expect(await start.isDisabled()).toBe(false);
  });
});
