import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeAgent, makeTask, play } from '../../support/agents.ts';
import type { Json, Tenant } from '../../support/client.ts';
import { type ConsoleWorld, describeConsole, openConsole, type Screen } from '../../support/console.ts';
import { sum } from '../../support/scene.ts';

describeConsole('the report pages of the console', () => {
  let world: ConsoleWorld;
  let tenant: Tenant;
  let screen: Screen;
  let task: Json;
  beforeAll(async () => {
    world = await openConsole();
    tenant = await world.tenant();
    task = await makeTask(tenant, { name: 'Summaries' });
    screen = await world.open(tenant.userId);
  });
  afterAll(async () => {
    expect(screen.foreign()).toEqual([]);
    // The browser logs rejected requests.
    expect(screen.complaints().filter((line) => !/status of 4(09|22)/.test(line))).toEqual([]);
    await screen.close();
    await world.close();
  });

  const runTask = async (group?: string) => {
    const { message } = await play(world, [{ text: 'Done.' }]);
    const query = group === undefined ? '' : `?reporting_group=${encodeURIComponent(group)}`;
    const path = `${tenant.project}/task/${task.id}/run${query}`;
    const { body } = await tenant.owner.post(path, { task_input: { text: message } });
    expect(body).toMatchObject({ status: 'completed' });
    return body;
  };

  const seeFigure = (name: string, value: string | RegExp) =>
    screen.page
      .locator('dl > div')
      .filter({ has: screen.page.getByRole('term').filter({ hasText: name }) })
      .getByRole('definition')
      .filter({ hasText: value })
      .waitFor();

  it('create, update and delete reporting groups, and show beside the field that a name exists', async () => {
    const { page } = screen;
    await screen.go('/settings/reporting-groups');
    await page.getByText('No reporting groups yet').waitFor();
    const make = async (name: string) => {
      await page.getByRole('button', { name: 'Create reporting group' }).click();
      await page.getByRole('dialog').getByLabel('Name').fill(name);
      await page.getByRole('dialog').getByRole('button', { name: 'Create reporting group' }).click();
    };
    await make('Spring campaign');
    await screen.notification('Reporting group Spring campaign created.');
    await make('spring CAMPAIGN');
    await page.getByRole('alert').filter({ hasText: 'REPORTING_GROUP_ALREADY_EXISTS' }).waitFor();
    await page.getByRole('dialog').getByLabel('Name').fill('Autumn');
    await page.getByRole('dialog').getByRole('button', { name: 'Create reporting group' }).click();
    await screen.notification('Reporting group Autumn created.');
    await page.getByRole('button', { name: 'Change Autumn' }).click();
    await page.getByRole('dialog').getByLabel('Description').fill('What the fair asked for.');
    await page.getByRole('dialog').getByRole('button', { name: 'Change' }).click();
    await page.getByRole('cell', { name: /Autumn.*What the fair asked for\./ }).waitFor();
    await screen.accessible();
    await screen.picture('reporting-groups', { phone: true });
    await page.getByRole('button', { name: 'Delete Autumn' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Change Autumn' }).waitFor({ state: 'detached' });
    const { body } = await tenant.owner.get(`${tenant.project}/reporting-groups`);
    expect(body.results).toMatchObject([{ name: 'Spring campaign' }]);
  });

  it('show the cost of tasks and agents together and separately as a chart, a table, and the CSV of the API', async () => {
    await runTask('Spring campaign');
    await runTask();
    const agent = await makeAgent(tenant, { name: 'Helper' });
    await agent.run((await play(world, [{ text: 'Done.' }])).message);
    const { body: whole } = await tenant.owner.get(`${tenant.project}/credit_report`);
    const { page } = screen;
    await screen.go('/reports?days=7&zone=Pacific/Auckland');
    // Figures are rounded for reading. The CSV has them whole.
    await seeFigure(
      'Credits',
      new Intl.NumberFormat('en', { maximumSignificantDigits: 3 }).format(whole.total.credits),
    );
    await seeFigure('Runs', /^3$/);
    await seeFigure('Tokens', /^45$/);
    // Bar heights are proportional: today's bar is almost two thirds of an axis that ends at 0.01.
    const shares = await page.getByRole('img', { name: 'Credits' }).evaluate(measureBarShares);
    expect(shares).toEqual([40, 20]);
    const table = page.getByRole('table', { name: 'Credits' });
    expect(await table.getByRole('row').count()).toBe(1 + 7);
    const cost = page.getByRole('region', { name: 'Highest cost' });
    await cost.getByRole('link', { name: 'Helper' }).waitFor();
    await cost.getByRole('link', { name: 'Summaries' }).waitFor();
    await screen.accessible();
    await screen.picture('reports', { phone: true });
    const [csv] = await downloadCsv(page);
    const [head, ...rows] = csv.trim().split('\n');
    expect(head).toBe(
      'start,end,runs,total_tokens,credits,tasks_runs,tasks_total_tokens,tasks_credits,agents_runs,agents_total_tokens,agents_credits',
    );
    expect(rows).toHaveLength(7);
    expect(rows.at(-1)).toContain(`,3,45,${whole.total.credits},2,30,`);
    // Days use the time zone of the address, whose midnight is not midnight UTC.
    expect(rows.at(-1)).toMatch(/^\d{4}-\d\d-\d\dT1[12]:00:00/);
  });

  it('filter by task with its revisions, models and reporting groups, all from the address', async () => {
    const { page } = screen;
    await screen.go('/reports');
    await page.getByLabel('Filter', { exact: true }).selectOption({ label: 'Summaries' });
    const revisions = page.getByRole('table', { name: 'By revision' });
    await revisions.getByRole('row', { name: /^v1 scripted/ }).waitFor();
    const groups = page.getByRole('table', { name: 'By reporting group' });
    await groups.getByRole('row', { name: /Spring campaign 1/ }).waitFor();
    await groups.getByRole('row', { name: /no group 1/ }).waitFor();
    await page.getByRole('link', { name: 'Tokens' }).click();
    await seeFigure('Tokens', /^30$/);
    await page.getByRole('link', { name: 'Runs' }).last().click();
    await seeFigure('Success rate', /^100%$/);
    await page.getByLabel('Interval').selectOption('week');
    await page.getByRole('link', { name: 'Latency' }).click();
    await seeFigure('Median', /./);
    await page.getByLabel('Period', { exact: true }).selectOption('own');
    const from = page.getByLabel('From');
    await from.fill('2026-01-01');
    await page.waitForURL(/from=2026-01-01/);
    const { searchParams } = new URL(page.url());
    const { zone, project, ...rest } = Object.fromEntries(searchParams);
    expect([zone, project]).toEqual([expect.any(String), tenant.projectId]);
    expect(rest).toEqual({ report: 'times', task: task.id, by: 'week', from: '2026-01-01', to: expect.any(String) });
    await seeFigure('Median', /./);
    // A time that is over before reports begin is refused, in words.
    await screen.go(`/reports?task=${task.id}&from=2020-01-01&to=2020-01-02&zone=UTC`);
    await page.getByRole('alert').filter({ hasText: 'must be within the last 3 months' }).waitFor();
  });

  it('show how requests were decided and how long they waited', async () => {
    const { page } = screen;
    const policy = { default: 'always', rules: [] };
    const agent = await makeAgent(tenant, {
      name: 'Reckoner',
      builtin_tools: ['calculator'],
      approval_policy: policy,
    });
    const { message } = await play(world, [{ tool_calls: [sum('1+1'), sum('2+2')] }, { text: 'Done.' }]);
    const run = await agent.run(message);
    const [first, second] = await agent.requests(run.id);
    expect((await agent.approve(first?.id)).status).toBe(200);
    expect((await agent.reject(second?.id)).status).toBe(200);
    await screen.go(`/reports?report=approvals&agent=${agent.id}`);
    await seeFigure('Requests', /^2$/);
    const tabs = page.getByRole('navigation', { name: 'Report' });
    expect(await tabs.locator('[aria-current]').allTextContents()).toEqual(['Approvals']);
    await seeFigure('Approval rate', /^50%$/);
    await seeFigure('Median wait', /\d/);
    await page.getByRole('img', { name: 'Approvals' }).waitFor();
    await screen.accessible();
    await screen.picture('reports-approvals', { phone: true });
    await screen.go(`/reports?report=approvals&task=${task.id}`);
    await page.getByText('Approval reports cover the project or one agent').waitFor();
  });

  it('aggregate feedback on runs that was given on the page of an agent’s run', async () => {
    const { page } = screen;
    const agent = await makeAgent(tenant, { name: 'Adviser' });
    const run = await agent.run((await play(world, [{ text: 'Take the train.' }])).message);
    await screen.go(`/runs/${run.id}`);
    await page.getByRole('button', { name: 'Give feedback' }).click();
    await page.getByLabel('Criterion').fill('tone');
    await page.getByLabel('Score').selectOption('no');
    await page.getByLabel('Comment').fill('Too short.');
    await page.getByRole('button', { name: 'Send feedback' }).click();
    const given = page.getByRole('list', { name: 'Feedback' });
    await given.getByText('Too short.').waitFor();
    const path = `${agent.path}/run/${run.id}/feedback`;
    expect((await tenant.owner.get(path)).body.results).toMatchObject([
      { name: 'tone', value: false, note: 'Too short.', source: 'person', created_by: `user:${tenant.userId}` },
    ]);
    await screen.go(`/reports?report=feedback&agent=${agent.id}`);
    await seeFigure('By users', /^1$/);
    // What is chosen stays chosen when the names come, and stands by its own.
    const chosen = page.getByLabel('Filter', { exact: true }).locator('option:checked');
    await expect.poll(() => chosen.textContent()).toBe('Adviser');
    await page.getByRole('img', { name: 'tone' }).waitFor();
    await screen.accessible();
    await screen.picture('reports-feedback', { phone: true });
    // It is withdrawn on the page where it was given.
    await screen.go(`/runs/${run.id}`);
    await page.getByRole('button', { name: 'Delete tone' }).click();
    await page.getByText('No feedback on this run yet.').waitFor();
    expect((await tenant.owner.get(path)).body.results).toEqual([]);
  });
});

/** Returns name and text of the file from the page's CSV button. */
async function downloadCsv(page: Page): Promise<[text: string, name: string]> {
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  const download = await saved;
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
  return [Buffer.concat(chunks).toString(), download.suggestedFilename()];
}

/** Returns the heights of a chart's bar segments in percent, without empty ones. */
function measureBarShares(chart: object): number[] {
  interface Drawn {
    readonly offsetHeight: number;
    readonly offsetWidth: number;
    readonly parentElement: Drawn;
    querySelectorAll(selector: string): Iterable<Drawn>;
  }
  const parts = [...(chart as Drawn).querySelectorAll('[title] > span')].filter((part) => part.offsetWidth > 0);
  const shares = parts.map((part) => Math.round((100 * part.offsetHeight) / part.parentElement.offsetHeight));
  return shares.filter((share) => share > 0);
}
