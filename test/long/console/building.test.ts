import { sql } from 'kysely';
import type { Locator } from 'playwright-core';
import decodeQR from 'qr/decode.js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeAgent, play } from '../../support/agents.ts';
import { LAN_HOST } from '../../support/chromium.ts';
import { eventually, type Tenant } from '../../support/client.ts';
import { type ConsoleWorld, describeConsole, openConsole, type Screen } from '../../support/console.ts';
import { sum } from '../../support/scene.ts';

/** An agent that pauses before the calculator, like the built-in one. */
const GUARDED = {
  name: 'Guarded helper',
  builtin_tools: ['calculator', 'current_time'],
  approval_policy: { default: 'destructive', rules: [{ tool: 'calculator', mode: 'always' }] },
};

/** Pixels per module in which a QR code is read. */
const MODULE_PIXELS = 4;

/** Reads a QR code like a camera, from the path of its dark modules. */
function readQrCode(size: number, path: string): string {
  const width = size * MODULE_PIXELS;
  const data = new Uint8Array(width * width * 4).fill(255);
  for (const [, x, y] of path.matchAll(/M(\d+) (\d+)/g))
    for (let row = 0; row < MODULE_PIXELS; row++) {
      const start = ((Number(y) * MODULE_PIXELS + row) * width + Number(x) * MODULE_PIXELS) * 4;
      for (let at = start; at < start + MODULE_PIXELS * 4; at += 4) data.fill(0, at, at + 3);
    }
  return decodeQR({ width, height: width, data });
}

describeConsole('the console for building agents and tasks', () => {
  let world: ConsoleWorld;
  let tenant: Tenant;
  let screen: Screen;
  beforeAll(async () => {
    world = await openConsole();
    tenant = await world.tenant();
    screen = await world.open(tenant.userId);
  });
  afterAll(async () => {
    // The browser logs violations of the page's policy as errors.
    expect(screen.complaints().filter((line) => line.includes('Content Security Policy'))).toEqual([]);
    expect(screen.foreign()).toEqual([]);
    await screen.close();
    await world.close();
  });

  /** Opens the guide by a name that is not the loopback's and without TLS, reads the QR code, and approves on its page. */
  async function approveOnPhone(requestId: string): Promise<void> {
    const { page, context, ...phone } = await world.open(undefined, { viewport: { width: 390, height: 844 } });
    const { port, origin } = Object.assign(new URL(world.origin), { hostname: LAN_HOST });
    const cookies = await screen.context.cookies(world.origin);
    await context.addCookies(cookies.map((cookie) => ({ ...cookie, domain: LAN_HOST })));
    await page.goto(origin);
    await page.getByRole('button', { name: 'Decide on a phone' }).click();
    const code = page.getByRole('img', { name: /^QR code of / });
    await phone.accessible();
    await phone.picture('home-phone');
    const [box, path] = await Promise.all([code.getAttribute('viewBox'), code.locator('path').getAttribute('d')]);
    const url = readQrCode(Number(box?.split(' ')[2]), path ?? '');
    expect(url).toBe(`http://${LAN_HOST}:${port}/approvals/${requestId}`);
    await page.goto(url);
    await page.getByRole('button', { name: `Copy ${requestId}` }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    await page.getByRole('region', { name: 'Receipt' }).getByText('Approved').first().waitFor();
    expect(phone.complaints()).toEqual([]);
    await phone.close();
  }

  it('leads from the first page through a waiting run and its decision to the result', async () => {
    const { page } = screen;
    const agent = await makeAgent(tenant, GUARDED);
    await screen.go('/');
    const guide = page.getByRole('region', { name: 'Your first run' });
    await guide.getByRole('button', { name: 'Run agent' }).waitFor();
    await screen.accessible();
    await screen.picture('home-guide', { phone: true });
    // The scripted model follows this message; the built-in demo model follows the guide's own message.
    const { message } = await play(world, [{ tool_calls: [sum('6*7')] }, { text: 'It is 42.' }]);
    const run = await agent.run(message);
    await page.getByRole('link', { name: 'Call calculator with expression “6*7”' }).waitFor();
    await guide.getByRole('link', { name: 'Review request' }).waitFor();
    // The console of the tests has a loopback address, and its worker is shared.
    await guide.getByRole('button', { name: 'Decide on a phone' }).click();
    await page.getByRole('dialog').getByText('A phone cannot open this address').waitFor();
    await screen.accessible();
    await page.keyboard.press('Escape');
    expect(await guide.getByRole('heading', { name: 'Kill the worker' }).count()).toBe(0);
    const [asked] = await agent.requests(run.id);
    await approveOnPhone(asked.id);
    await guide.getByRole('heading', { name: /View the result.*done/ }).waitFor();
    await guide.getByRole('link', { name: 'Open receipt' }).click();
    await page.getByRole('region', { name: 'Receipt' }).getByText('42').first().waitFor();
    await page.goBack();
    await page.getByText('No pending approvals.').waitFor();
    const cost = page.getByRole('region', { name: 'Cost, last 7 days' });
    await cost.getByRole('link', { name: 'Guarded helper' }).waitFor();
    await screen.picture('home', { phone: true });
    await guide.getByRole('button', { name: 'Dismiss' }).click();
    await guide.waitFor({ state: 'detached' });
    await page.reload();
    await page.getByText('No pending approvals.').waitFor();
    expect(await guide.count()).toBe(0);
  });

  it('resumes only the paused runs of a cause from the first page', async () => {
    const fresh = await world.tenant();
    const refused = { status: 401, body: { error: { message: 'bad key' } } };
    const names = ['Silent clerk', 'Locked clerk', 'Locked typist'];
    const agents = await Promise.all(names.map((name) => makeAgent(fresh, { name })));
    const [silent, locked] = await Promise.all(
      agents.map(async (agent) => {
        const { message } = await play(world, [refused, { text: 'Back.' }], { by: 'call' });
        const run = await agent.run(message);
        expect(run).toMatchObject({ status: 'held' });
        return { read: () => agent.read(run.id), id: run.id };
      }),
    );
    // The model of the tests would go silent for minutes before a run pauses for it.
    await sql`update agent_runs set error = '{"reason": "MODEL_SILENT", "message": "The model stopped responding."}'
      where id = ${silent!.id}`.execute(world.db);
    const { page, ...other } = await world.open(fresh.userId);
    await other.go('/');
    const problems = page.getByRole('region', { name: 'Failed and paused runs, last 7 days' });
    const row = problems.getByRole('listitem').filter({ hasText: 'Silent clerk' });
    // Runs of one cause are one row. The cause of most runs is first.
    const group = problems.getByRole('listitem').first();
    await group.getByText('2 runs').waitFor();
    await group.getByText(/^Locked (clerk, Locked typist|typist, Locked clerk)$/).waitFor();
    await group.getByRole('link', { name: 'Check models' }).waitFor();
    await other.accessible();
    await row.getByRole('button', { name: 'Resume run', exact: true }).click();
    await other.notification('1 run resumed.');
    await row.waitFor({ state: 'detached' });
    expect(await eventually(silent!.read, ({ completed }) => completed !== null)).toMatchObject({ output: 'Back.' });
    expect(await locked!.read()).toMatchObject({ status: 'held', waiting_for: { kind: 'held' } });
    expect(other.complaints()).toEqual([]);
    await other.close();
  });

  it('lists runs of tasks and agents together, filtered by the address and navigable by keyboard', async () => {
    const { page } = screen;
    const made = await tenant.owner.post(`${tenant.project}/task`, {
      name: 'Kind words',
      enabled: true,
      system_prompt: 'Be kind.',
      user_prompt: 'Say something about {topic}.',
      llm_model_id: 'scripted',
    });
    await tenant.owner.post(`${tenant.project}/task/${made.body.id}/run`, { task_input: { topic: 'rain' } });
    await screen.go('/runs');
    await page.getByRole('link', { name: 'Kind words' }).waitFor();
    await page.getByRole('row', { name: /Guarded helper/ }).waitFor();
    await page.getByRole('row', { name: /Kind words\s*rain/ }).waitFor();
    await screen.accessible();
    await screen.picture('runs', { phone: true });
    const focused = () => page.evaluate<string>('document.activeElement.textContent');
    await page.keyboard.press('j');
    expect(await focused()).toBe('Kind words');
    await page.keyboard.press('k');
    expect(await focused()).toBe('Kind words');
    await page.keyboard.press('j');
    expect(await focused()).toBe('Guarded helper');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Guarded helper' }).waitFor();
    await screen.go('/runs');
    await page.getByLabel('Type').selectOption('task');
    await page.getByRole('link', { name: 'Guarded helper' }).waitFor({ state: 'detached' });
    await page.waitForURL((url) => url.searchParams.get('kind') === 'task');
    await page.getByLabel('Run of').selectOption({ label: 'Guarded helper' });
    await page.getByRole('link', { name: 'Kind words' }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Guarded helper' }).waitFor();
    expect(new URL(page.url()).searchParams.get('kind')).toBe(null);
    await screen.go(`/runs?task=${made.body.id}&since=week`);
    await page.getByRole('link', { name: 'Kind words' }).waitFor();
    expect(await page.getByRole('link', { name: 'Guarded helper' }).count()).toBe(0);
    await screen.go(`/runs?task=${made.body.id}&state=failed`);
    await page.getByText('No runs match these filters').waitFor();
    // What costs is of tasks as much as of agents.
    await screen.go('/');
    const cost = page.getByRole('region', { name: 'Cost, last 7 days' });
    await cost.getByRole('link', { name: 'Kind words' }).waitFor();
    await cost.getByText('Runs: 1, tokens: ').first().waitFor();
    await screen.go('/runs?state=failed');
    await page.getByText('No runs match these filters').waitFor();
    const fresh = await world.tenant();
    const newcomer = await world.open(fresh.userId);
    await newcomer.go(`/runs?project=${fresh.projectId}`);
    await newcomer.page.getByText('No runs yet').waitFor();
    await newcomer.close();
  });

  it('adds and removes sample data, and ends the guide with an answer of the newcomer’s own agent', async () => {
    const fresh = await world.tenant();
    const { page, ...newcomer } = await world.open(fresh.userId);
    await newcomer.go('/');
    const guide = page.getByRole('region', { name: 'Your first run' });
    await guide.getByRole('button', { name: 'Add sample data' }).click();
    await newcomer.notification('Sample data added: a task with a run, and an agent.');
    await guide.getByText('This project has 2 samples.').waitFor();
    await guide.getByRole('button', { name: 'Remove sample data' }).click();
    await newcomer.notification('Sample data removed.');
    expect((await fresh.owner.get(`${fresh.project}/task`)).body.results).toEqual([]);
    const { message } = await play(world, [{ text: 'With many things.' }]);
    await guide.getByRole('button', { name: 'Create agent' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Model', { exact: true }).selectOption({ label: 'scripted (test)' });
    await dialog.getByLabel('First question').fill(message);
    await newcomer.accessible();
    await dialog.getByRole('button', { name: 'Create and ask' }).click();
    await dialog.getByText('With many things.').waitFor();
    await dialog.getByText('Completed').waitFor();
    await newcomer.picture('home-own-agent', { phone: true });
    await page.keyboard.press('Escape');
    await guide.waitFor({ state: 'detached' });
    expect((await fresh.owner.get(`${fresh.project}/task-agent`)).body.results).toMatchObject([{ name: 'My agent' }]);
    expect(newcomer.complaints()).toEqual([]);
    await newcomer.close();
  });

  it('edits an agent, explains its approval rules, saves the draft by trying it, and serves it', async () => {
    const { page } = screen;
    const { id, path } = await makeAgent(tenant, GUARDED);
    // With the owner, there is one more than the panel names.
    for (const name of ['Editor 1', 'Editor 2', 'Editor 3', 'Editor 4', 'Editor 5'])
      await world.person(tenant, { project: 'editor' }, name);
    await world.person(tenant, { project: 'viewer' }, 'Vera Rubin');
    await screen.go(`/agents/${id}`);
    await page.getByText('All changes saved. Runs use v1.').waitFor();
    await page.getByText('calculator requires approval.').waitFor();
    const reach = page.getByRole('region', { name: 'What this agent can access' });
    await reach.getByText('calculator', { exact: true }).waitFor();
    await reach.getByText('Owner, Editor').waitFor();
    await reach.getByText(/Editor \d, .* and 1 more/).waitFor();
    expect(await reach.getByText('Vera Rubin').count()).toBe(0);
    await page.getByText('current_time requires no approval.').waitFor();
    await page.getByLabel('If no rule matches').selectOption('always');
    await page.getByText('current_time requires approval.').waitFor();
    await page.getByLabel('current_time: require no approval').check();
    await page.getByText('current_time requires no approval.').waitFor();
    await page.getByLabel('current_time: follow the policy').check();
    await page.getByText('current_time requires approval.').waitFor();
    await page.getByLabel('calculator: require no approval').check();
    await page.getByLabel('calculator: require approval').check();
    await page.getByText('calculator requires approval.').waitFor();
    await page.getByLabel('current_time: require no approval').check();
    await page.getByLabel('Instructions').fill('Answer in one line.');
    const { id: skill_id, display_name: shared } = (await tenant.owner.get('/skills?page_limit=1')).body.results[0];
    await page.getByRole('button', { name: 'Choose tools' }).click();
    await page.getByRole('dialog').getByLabel(shared, { exact: true }).check();
    await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click();
    await page.getByText('Unsaved changes', { exact: true }).waitFor();
    await screen.accessible();
    await screen.picture('agent', { phone: true });
    // Another tab keeps the draft; another screen asks first.
    await page.getByRole('link', { name: 'Revisions' }).click();
    await page.getByRole('link', { name: 'Edit and test' }).click();
    await page.getByRole('link', { name: 'Tasks', exact: true }).first().click();
    await page.getByRole('button', { name: 'Keep editing' }).click();
    const now = { name: 'current_time', arguments: {} };
    const { message } = await play(world, [{ tool_calls: [now] }, { text: 'One line.' }]);
    const playground = page.getByRole('region', { name: 'Playground' });
    await playground.getByText('Sending saves your changes as a new revision.').waitFor();
    await playground.getByRole('textbox', { name: 'Message' }).fill(message);
    await playground.getByRole('textbox', { name: 'Message' }).press('Enter');
    await playground.getByText('One line.').waitFor();
    await playground.getByText(/tokens · .* credits/).waitFor();
    await page.getByText('v2 is saved but not active. Runs use v1.').waitFor();
    const [tried] = (await tenant.owner.get(`${path}/run`)).body.results;
    const [draft, first] = (await tenant.owner.get(path)).body.revisions;
    expect(tried.task_agent_revision_id).toBe(draft.id);
    await screen.accessible();
    await screen.picture('agent-tried');
    // The message becomes a case, which runs with two revisions side by side.
    const dialog = page.getByRole('dialog');
    await playground.getByRole('button', { name: 'Keep as case' }).click();
    await dialog.getByLabel('Name').fill('Short answer');
    await dialog.getByRole('button', { name: 'Use the output of the last run' }).click();
    await dialog.getByRole('button', { name: 'Keep as case' }).click();
    await screen.notification('Case Short answer kept.');
    await playground.getByRole('button', { name: 'Cases (1)' }).click();
    await playground.getByLabel('Compare with').selectOption(`revision:${first.id}`);
    await playground.getByRole('button', { name: 'Run all cases' }).click();
    const cases = playground.getByRole('table', { name: 'Cases' });
    await cases.getByText('1 of 1 passed').nth(1).waitFor();
    await cases.getByRole('button', { name: 'Short answer' }).click();
    await cases.getByText('No differences.').waitFor();
    await cases.getByRole('list', { name: 'Calls' }).getByText('current_time').nth(1).waitFor();
    await screen.accessible();
    await screen.picture('agent-cases', { phone: true });
    await playground.getByRole('button', { name: 'Use this input' }).click();
    expect(await playground.getByRole('textbox', { name: 'Message' }).inputValue()).toBe(message);
    await page.getByRole('link', { name: 'Revisions' }).click();
    await page.getByRole('figure', { name: 'Instructions' }).getByText('+ Answer in one line.').waitFor();
    await page.getByRole('figure', { name: 'Skills' }).getByText(`skill_id: ${shared}`).waitFor();
    await screen.accessible();
    await screen.picture('agent-revisions');
    await page.getByRole('link', { name: 'Edit and test' }).click();
    await page.getByRole('button', { name: 'Activate v2' }).click();
    await page.getByText('All changes saved. Runs use v2.').waitFor();
    expect((await tenant.owner.get(path)).body).toMatchObject({
      instruction: 'Answer in one line.',
      skills: [{ skill_id }],
    });
  });

  it('talks to an agent over several turns, decides its approvals in place, and starts over', async () => {
    const { page } = screen;
    const { id, path } = await makeAgent(tenant, { ...GUARDED, name: 'Talker' });
    const first = await play(world, [{ tool_calls: [sum('6*7')] }, { text: 'It is **42**.' }], { say: 'How much?' });
    await screen.go(`/agents/${id}`);
    const playground = page.getByRole('region', { name: 'Playground' });
    const field = playground.getByRole('textbox', { name: 'Message' });
    await field.fill(first.message);
    await field.press('Enter');
    const asked = playground.getByRole('region', { name: 'Approval required' });
    await expect.poll(() => asked.locator('[data-button=approve]:enabled').count()).toBe(1);
    // The sentence, the arguments and the buttons are visible without scrolling, none below another.
    const getBox = async (part: Locator) => (await part.boundingBox())!;
    const view = await getBox(playground.getByRole('log'));
    const sentence = await getBox(asked.getByRole('heading', { name: 'Call calculator' }));
    const values = await getBox(asked.getByRole('region', { name: 'Arguments' }));
    const buttons = await getBox(asked.locator('[data-decision-bar]'));
    expect(sentence.y).toBeGreaterThanOrEqual(view.y);
    expect(values.y + values.height).toBeLessThanOrEqual(buttons.y);
    expect(buttons.y + buttons.height).toBeLessThanOrEqual(view.y + view.height);
    await playground.getByText('Waiting for your decision').waitFor();
    await screen.accessible();
    await screen.picture('playground-approval', { phone: true });
    await asked.getByRole('button', { name: 'Approve' }).click();
    await playground.getByText('It is 42.').waitFor();
    await asked.waitFor({ state: 'detached' });
    await playground.getByText('Read-only').waitFor();
    await playground.getByText('Call calculator with expression “6*7”').click();
    await screen.picture('playground', { phone: true });
    const second = await play(world, [{ text: 'You asked for 6*7.' }], { say: 'What did I ask?' });
    await field.fill(second.message);
    await playground.getByRole('button', { name: 'Send' }).click();
    await playground.getByText('You asked for 6*7.').waitFor();
    const sessions = async () => (await tenant.owner.get(`${path}/session`)).body.results;
    expect(await sessions()).toMatchObject([{ run_count: 2 }]);
    await playground.getByRole('button', { name: 'Start over' }).click();
    await playground.getByText('You asked for 6*7.').waitFor({ state: 'detached' });
    const third = await play(world, [{ text: 'Hello.' }]);
    await field.fill(third.message);
    await field.press('Enter');
    await playground.getByText('Hello.').waitFor();
    expect(await eventually(sessions, ({ length }) => length === 2)).toMatchObject([
      { run_count: 1 },
      { run_count: 2 },
    ]);
  });

  it('creates an agent and a task, and shows a rejection beside the field', async () => {
    const { page } = screen;
    await screen.go('/agents/new');
    await page.getByLabel('Name').fill('Refund clerk');
    await page.getByLabel('Instructions').fill('Refund what is due.');
    await page.getByLabel('Model', { exact: true }).selectOption({ label: 'scripted (test)' });
    const unnamed: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/dry-run') && request.postData()?.includes('"tool":""')) unnamed.push(request.url());
    });
    await page.getByRole('button', { name: 'Add rule' }).click();
    await screen.accessible();
    await page.getByLabel('Tool (* matches any)').fill('no_such_tool');
    await page.getByRole('button', { name: 'Create agent' }).click();
    await page.getByRole('alert').first().waitFor();
    // No request is sent and no error is shown during the edit of a rule.
    expect(unnamed).toEqual([]);
    await page.getByLabel('Tool (* matches any)').fill('calc*');
    await page.getByRole('button', { name: 'Create agent' }).click();
    await page.getByRole('heading', { name: 'Refund clerk' }).waitFor();
    await screen.go('/tasks/new');
    await page.getByLabel('Name').fill('Shorten');
    await page.getByLabel('Prompt', { exact: true }).fill('Shorten this: {text}');
    await page.getByText('Variables: text').waitFor();
    await page.getByLabel('Model', { exact: true }).selectOption({ label: 'scripted (test)' });
    await page.getByRole('button', { name: 'Create task' }).click();
    await page.getByRole('heading', { name: 'Shorten' }).waitFor();
    await screen.go('/agents');
    await page.getByRole('link', { name: 'Refund clerk' }).waitFor();
    await screen.accessible();
    await screen.picture('agent');
  });

  it('creates an agent and a task from templates, with the snippets that call them', async () => {
    const { page } = screen;
    await screen.go('/agents/new');
    const gallery = page.getByRole('region', { name: 'Start from a template' });
    await gallery.getByRole('link', { name: /^Refunds with approval/ }).waitFor();
    expect(await gallery.getByRole('link').count()).toBe(6);
    await screen.accessible();
    await screen.picture('templates', { phone: true });
    await gallery.getByRole('link', { name: /^Refunds with approval/ }).click();
    await page.getByText('Filled in from the template “Refunds with approval”.').waitFor();
    await page.getByText('http_request requires approval within 2 days.').waitFor();
    await page.getByLabel('Model', { exact: true }).selectOption({ label: 'scripted (test)' });
    await page.getByLabel('Name', { exact: true }).fill('Clerk from template');
    await page.getByRole('button', { name: 'Create agent' }).click();
    await page.getByRole('heading', { name: 'Clerk from template' }).waitFor();
    const { results: agents } = (await tenant.owner.get(`${tenant.project}/task-agent?name=Clerk`)).body;
    expect(agents[0]).toMatchObject({ approval_policy: { rules: [{ tool: 'http_request', expires_in: 'P2D' }] } });
    await page.getByRole('link', { name: 'Use from code' }).click();
    const snippet = page.locator('[data-snippet]');
    await snippet.getByText(`${tenant.project.replace('/api/v1', '')}/task-agent/${agents[0].id}/run`).waitFor();
    await page.getByRole('button', { name: 'MCP' }).click();
    await page.getByText('MCP clients cannot use it yet.').waitFor();
    await screen.accessible();
    await page.getByRole('button', { name: 'Python' }).click();
    await screen.picture('use-from-code', { phone: true });

    for (const name of ['Support triage', 'Invoice extraction', 'Meeting notes']) {
      await screen.go('/tasks/new');
      await gallery.getByRole('link', { name: new RegExp(`^${name}`) }).click();
      await page.getByLabel('Model', { exact: true }).selectOption({ label: 'scripted (test)' });
      await page.getByRole('button', { name: 'Create task' }).click();
      await page.getByRole('heading', { name, level: 1 }).waitFor();
    }
    for (const [name, title] of [
      ['Researcher', 'Research'],
      ['Web watch', 'Web watch'],
    ] as const) {
      await screen.go('/agents/new');
      await gallery.getByRole('link', { name: new RegExp(`^${title}`) }).click();
      await page.getByLabel('Model', { exact: true }).selectOption({ label: 'scripted (test)' });
      await page.getByRole('button', { name: 'Create agent' }).click();
      await page.getByRole('heading', { name, level: 1 }).waitFor();
    }
  });

  it('finds agents and tasks by name across the organization’s projects, by keyboard only', async () => {
    const next = await tenant.owner.post(`/org/${tenant.orgId}/project`, { name: 'Other project' });
    const there = `/org/${tenant.orgId}/project/${next.body.id}/task-agent`;
    const fields = { instruction: 'Help.', llm_model_id: 'scripted' };
    const { id } = (await tenant.owner.post(there, { ...fields, name: 'Refund auditor' })).body;
    // A separate browser, because it ends in another project.
    const { page, ...other } = await world.open(tenant.userId);
    await other.go('/');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('Control+k');
    const asked = page.getByRole('dialog').getByRole('combobox');
    await asked.fill('refund');
    await page.getByRole('option', { name: /^Refund clerk Agent · / }).waitFor();
    await page.getByText('2 agents and tasks found').waitFor();
    await other.accessible();
    await other.picture('palette', { phone: true });
    await asked.fill('shorten');
    await page.getByRole('option', { name: /^Shorten Task · / }).waitFor();
    await asked.fill('refund audit');
    await page.getByRole('option', { name: 'Refund auditor Agent · Other project', selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Refund auditor' }).waitFor();
    await page.waitForURL((url) => url.pathname === `/agents/${id}`);
    expect(other.foreign()).toEqual([]);
    await other.close();
  });

  it('edits a task, tests it beside the form, and splits its traffic between two revisions', async () => {
    const { page } = screen;
    const tasks = await tenant.owner.get(`${tenant.project}/task`);
    const task = tasks.body.results.find(({ name }: { name: string }) => name === 'Shorten');
    const path = `${tenant.project}/task/${task.id}`;
    const before = screen.complaints().length;
    await screen.go(`/tasks/${task.id}`);
    await page.getByLabel('Prompt', { exact: true }).fill('Say in three words: {text}');
    await page.getByLabel('Tags', { exact: true }).fill('short, kind');
    await page.getByLabel('Change note').fill('Three words.');
    const { message } = await play(world, [{ text: 'Said in three.' }]);
    const trial = page.getByRole('region', { name: 'Test', exact: true });
    await page.getByLabel('text', { exact: true }).fill(message);
    // A test of the form needs no save: its revision is for testing only.
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await trial.getByText('Said in three.').waitFor();
    expect((await tenant.owner.get(path)).body.revisions).toHaveLength(1);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('v2 is saved but not active. Runs use v1.').waitFor();
    // The input becomes a case, which runs with two revisions side by side.
    await trial.getByRole('button', { name: 'Keep as case' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Three');
    await dialog.getByRole('button', { name: 'Use the output of the last run' }).click();
    await screen.accessible();
    await dialog.getByRole('button', { name: 'Keep as case' }).click();
    await screen.notification('Case Three kept.');
    await trial.getByRole('button', { name: 'Cases (1)' }).click();
    await trial.getByLabel('Compare with').selectOption({ label: 'v1 · active' });
    await trial.getByRole('button', { name: 'Run all cases' }).click();
    const cases = trial.getByRole('table', { name: 'Cases' });
    await cases.getByText('1 of 1 passed').nth(1).waitFor();
    await cases.getByRole('button', { name: 'Three' }).click();
    await cases.getByText('No differences.').waitFor();
    await screen.accessible();
    await screen.picture('task-cases', { phone: true });
    const [set] = (await tenant.owner.get(`${path}/eval/set`)).body.results;
    expect((await tenant.owner.get(`${path}/eval/set/${set.id}/case`)).body.results).toMatchObject([
      { name: 'Three', task_input: { text: message }, expected: 'Said in three.' },
    ]);
    await trial.getByRole('button', { name: 'Use this input' }).click();
    expect(await page.getByLabel('text', { exact: true }).inputValue()).toBe(message);
    // A second trial uploads a file; the first one remains visible.
    const again = await play(world, [{ text: 'Read the note.' }]);
    await page.getByLabel('text', { exact: true }).fill(again.message);
    const note = { name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('A note.') };
    await trial.getByLabel('Add files').setInputFiles(note);
    await trial.getByRole('button', { name: 'Remove note.txt' }).waitFor();
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await trial.getByText('Read the note.').waitFor();
    const [tried] = (await tenant.owner.get(`${path}/run`)).body.results;
    expect(tried.files).toMatchObject([{ name: 'note.txt', made: false }]);
    await screen.accessible();
    await screen.picture('task', { phone: true });
    await page.getByRole('link', { name: 'Revisions and weights' }).click();
    await page.getByRole('button', { name: 'Save weights' }).waitFor();
    const shares = page.getByRole('spinbutton');
    await page.getByText('Three words.', { exact: true }).waitFor();
    await page.getByText(/^by /).first().waitFor();
    await shares.first().fill('25');
    await page.getByText('The weights add up to 125 %').waitFor();
    await shares.nth(1).fill('75');
    await screen.accessible();
    await screen.picture('task-weights');
    await page.getByRole('button', { name: 'Save weights' }).click();
    await screen.notification('Weights saved.');
    const weights = async () => {
      const { active_revisions: active } = (await tenant.owner.get(path)).body;
      return active.map(({ weight }: { weight: number }) => weight).toSorted();
    };
    expect(await eventually(weights, ({ length }) => length === 2)).toEqual([0.25, 0.75]);
    await shares.first().fill('100');
    await shares.nth(1).fill('0');
    await page.getByRole('button', { name: 'Save weights' }).click();
    await page.getByRole('button', { name: 'Activate v1', exact: true }).click();
    await screen.notification('Revision activated.');
    await page.getByRole('button', { name: 'Activate v2', exact: true }).waitFor();
    expect(await shares.evaluateAll((all) => all.map((each) => (each as unknown as { value: string }).value))).toEqual([
      '0',
      '100',
    ]);
    await screen.go('/tasks?tag=kind');
    await page.getByRole('link', { name: 'Shorten' }).waitFor();
    await screen.accessible();

    await page.getByRole('link', { name: 'Shorten' }).click();
    await page.getByLabel('Output format').selectOption('json');
    // The form, the JSON and the JSON Schema show the same schema.
    await page.getByRole('button', { name: 'Add key' }).click();
    await page.getByLabel('Key', { exact: true }).last().fill('words');
    await page.getByLabel('Type', { exact: true }).last().selectOption('integer');
    await screen.accessible();
    await screen.picture('task-schema', { phone: true });
    await page.getByRole('button', { name: 'JSON Schema' }).click();
    const jsonSchema = page.getByLabel('JSON Schema', { exact: true });
    const asSchema = JSON.parse(await jsonSchema.inputValue());
    expect(asSchema).toMatchObject({
      required: ['summary', 'mood', 'words'],
      properties: { words: { type: 'integer' } },
    });
    asSchema.properties.words.minimum = 1;
    await jsonSchema.fill(JSON.stringify(asSchema));
    await page.getByText('output schemas do not support minimum').waitFor();
    await page.getByRole('button', { name: 'JSON', exact: true }).click();
    const shape = page.getByLabel('Output schema', { exact: true });
    const proposed = await shape.inputValue();
    expect(JSON.parse(proposed)).toEqual({
      summary: 'string',
      mood: { type: 'string', options: ['good', 'bad'] },
      words: 'integer',
    });
    await shape.fill('{');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('alert').getByText('is not valid JSON').first().waitFor();
    await shape.fill(proposed);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await screen.notification('Saved as v3.');
    const [newest] = (await tenant.owner.get(path)).body.revisions;
    expect(newest).toMatchObject({ output_modality: 'json', output_format: JSON.parse(proposed) });
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByLabel('Type Shorten to confirm').fill('Shorten');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText('Shorten deleted.').waitFor();
    await page.getByRole('heading', { name: 'Tasks' }).waitFor();
    expect((await tenant.owner.get(path)).status).toBe(404);
    expect(screen.complaints().slice(before)).toEqual([]);
  });
});
