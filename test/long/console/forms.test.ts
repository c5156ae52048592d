import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { grantRole } from '../../../src/access/grant-roles.ts';
import { makeAgent, makeTask } from '../../support/agents.ts';
import type { Json, Tenant } from '../../support/client.ts';
import { type ConsoleWorld, describeConsole, openConsole, type Screen } from '../../support/console.ts';
import { findLostControls } from '../../support/narrow-screen.ts';

describeConsole('the complete form of a task or an agent', () => {
  let world: ConsoleWorld;
  let tenant: Tenant;
  let screen: Screen;
  beforeAll(async () => {
    world = await openConsole();
    tenant = await world.tenant();
    screen = await world.open(tenant.userId);
  });
  afterAll(async () => {
    expect(screen.complaints().filter((line) => line.includes('Content Security Policy'))).toEqual([]);
    expect(screen.foreign()).toEqual([]);
    await screen.close();
    await world.close();
  });

  /** The heading that expands and collapses a part of a form. */
  const fold = (title: string) => screen.page.locator('summary').filter({ hasText: title });

  it('sets all other fields of a task: retrieval, variables, files, guardrails, fallback model, access', async () => {
    const { page } = screen;
    const collection = (await tenant.owner.post(`${tenant.project}/collection`, { title: 'Handbook' })).body;
    const made = await makeTask(tenant, { name: 'Whole task', user_prompt: 'Answer {question} by {source}.' });
    const path = `${tenant.project}/task/${made.id}`;
    await screen.go(`/tasks/${made.id}`);
    await fold('Model settings').click();
    await page.getByLabel('Add setting: Model settings').selectOption('temperature');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByLabel('temperature', { exact: true }).fill('3');
    await page.getByLabel('Fallback model').selectOption({ label: 'scripted (test)' });
    await fold('Model settings').click();
    await page.getByLabel('Collection', { exact: true }).selectOption({ label: 'Handbook' });
    await page.getByLabel('Search query').selectOption('question');
    await page.getByLabel('Chunks after reranking').fill('3');
    await page.getByLabel('Include sources in the response').check();
    await fold('Input processors').click();
    await page.getByLabel('{source}').selectOption('url_fetcher');
    await page.getByLabel('Fallback text').fill('none');
    await fold('Files').click();
    await page.getByLabel('Allowed files').selectOption('none');
    await page.getByLabel('Add input guardrail').selectOption('topics');
    await page.getByRole('button', { name: 'Add row' }).click();
    await page.getByLabel('Topic', { exact: true }).fill('war');
    await page.getByLabel('Add output guardrail').selectOption('personal_data');
    await page.getByLabel('On a match').nth(1).selectOption('mask');
    await page.getByLabel('Email addresses', { exact: true }).check();
    await page.getByLabel('Public', { exact: true }).check();
    await page.getByLabel('Run visibility').selectOption('owner_only');
    await page.getByLabel('Revision tags').fill('next');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    // An error appears at its field, in the collapsed part.
    const temperature = page.getByLabel('temperature', { exact: true });
    await page.locator('[aria-invalid=true]').waitFor();
    await temperature.fill('0.5');
    await screen.accessible();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await screen.notification('Saved as v2.');
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
      input_processors: [{ param_name: 'source', config: { fallback_text: 'none' } }],
      file_input_mode: 'none',
      guardrails: {
        input: [{ guardrail: 'topics', action: 'flag', config: { topics: [{ name: 'war' }] } }],
        output: [{ guardrail: 'personal_data', action: 'mask', config: { rules: ['email'] } }],
      },
      tags: [{ name: 'next' }],
    });
    await page.reload();
    await page.getByText('input: Blocked topics; output: Personal data').waitFor();
    await page.getByText('searches with {question}').waitFor();
    await page.getByText('{source}: content of a web page').waitFor();
    await page.getByText('1 setting, with fallback model').waitFor();
    await page.getByRole('button', { name: 'Show token' }).click();
    await page.getByRole('button', { name: saved.access_token }).waitFor();
    await page.getByRole('button', { name: 'Rotate token' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate token' }).click();
    await screen.notification('Token rotated.');
    expect((await read()).access_token).not.toBe(saved.access_token);
    for (const title of ['Model settings', 'Input processors']) await fold(title).click();
    await screen.accessible();
    await screen.picture('task-whole', { phone: true });
    await screen.go(`/tasks/${made.id}?tab=revisions`);
    await page
      .getByRole('button', { name: /^Edit tags of revision/ })
      .last()
      .click();
    const tagging = page.getByRole('dialog', { name: 'Edit tags of revision v1', exact: true });
    await tagging.getByLabel('Revision tags').fill('next, first');
    await tagging.getByRole('button', { name: 'Save' }).click();
    await screen.notification('Tags saved.');
    expect((await read()).revisions.map(({ tags }: Json) => tags.length)).toEqual([0, 2]);
  });

  it('sets all other fields of an agent: approvers, tools, limits, tags, run visibility', async () => {
    const { page } = screen;
    const [first, second] = [await makeTask(tenant, { name: 'Step a' }), await makeTask(tenant, { name: 'Step b' })];
    const other = await makeAgent(tenant, { name: 'Deputy' });
    const { id, path } = await makeAgent(tenant, {
      name: 'Whole agent',
      builtin_tools: ['calculator', 'current_time'],
      approval_policy: { default: 'destructive', rules: [{ tool: 'calculator', mode: 'always' }] },
      task_tools: [{ task_id: first.id }, { task_id: second.id }],
      agent_tools: [{ task_agent_id: other.id }],
    });
    await screen.go(`/agents/${id}`);
    await fold('Settings of Deputy').click();
    await page.getByLabel('Revision of Deputy').selectOption({ index: 1 });
    await fold('Approvers and deadline').click();
    await page.getByRole('group', { name: 'Approvers' }).getByLabel('Owner').check();
    await page.getByLabel('Required approvals').fill('2');
    const within = page.getByLabel('Deadline', { exact: true });
    await within.fill('36');
    await page.getByText('calculator requires approval within 36 hours.').waitFor();
    await page.getByLabel('Unit of Deadline').selectOption('days');
    await page.getByLabel('On rejection').selectOption('fail');
    await page.getByText('Approvers: Owner; 2 approvals required.').waitFor();
    await page.getByLabel('Idempotent tools').fill('get_*\n');
    await page.getByLabel('Tags', { exact: true }).fill('money');
    await page.getByLabel('Tags', { exact: true }).press('Enter');
    await page.getByLabel('Max credits per run').fill('much');
    await page.getByLabel('Run visibility').selectOption('editors_and_owners');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.locator('[aria-invalid=true]').waitFor();
    await page
      .getByRole('alert')
      .filter({ hasText: /^must be an amount such as 12.5$/ })
      .waitFor();
    await page.getByLabel('Max credits per run').fill('1.5');
    // Nobody knows before the next try whether it is right now.
    await page.locator('[aria-invalid=true]').waitFor({ state: 'detached' });
    expect(await page.getByRole('alert').count()).toBe(0);
    await page.getByLabel('Max messages in memory').fill('40');
    await screen.accessible();
    await screen.picture('agent-whole', { phone: true });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await screen.notification('Saved as v2.');
    const saved = (await tenant.owner.get(path)).body;
    expect(saved).toMatchObject({ tags: ['money'], task_agent_run_visibility: 'editors_and_owners' });
    expect(saved.revisions[0]).toMatchObject({
      max_credits: '1.5',
      memory_config: { max_events: 40 },
      agent_tools: [{ task_agent_id: other.id, task_agent_revision_id: other.record.active_revision_id }],
      approval_policy: {
        rules: [
          { tool: 'calculator', approvers: ['owner'], approvals_needed: 2, expires_in: 'P36D', on_reject: 'fail' },
        ],
        idempotent: ['get_*'],
      },
    });
    await page.reload();
    await page.getByText('Owner, 2 approvals, expires after 36 days, the run fails').waitFor();
    await page.getByText('agentic (the model decides), at most 50 turns and 1.5 credits').waitFor();
    await page.getByLabel('Execution mode').selectOption('sequential');
    await page.getByRole('button', { name: 'Move Step b up' }).click();
    await page.getByText('A sequence needs at least two tasks').waitFor();
    await page.getByRole('button', { name: 'Remove tag money' }).click();
    await page.getByLabel('Tags', { exact: true }).fill('steps,');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('a sequential agent has task tools only').first().waitFor();
    await page.getByRole('button', { name: 'Choose tools' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('current_time', { exact: true }).uncheck();
    await dialog.getByText('Requires approval').first().waitFor();
    await dialog.getByLabel('Search by name').fill('calcul');
    await page.keyboard.press('Enter');
    await dialog.getByRole('checkbox', { name: 'calculator', checked: false }).waitFor();
    await screen.accessible();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Remove Deputy' }).click();
    await page.getByRole('button', { name: 'Remove rule for calculator' }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await screen.notification('Saved as v3.');
    expect((await tenant.owner.get(path)).body).toMatchObject({
      tags: ['steps'],
      revisions: [{ mode: 'sequential', task_tools: [{ task_id: second.id }, { task_id: first.id }] }, {}, {}],
    });
    await screen.go('/agents');
    await page.getByRole('link', { name: 'Deputy' }).waitFor();
    await page.getByLabel('Tag').selectOption('steps');
    await page.getByRole('link', { name: 'Deputy' }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Whole agent' }).waitFor();
    await screen.accessible();
  });

  it('finds resources for an agent beyond the first page', async () => {
    const { page } = screen;
    const collection = async (title: string): Promise<Json> =>
      (await tenant.owner.post(`${tenant.project}/collection`, { title })).body;
    const oldest = await collection('The oldest handbook');
    for (let part = 0; part < 10; part++)
      await Promise.all(Array.from({ length: 10 }, (_, at) => collection(`Handbook ${part}${at}`)));
    const { id, path } = await makeAgent(tenant, { name: 'Librarian' });
    await screen.go(`/agents/${id}`);
    await page.getByRole('button', { name: 'Choose collections' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Search by name').fill('no such');
    await dialog.getByText('No match.').waitFor();
    await dialog.getByLabel('Search by name').fill('handbook 42');
    await dialog.getByLabel('Handbook 42').waitFor();
    expect(await dialog.getByLabel('Handbook 43').count()).toBe(0);
    await dialog.getByLabel('Search by name').fill('OLDEST');
    await dialog.getByLabel('The oldest handbook').check();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Remove The oldest handbook' }).waitFor();
    const settings = page.locator('details', { hasText: 'Search in The oldest handbook' }).last();
    await settings.getByText('Search in The oldest handbook').click();
    await settings.getByLabel('Max retrieval steps').fill('2');
    await settings.getByLabel('Text around a chunk').selectOption('section');
    await screen.accessible();
    const save = page.getByRole('button', { name: 'Save', exact: true });
    await save.click();
    await settings.getByRole('alert').waitFor();
    await settings.getByLabel('Retrieval', { exact: true }).selectOption('iterative');
    await save.click();
    await screen.notification('Saved as v2.');
    const [newest] = (await tenant.owner.get(path)).body.revisions;
    expect(newest.collections).toEqual([
      { collection_id: oldest.id, retrieval_mode: 'iterative', max_retrieval_steps: 2, passage_context: 'section' },
    ]);
  });

  it('shows a task to users who cannot edit it, with who can', async () => {
    const made = await makeTask(tenant, { name: 'To be read', guardrails: { input: [{ guardrail: 'secrets' }] } });
    const viewer = await world.open(await world.person(tenant, { project: 'viewer' }, 'Vera'));
    await viewer.go(`/tasks/${made.id}`);
    await viewer.page.getByText('You can view this task. Its editors and owners can change it.').waitFor();
    expect(await viewer.page.getByLabel('On a match').isDisabled()).toBe(true);
    expect(await viewer.page.getByRole('button', { name: 'Save' }).count()).toBe(0);
    await viewer.accessible();
    await viewer.close();
  });

  it('keeps values that the editor of a task has no permission to look up', async () => {
    const collection = (await tenant.owner.post(`${tenant.project}/collection`, { title: 'Not for all' })).body;
    const fields = {
      rag: { collection_id: collection.id, rag_param: 'text' },
      guardrails: { input: [{ guardrail: 'length', config: { max_lines: 9 } }] },
      input_processors: [{ param_name: 'text', input_processor: 'url_fetcher', config: { fallback_text: '-' } }],
    };
    const made = await makeTask(tenant, { name: 'One task', ...fields });
    const userId = await world.person(tenant, {}, 'Edith');
    const on = { resourceType: 'task', resourceId: made.id, projectId: tenant.projectId };
    await grantRole(world.db, { ...on, userId, role: 'editor' });
    const editor = await world.open(userId);
    await editor.go('/');
    await editor.page.getByRole('link', { name: 'One task' }).click();
    await editor.page.getByText('input: Length; output: none').waitFor();
    const part = editor.page.locator('#guardrails');
    await part.getByText('You need a role in the project').waitFor();
    await editor.page.getByLabel('Prompt', { exact: true }).fill('Shorten {text}.');
    await editor.page.getByRole('button', { name: 'Save', exact: true }).click();
    await editor.notification('Saved as v2.');
    const { revisions } = (await tenant.owner.get(`${tenant.project}/task/${made.id}`)).body;
    expect(revisions[0]).toMatchObject({ ...fields, user_prompt: 'Shorten {text}.' });
    expect(revisions).toHaveLength(2);
    await editor.close();
  });

  /** Returns what does not fit of an agent's builder: its navigation on a desktop, its policy on a phone. */
  async function findGermanFaults(page: Page): Promise<string[]> {
    const [before, matrix] = [page.viewportSize(), page.getByRole('table', { name: 'Freigabe nach Werkzeug' })];
    await page.setViewportSize({ width: 390, height: 844 });
    const isCut = await matrix.evaluate((table) => table.parentElement!.scrollWidth > table.parentElement!.clientWidth);
    const name = await matrix.getByText('http_request').evaluate((code) => code.getClientRects().length);
    await page.setViewportSize({ width: 1280, height: 800 });
    const links = await page.getByRole('navigation', { name: 'Abschnitte' }).getByRole('link').all();
    const tops = new Set(await Promise.all(links.map(async (link) => (await link.boundingBox())?.y)));
    if (before) await page.setViewportSize(before);
    tops.delete(undefined);
    return [...(isCut ? ['policy'] : []), ...(name > 1 ? ['tool name'] : []), ...(tops.size > 1 ? ['navigation'] : [])];
  }

  it('fits screens of 320 pixels and 200% zoom in both languages, with every control in view', async () => {
    const task = await makeTask(tenant, { name: 'Narrow task' });
    const { id } = await makeAgent(tenant, { name: 'Narrow agent', builtin_tools: ['current_time', 'http_request'] });
    const screens = {
      'en-GB': [
        '/',
        '/approvals',
        '/runs',
        `/tasks/${task.id}?tab=revisions`,
        '/knowledge',
        '/knowledge/documents',
        '/connections',
        '/evals',
        '/skills',
        '/settings/models',
        '/settings/organization',
        '/settings/domains',
      ],
      'de-DE': [
        `/agents/${id}`,
        `/tasks/${task.id}`,
        '/knowledge/sources',
        '/reports',
        '/people',
        '/triggers',
        '/audit',
        '/settings/notifications',
        '/settings/account',
        '/settings/budgets',
        '/settings/forwarders',
        '/settings/keys',
        '/settings/project',
      ],
    };
    const found: unknown[] = [];
    for (const [locale, [first = '/', ...others]] of Object.entries(screens)) {
      const { page, ...narrow } = await world.open(tenant.userId, { locale });
      const check = async (path: string) => {
        await page.locator('main h1:not([data-left])').first().waitFor();
        await page.locator('[data-skeleton]').first().waitFor({ state: 'detached' });
        const lost = await findLostControls(page);
        if (lost.length > 0) found.push([locale, path, lost]);
      };
      await narrow.go(first);
      await check(first);
      if (locale === 'de-DE') found.push(...(await findGermanFaults(page)));
      for (const path of others) {
        // The router follows the address without another load of the page.
        await page.evaluate(
          `document.querySelector('main h1').dataset.left = ''; history.pushState({}, '', '${path}')`,
        );
        await check(path);
      }
      await narrow.close();
    }
    expect(found).toEqual([]);
  });

  it('marks the current page in forced colors, moves nothing for users who want no motion, and collapses', async () => {
    const { page } = screen;
    await page.emulateMedia({ forcedColors: 'active' });
    await screen.go('/runs');
    await page.locator('main h1').waitFor();
    const getStyle = (name: string) =>
      page.evaluate(`getComputedStyle(document.querySelector('nav a[aria-current=page]')).${name}`);
    expect(await getStyle('outlineStyle')).toBe('solid');
    await page.emulateMedia({ forcedColors: 'none', reducedMotion: 'no-preference' });
    expect(await getStyle('transitionDuration')).toBe('0.12s');
    await page.emulateMedia({ reducedMotion: 'reduce' });
    expect(await getStyle('transitionDuration')).toBe('0s');
    // The sidebar collapses to icons with names, and rows become denser.
    const toggle = page.getByRole('button', { name: 'Collapse or expand the sidebar' });
    await page.keyboard.press('[');
    await toggle.and(page.locator('[aria-expanded=false]')).waitFor();
    expect((await page.locator('header.sidebar').boundingBox())?.width).toBeLessThan(64);
    await page.getByRole('navigation').getByRole('link', { name: 'Runs', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Account and preferences' }).click();
    await page.getByRole('menuitemradio', { name: 'Compact' }).click();
    await page.locator('html[data-density=compact]').waitFor();
    await toggle.click();
    await toggle.and(page.locator('[aria-expanded=true]')).waitFor();
  });

  it('shows in German what a schema or a rule of the server rejects', async () => {
    const { page, ...german } = await world.open(tenant.userId, { locale: 'de-DE' });
    await german.go('/tasks/new');
    const name = page.getByLabel('Name', { exact: true });
    await name.fill('Häufige Fragen?');
    await page.getByLabel('Prompt', { exact: true }).fill('Antworte.');
    await page.getByLabel('Modell', { exact: true }).selectOption({ label: 'scripted (test)' });
    await page.getByRole('button', { name: 'Aufgabe anlegen' }).click();
    const refused = page.getByRole('alert');
    await refused.filter({ hasText: /^Erlaubt sind Buchstaben, Ziffern, Leerzeichen, Punkte, / }).waitFor();
    expect(await name.getAttribute('aria-invalid')).toBe('true');
    await german.accessible();

    const dialog = page.getByRole('dialog');
    await german.go('/settings/forwarders');
    await page.getByRole('button', { name: 'Weiterleitung anlegen' }).click();
    await dialog.getByLabel('Name').fill('Bestellungen');
    await dialog.getByLabel('URL').fill('https://user@hooks.example.com/');
    await dialog.getByRole('button', { name: 'Weiterleitung anlegen' }).click();
    await dialog
      .getByRole('alert')
      .filter({ hasText: /^Die Adresse darf weder Benutzernamen noch Passwort/ })
      .waitFor();
    await german.accessible();
    await german.close();
  });
});
