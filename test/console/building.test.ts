import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeAgent, makeTask, play } from '../support/agents.ts';
import { eventually, type Json, type Tenant } from '../support/client.ts';
import { type ConsoleWorld, describeConsole, openConsole, type Screen } from '../support/console.ts';
import { sum } from '../support/scene.ts';

/** An agent that stops before it calculates, as the one that comes with the product does. */
const GUARDED = {
  name: 'Guarded helper',
  builtin_tools: ['calculator', 'current_time'],
  approval_policy: { default: 'destructive', rules: [{ tool: 'calculator', mode: 'always' }] },
};

describeConsole('building in the console', () => {
  let world: ConsoleWorld;
  let tenant: Tenant;
  let screen: Screen;
  beforeAll(async () => {
    world = await openConsole();
    tenant = await world.tenant();
    screen = await world.open(tenant.userId);
  });
  afterAll(async () => {
    // What the policy of the page refuses, the browser logs as an error.
    expect(screen.complaints().filter((line) => line.includes('Content Security Policy'))).toEqual([]);
    expect(screen.foreign()).toEqual([]);
    await screen.close();
    await world.close();
  });

  it('leads from the first page through a run that waits, is decided, and finishes', async () => {
    const { page } = screen;
    const agent = await makeAgent(tenant, GUARDED);
    await screen.go('/');
    const guide = page.getByRole('region', { name: 'Your first run' });
    await guide.getByRole('button', { name: 'Run it' }).waitFor();
    await screen.accessible();
    await screen.picture('home-guide', { phone: true });
    // The scripted model does as it is told here; the one that comes with the product reads the guide's own message.
    const { message } = await play(world, [{ tool_calls: [sum('6*7')] }, { text: 'It is 42.' }]);
    const run = await agent.run(message);
    await page.getByRole('link', { name: 'Guarded helper asks to use calculator' }).waitFor();
    await guide.getByRole('link', { name: 'Look at the request' }).waitFor();
    const [asked] = await agent.requests(run.id);
    expect((await agent.approve(asked.id)).status).toBe(200);
    await guide.getByRole('heading', { name: /See it finish.*done/ }).waitFor();
    await page.getByText('Nothing waits for you.').waitFor();
    const cost = page.getByRole('region', { name: 'What tasks and agents cost in seven days' });
    await cost.getByRole('link', { name: 'Guarded helper' }).waitFor();
    await screen.picture('home', { phone: true });
    await guide.getByRole('button', { name: 'Put this away' }).click();
    await guide.waitFor({ state: 'detached' });
    await page.reload();
    await page.getByText('Nothing waits for you.').waitFor();
    expect(await guide.count()).toBe(0);
  });

  it('lists runs of tasks and agents together, by what the address says, and is gone through by keys alone', async () => {
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
    await page.getByRole('link', { name: 'Guarded helper' }).waitFor();
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
    await page.getByLabel('Kind').selectOption('task');
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
    await page.getByText('No run fits these filters').waitFor();
    // What costs is of tasks as much as of agents.
    await screen.go('/');
    const cost = page.getByRole('region', { name: 'What tasks and agents cost in seven days' });
    await cost.getByRole('link', { name: 'Kind words' }).waitFor();
    await cost.getByText(/credits\. Runs: 2\./).waitFor();
    await screen.go('/runs?state=failed');
    await page.getByText('No run fits these filters').waitFor();
  });

  it('edits an agent, says in words when it asks, tries the new revision, and has it serve', async () => {
    const { page } = screen;
    const { id, path } = await makeAgent(tenant, GUARDED);
    await screen.go(`/agents/${id}`);
    await page.getByText('It asks before calculator.').waitFor();
    await page.getByText('It uses current_time without asking.').waitFor();
    await page.getByLabel('Where no rule below fits').selectOption('always');
    await page.getByText('It asks before current_time.').waitFor();
    await page.getByLabel('Instruction').fill('Answer in one line.');
    const { id: skill_id, display_name: shared } = (await tenant.owner.get('/skills?page_limit=1')).body.results[0];
    await page.getByText(/^Skills: 0 of/).click();
    await page.getByLabel(shared, { exact: true }).check();
    await screen.accessible();
    await screen.picture('agent', { phone: true });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The newest revision does not serve yet.').waitFor();
    const { message } = await play(world, [{ text: 'One line.' }]);
    await page.getByRole('textbox', { name: 'Message' }).fill(message);
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByRole('region', { name: 'Try it' }).getByText('One line.').waitFor();
    await screen.picture('agent-tried');
    await page.getByRole('link', { name: 'Revisions' }).click();
    await page.getByText('+   "instruction": "Answer in one line."').waitFor();
    await screen.accessible();
    await screen.picture('agent-revisions');
    await page.getByRole('button', { name: 'Activate' }).click();
    await screen.told('This revision serves from now on.');
    expect((await tenant.owner.get(path)).body).toMatchObject({
      instruction: 'Answer in one line.',
      skills: [{ skill_id }],
    });
  });

  it('makes an agent and a task, and says beside the field what is refused', async () => {
    const { page } = screen;
    await screen.go('/agents/new');
    await page.getByLabel('Name').fill('Refund clerk');
    await page.getByLabel('Instruction').fill('Refund what is due.');
    await page.getByLabel('Model', { exact: true }).selectOption({ label: 'scripted (test)' });
    await page.getByRole('button', { name: 'Add a rule' }).click();
    await page.getByLabel('Tool, * for anything').fill('no_such_tool');
    await page.getByRole('button', { name: 'New agent' }).click();
    await page.getByRole('alert').first().waitFor();
    await page.getByLabel('Tool, * for anything').fill('calc*');
    await page.getByRole('button', { name: 'New agent' }).click();
    await page.getByRole('heading', { name: 'Refund clerk' }).waitFor();
    await screen.go('/tasks/new');
    await page.getByLabel('Name').fill('Shorten');
    await page.getByLabel('Prompt', { exact: true }).fill('Shorten this: {text}');
    await page.getByText('Each run fills: text').waitFor();
    await page.getByLabel('Model', { exact: true }).selectOption({ label: 'scripted (test)' });
    await page.getByRole('button', { name: 'New task' }).click();
    await page.getByRole('heading', { name: 'Shorten' }).waitFor();
    await screen.go('/agents');
    await page.getByRole('link', { name: 'Refund clerk' }).waitFor();
    await screen.accessible();
    await screen.picture('agents');
  });

  it('sets the rest of a task: retrieval, places, files, guardrails, a second model, who may use it', async () => {
    const { page } = screen;
    const collection = (await tenant.owner.post(`${tenant.project}/collection`, { title: 'Handbook' })).body;
    const made = await makeTask(tenant, { name: 'Whole task', user_prompt: 'Answer {question} by {source}.' });
    const path = `${tenant.project}/task/${made.id}`;
    const fold = (title: string) => page.locator('summary').filter({ hasText: title });
    await screen.go(`/tasks/${made.id}`);
    await fold('Settings of the model').click();
    await page.getByLabel('Settings of the model: add one').selectOption('temperature');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByLabel('temperature', { exact: true }).fill('3');
    await page.getByLabel('Second model').selectOption({ label: 'scripted (test)' });
    await fold('Settings of the model').click();
    await fold('Knowledge').click();
    await page.getByLabel('Looks up in').selectOption({ label: 'Handbook' });
    await page.getByLabel('What is looked up').selectOption('question');
    await page.getByLabel('Passages that are kept').fill('3');
    await page.getByLabel('Show the passages with the answer').check();
    await fold('What fills the places').click();
    await page.getByLabel('{source}').selectOption('url_fetcher');
    await page.getByLabel('In place of what cannot be read').fill('nothing');
    await fold('Files').click();
    await page.getByLabel('A run may bring').selectOption('none');
    await fold('Guardrails').click();
    await page.getByLabel('Look for, before the model').selectOption('topics');
    await page.getByRole('button', { name: 'Add a line' }).click();
    await page.getByLabel('Topic', { exact: true }).fill('war');
    await page.getByLabel('Look for, after the model').selectOption('personal_data');
    await page.getByLabel('On a hit').nth(1).selectOption('mask');
    await page.getByLabel('email', { exact: true }).check();
    await fold('Who may use it').click();
    await page.getByLabel('Public', { exact: true }).check();
    await page.getByLabel('Who sees its runs').selectOption('owner_only');
    await page.getByLabel('Revision tags').fill('next');
    await page.getByRole('button', { name: 'Save' }).click();
    // What is refused stands at its field, in the part that was closed.
    const temperature = page.getByLabel('temperature', { exact: true });
    await page.locator('[aria-invalid=true]').waitFor();
    await temperature.fill('0.5');
    await screen.accessible();
    await page.getByRole('button', { name: 'Save' }).click();
    await screen.told('Saved as a new revision.');
    const read = async () => (await tenant.owner.get(path)).body;
    const saved = await read();
    expect(saved).toMatchObject({
      public: true,
      task_run_visibility: 'owner_only',
      access_token: expect.stringMatching(/^hft_/),
    });
    expect(saved.revisions[0]).toMatchObject({
      llm_config: { temperature: 0.5 },
      fallback_llm_model_id: saved.revisions[0].llm_model_id,
      rag: { collection_id: collection.id, rag_param: 'question', rag_config: { final_k: 3, include_sources: true } },
      input_processors: [{ param_name: 'source', config: { fallback_text: 'nothing' } }],
      file_input_mode: 'none',
      guardrails: {
        input: [{ guardrail: 'topics', action: 'flag', config: { topics: [{ name: 'war' }] } }],
        output: [{ guardrail: 'personal_data', action: 'mask', config: { rules: ['email'] } }],
      },
      tags: [{ name: 'next' }],
    });
    await page.reload();
    await page.getByText('before the model: Forbidden topics; after it: Personal data').waitFor();
    await page.getByText('looks {question} up').waitFor();
    await page.getByText('{source}: what stands at an address').waitFor();
    await page.getByText('1 setting, with a second model').waitFor();
    await fold('Who may use it').click();
    await page.getByRole('button', { name: 'Show the token' }).click();
    await page.getByRole('button', { name: saved.access_token }).waitFor();
    await page.getByRole('button', { name: 'Exchange the token' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Exchange the token' }).click();
    await screen.told('The token was exchanged.');
    expect((await read()).access_token).not.toBe(saved.access_token);
    for (const title of ['Settings of the model', 'Knowledge', 'What fills the places', 'Guardrails'])
      await fold(title).click();
    await screen.accessible();
    await screen.picture('task-whole', { phone: true });
    await screen.go(`/tasks/${made.id}?tab=serving`);
    await page
      .getByRole('button', { name: /^Tag revision/ })
      .last()
      .click();
    await page.getByRole('dialog').getByLabel('Revision tags').fill('next, first');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await screen.told('The tags were set.');
    expect((await read()).revisions.map(({ tags }: Json) => tags.length)).toEqual([0, 2]);
  });

  it('sets the rest of an agent: who decides, what of its tools, its limits, tags, who sees its runs', async () => {
    const { page } = screen;
    const [first, second] = [await makeTask(tenant, { name: 'Step a' }), await makeTask(tenant, { name: 'Step b' })];
    const other = await makeAgent(tenant, { name: 'Deputy' });
    const { id, path } = await makeAgent(tenant, {
      ...GUARDED,
      name: 'Whole agent',
      task_tools: [{ task_id: first.id }, { task_id: second.id }],
      agent_tools: [{ task_agent_id: other.id }],
    });
    const fold = (title: string) => page.locator('summary').filter({ hasText: title });
    await screen.go(`/agents/${id}`);
    await fold('Agents: 1 of').click();
    await page.getByLabel('Revision of Deputy').selectOption({ index: 1 });
    await fold('Who decides, until when').click();
    await page.getByRole('group', { name: 'Who may decide' }).getByLabel('Owner').check();
    await page.getByLabel('How many have to approve').fill('2');
    await page.getByLabel('Once it is rejected').selectOption('fail');
    await page.getByText('May decide: Owner; 2 of them have to approve.').waitFor();
    await page.getByLabel('Tools that may be sent again').fill('get_*\n');
    await page.getByLabel('Tags', { exact: true }).fill('money');
    await page.getByLabel('Tags', { exact: true }).press('Enter');
    await fold('How it works').click();
    await page.getByLabel('Most credits of a run').fill('much');
    await fold('How it works').click();
    await fold('Who sees its runs').click();
    await page.getByLabel('Who sees its runs').selectOption('editors_and_owners');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.locator('[aria-invalid=true]').waitFor();
    await page.getByLabel('Most credits of a run').fill('1.5');
    await page.getByLabel('Most messages that it remembers').fill('40');
    await screen.accessible();
    await screen.picture('agent-whole', { phone: true });
    await page.getByRole('button', { name: 'Save' }).click();
    await screen.told('Saved as a new revision.');
    const saved = (await tenant.owner.get(path)).body;
    expect(saved).toMatchObject({ tags: ['money'], task_agent_run_visibility: 'editors_and_owners' });
    expect(saved.revisions[0]).toMatchObject({
      max_credits: '1.5',
      memory_config: { max_events: 40 },
      agent_tools: [{ task_agent_id: other.id, task_agent_revision_id: other.record.active_revision_id }],
      approval_policy: {
        rules: [{ tool: 'calculator', approvers: ['owner'], approvals_needed: 2, on_reject: 'fail' }],
        idempotent: ['get_*'],
      },
    });
    await page.reload();
    await page.getByText('Owner, 2 approvals, the run fails').waitFor();
    await page.getByText('the model decides, at most 50 turns and 1.5 credits').waitFor();
    await fold('How it works').click();
    await page.getByLabel('What comes next').selectOption('sequential');
    await fold('Tasks: 2 of').click();
    await page.getByRole('button', { name: 'Step b: earlier' }).click();
    await page.getByText('In a fixed order it has two tasks or more').waitFor();
    await page.getByRole('button', { name: 'Take off: money' }).click();
    await page.getByLabel('Tags', { exact: true }).fill('steps,');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('a sequential agent has task tools and nothing else').first().waitFor();
    await page.getByLabel('calculator', { exact: true }).uncheck();
    await page.getByLabel('current_time', { exact: true }).uncheck();
    await fold('Agents: 1 of').click();
    await page.getByLabel('Deputy', { exact: true }).uncheck();
    await page.getByRole('button', { name: 'Remove the rule for calculator' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await screen.told('Saved as a new revision.');
    expect((await tenant.owner.get(path)).body).toMatchObject({
      tags: ['steps'],
      revisions: [{ mode: 'sequential', task_tools: [{ task_id: second.id }, { task_id: first.id }] }, {}, {}],
    });
    await screen.go('/agents');
    await page.getByLabel('With the tag').selectOption('steps');
    await page.getByRole('link', { name: 'Guarded helper' }).first().waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Whole agent' }).waitFor();
    await screen.accessible();
  });

  it('shows a task to who may not change it, with who may, and offers nothing of the project to who sees none of it', async () => {
    const made = await makeTask(tenant, { name: 'To be read', guardrails: { input: [{ guardrail: 'secrets' }] } });
    const viewer = await world.open(await world.person(tenant, { project: 'viewer' }, 'Vera'));
    await viewer.go(`/tasks/${made.id}`);
    await viewer.page.getByText('You see this task. Its editors and owners change it.').waitFor();
    await viewer.page.locator('summary').filter({ hasText: 'Guardrails' }).click();
    expect(await viewer.page.getByLabel('On a hit').isDisabled()).toBe(true);
    expect(await viewer.page.getByRole('button', { name: 'Save' }).count()).toBe(0);
    await viewer.accessible();
    await viewer.close();
  });

  it('finds agents and tasks by their names in all projects of the organization, by the keyboard alone', async () => {
    const next = await tenant.owner.post(`/org/${tenant.orgId}/project`, { name: 'Next door' });
    const there = `/org/${tenant.orgId}/project/${next.body.id}/task-agent`;
    const fields = { instruction: 'Help.', llm_model_id: 'scripted' };
    const { id } = (await tenant.owner.post(there, { ...fields, name: 'Refund auditor' })).body;
    // A browser of its own: it ends in another project.
    const { page, ...other } = await world.open(tenant.userId);
    await other.go('/');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('Control+k');
    const asked = page.getByRole('dialog').getByRole('combobox');
    await asked.fill('refund');
    await page.getByRole('option', { name: /^Refund clerk Agent · / }).waitFor();
    await page.getByText('2 agents and tasks of that name').waitFor();
    await other.accessible();
    await other.picture('palette', { phone: true });
    await asked.fill('shorten');
    await page.getByRole('option', { name: /^Shorten Task · / }).waitFor();
    await asked.fill('refund audit');
    await page.getByRole('option', { name: 'Refund auditor Agent · Next door', selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Refund auditor' }).waitFor();
    await page.waitForURL((url) => url.pathname === `/agents/${id}`);
    expect(other.foreign()).toEqual([]);
    await other.close();
  });

  it('edits a task, tests it beside the form, and shares its runs out between two revisions', async () => {
    const { page } = screen;
    const tasks = await tenant.owner.get(`${tenant.project}/task`);
    const task = tasks.body.results.find(({ name }: { name: string }) => name === 'Shorten');
    const path = `${tenant.project}/task/${task.id}`;
    const before = screen.complaints().length;
    await screen.go(`/tasks/${task.id}`);
    await page.getByLabel('Prompt', { exact: true }).fill('Say in three words: {text}');
    await page.getByLabel('Tags', { exact: true }).fill('short, kind');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The newest revision does not serve yet.').waitFor();
    expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(1);
    const { message } = await play(world, [{ text: 'Said in three.' }]);
    await page.getByLabel('text', { exact: true }).fill(message);
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    const trial = page.getByRole('region', { name: 'Test it' });
    await trial.getByText('Said in three.').waitFor();
    // A second trial brings a file; the first one stays to be read.
    const again = await play(world, [{ text: 'Read the note.' }]);
    await page.getByLabel('text', { exact: true }).fill(again.message);
    const note = { name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('A note.') };
    await trial.getByLabel('Add files').setInputFiles(note);
    await trial.getByRole('button', { name: 'Take away: note.txt' }).waitFor();
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await trial.getByText('Read the note.').waitFor();
    const [tried] = (await tenant.owner.get(`${path}/run`)).body.results;
    expect(tried.files).toMatchObject([{ name: 'note.txt', made: false }]);
    await screen.accessible();
    await screen.picture('task', { phone: true });
    await page.getByRole('link', { name: 'Revisions and weights' }).click();
    await page.getByRole('button', { name: 'Have these serve' }).waitFor();
    const shares = page.getByRole('spinbutton');
    await shares.first().fill('25');
    await page.getByText('The shares make 125 %').waitFor();
    await shares.nth(1).fill('75');
    await screen.accessible();
    await screen.picture('task-weights');
    await page.getByRole('button', { name: 'Have these serve' }).click();
    await screen.told('These revisions serve from now on.');
    const weights = async () => {
      const { active_revisions: active } = (await tenant.owner.get(path)).body;
      return active.map(({ weight }: { weight: number }) => weight).toSorted();
    };
    expect(await eventually(weights, ({ length }) => length === 2)).toEqual([0.25, 0.75]);
    await screen.go('/tasks?tag=kind');
    await page.getByRole('link', { name: 'Shorten' }).waitFor();
    await screen.accessible();

    await page.getByRole('link', { name: 'Shorten' }).click();
    await page.getByLabel('Answers with').selectOption('json');
    const shape = page.getByLabel('Shape of the answer');
    const proposed = await shape.inputValue();
    await shape.fill('{');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').getByText('is no JSON').first().waitFor();
    await shape.fill(proposed);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved as a new revision.').first().waitFor();
    const [newest] = (await tenant.owner.get(path)).body.revisions;
    expect(newest).toMatchObject({ output_modality: 'json', output_format: JSON.parse(proposed) });
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByLabel('To go on, type: Shorten').fill('Shorten');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText('Shorten was deleted.').waitFor();
    await page.getByRole('heading', { name: 'Tasks' }).waitFor();
    expect((await tenant.owner.get(path)).status).toBe(404);
    expect(screen.complaints().slice(before)).toEqual([]);
  });
});
