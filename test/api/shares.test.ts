import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { makeAgent, makeTask, play } from '../support/agents.ts';
import { type ApiResponse, Client, type Json, openWorld, type Tenant, type World } from '../support/client.ts';
import { makeCollection } from '../support/library.ts';
import { getReason } from '../support/scene.ts';

let world: World;
let tenant: Tenant;
let foreign: Tenant;
/** A client without a credential. */
let anybody: Client;

beforeAll(async () => {
  world = openWorld();
  [tenant, foreign] = await Promise.all([world.tenant(), world.tenant()]);
  anybody = new Client(world.stack.baseUrl, undefined);
});
afterAll(() => world.close());

async function ok(response: Promise<ApiResponse>): Promise<Json> {
  const { status, body, text } = await response;
  expect(status, text).toBe(200);
  return body;
}
const problemsOf = ({ status, body, text }: ApiResponse) => {
  expect(status, text).toBe(422);
  return body.detail.map(({ loc }: Json) => loc.at(-1));
};
const pathOf = (task: Json) => `${tenant.project}/task/${task.id}`;
const shareTask = (task: Json, body: object = {}) => ok(tenant.owner.post(`${pathOf(task)}/share`, body));
const shareAgent = (path: string, body: object = {}) => ok(tenant.owner.post(`${path}/share`, body));
const page = (share: Json, kind = 'task_share') => `/public/${kind}/${share.short_id}`;
const json = (path: string, accept = 'application/json') => anybody.get(path, { accept });
const word = () => `w-${randomUUID().slice(0, 12)}`;

async function expectGone(...paths: string[]) {
  const unknown = withoutWord(await json('/public/task_share/nowhere'), 'nowhere');
  for (const path of paths) {
    const response = await json(path);
    expect([path, getReason(response)]).toEqual([path, 'RESOURCE_NOT_FOUND']);
    if (path.startsWith('/public/task_share/')) expect(withoutWord(response, path.split('/')[3] ?? '')).toBe(unknown);
  }
}
const withoutWord = ({ status, text }: ApiResponse, short: string) => `${status} ${text.replaceAll(short, '…')}`;

describe('a share of a task', () => {
  it('shows whether it publishes later edits', async () => {
    const task = await makeTask(tenant, { user_prompt: 'First {text}.' });
    const [open, pinned] = [await shareTask(task), await shareTask(task, { task_revision_id: task.revisions[0].id })];
    expect([open.publishes_edits, pinned.publishes_edits]).toEqual([true, false]);
    const { body } = await tenant.owner.post(pathOf(task), { user_prompt: 'Second {text}.' });
    const active_revisions = [{ task_revision_id: body.revisions[0].id, weight: 1 }];
    await ok(tenant.owner.post(pathOf(task), { active_revisions }));
    const shown = async (share: Json) => (await json(page(share))).body.revision.user_prompt;
    expect([await shown(open), await shown(pinned)]).toEqual(['Second {text}.', 'First {text}.']);
  });

  it('shows nothing while its organization disables links, and works again afterwards', async () => {
    const own = await world.tenant();
    const task = await makeTask(own);
    const path = `${own.project}/task/${task.id}`;
    const share = await ok(own.owner.post(`${path}/share`, {}));
    await ok(own.owner.post(`/org/${own.orgId}`, { sharing_enabled: false }));
    await expectGone(page(share));
    expect((await own.owner.get(`${path}/share`)).body).toMatchObject([{ id: share.id, active: false }]);
    const clone = await own.owner.post(`${own.project}/task/clone/${share.short_id}`, {});
    expect(clone.status).toBe(404);
    const made = await own.owner.post(`${path}/share`, {});
    expect([made.status, getReason(made)]).toEqual([409, 'SHARING_DISABLED']);
    await ok(own.owner.post(`/org/${own.orgId}`, { sharing_enabled: true }));
    expect((await json(page(share))).status).toBe(200);
  });

  it('is a link that opens as a page, JSON or YAML, as Accept requests, without ids and secrets', async () => {
    const task = await makeTask(tenant, { description: 'Sums *up*.', user_prompt: 'Summarise {text}.' });
    const share = await shareTask(task, { title: 'Try <this>', description: 'See [it](https://example.com).' });
    expect(share).toMatchObject({
      task_id: task.id,
      task_revision_id: null,
      task_run_id: null,
      url: expect.stringMatching(new RegExp(`/public/task_share/${share.short_id}$`)),
      active: true,
      expires_at: null,
      views: 0,
    });
    expect(share.short_id).toMatch(/^[a-z2-9]{22}$/);
    const shown = await json(page(share));
    expect(shown.headers.get('content-type')).toContain('application/json');
    expect(shown.body).toMatchObject({
      kind: 'task',
      title: 'Try <this>',
      name: task.name,
      about: 'Sums *up*.',
      revision: { user_prompt: 'Summarise {text}.', model: 'scripted', input_params: ['text'] },
      run: null,
    });
    const ids = [task.id, task.revisions[0].id, tenant.projectId, tenant.orgId, tenant.userId, share.id];
    const yaml = await json(page(share), 'text/html;q=0.5, application/yaml');
    expect(yaml.headers.get('content-type')).toContain('application/yaml');
    expect(parse(yaml.text)).toEqual(shown.body);
    for (const accept of ['text/html', '*/*', 'application/json;q=0.1, text/html', 'image/png']) {
      const html = await json(page(share), accept);
      expect(html.headers.get('content-type'), accept).toContain('text/html');
      expect(html.headers.get('vary')).toContain('accept');
      for (const id of ids) for (const { text } of [html, shown, yaml]) expect(text).not.toContain(id);
      expect(html.text).toContain('<h1>Try &lt;this&gt;</h1>');
      expect(html.text).toContain('<a href="https://example.com" rel="nofollow noopener noreferrer">it</a>');
      expect(html.headers.get('content-security-policy')).toMatch(
        /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'none'/,
      );
      expect(html.headers.get('x-robots-tag')).toBe('noindex, nofollow');
    }
    const [counted] = await ok(tenant.owner.get(`${pathOf(task)}/share`));
    expect(counted.views).toBe(6);
    const listed = await shareTask(task, { indexed: true });
    const open = await json(page(listed), 'text/html');
    expect([open.headers.get('x-robots-tag'), open.text.includes('noindex')]).toEqual([null, false]);
  });

  it('executes and loads nothing of its content', async () => {
    const hostile = [
      '<script>alert(1)</script><img src=x onerror=alert(1)>',
      '![pixel](https://example.com/p.png) ![x](javascript:alert(1))',
      '[click](javascript:alert(1)) [data](data:text/html,x) [vb](vbscript:x) <javascript:alert(1)>',
    ].join('\n\n');
    const task = await makeTask(tenant, { description: hostile, system_prompt: hostile });
    const share = await shareTask(task, { title: '</title><script>x</script>', description: hostile });
    const { text } = await json(page(share), 'text/html');
    expect(text.match(/<(?:script|img|iframe|object|link|form)\b/gi)).toBeNull();
    expect(text.match(/(?:href|src)="(?!https:\/\/example\.com\/p\.png")[^"]*"/gi)).toBeNull();
    expect(text.match(/\son\w+=(?![^<]*<\/pre>)/i)?.index === undefined || !/<[^>]+\son\w+=/i.test(text)).toBe(true);
    expect(text).toContain('<a href="https://example.com/p.png"');
  });

  it('shows an output as plain text if rendering it as Markdown takes too long', async () => {
    const task = await makeTask(tenant, { user_prompt: '{text}' });
    const responses = ['*short*', '!['.repeat(20_000)].map(async (said) => {
      const run = await ok(tenant.owner.post(`${pathOf(task)}/run`, { task_input: { text: said } }));
      const { text } = await json(page(await shareTask(task, { task_run_id: run.id })), 'text/html');
      return text.slice(text.indexOf('<h2>Answer'));
    });
    const [short, long] = await Promise.all(responses);
    expect(short).toContain('<em>short</em>');
    expect(long).toMatch(/^<h2>Answer<\/h2>\s*<pre>[^<]*!\[!\[/);
  });

  it('shows the active revision, or the pinned one', async () => {
    const task = await makeTask(tenant, { user_prompt: 'one {text}' });
    const [free, pinned] = [await shareTask(task), await shareTask(task, { task_revision_id: task.revisions[0].id })];
    const { revisions } = await ok(tenant.owner.post(pathOf(task), { user_prompt: 'two {text}' }));
    const active = [{ task_revision_id: revisions[0].id, weight: 1 }];
    await ok(tenant.owner.post(pathOf(task), { active_revisions: active }));
    const promptOf = async (share: Json) => (await json(page(share))).body.revision.user_prompt;
    expect([await promptOf(free), await promptOf(pinned)]).toEqual(['two {text}', 'one {text}']);
  });

  it('shows a run with its files, only to holders of the link', async () => {
    const task = await makeTask(tenant, { user_prompt: 'Echo {text}.' });
    const file = { name: 'a b.txt', content: Buffer.from('Words.').toString('base64'), media_type: 'text/plain' };
    const input = { task_input: { text: 'x' }, task_files: [file] };
    const run = await ok(tenant.owner.post(`${pathOf(task)}/run`, input));
    const share = await shareTask(task, { task_run_id: run.id });
    expect(share).toMatchObject({ task_run_id: run.id, task_revision_id: run.task_revision_id });
    const { body } = await json(page(share));
    expect(body.run).toMatchObject({
      input: { text: 'x' },
      response: run.response,
      is_error: false,
      files: [{ name: 'a b.txt', media_type: 'text/plain', size: 6 }],
    });
    const address = new URL(body.run.files[0].url).pathname;
    expect(address).toBe(`${page(share)}/file/a%20b.txt`);
    const sent = await json(address);
    expect([sent.status, sent.text]).toEqual([200, 'Words.']);
    expect(sent.headers.get('content-security-policy')).toContain('sandbox');
    const dispositionOf = async (path: string) => (await json(path)).headers.get('content-disposition');
    expect(await dispositionOf(address)).toMatch(/^attachment/);
    expect(await dispositionOf(`${address}?inline=true`)).toMatch(/^inline/);
    const plain = await shareTask(task);
    await expectGone(`${page(plain)}/file/a%20b.txt`);
    expect((await json(`${page(share)}/file/c.txt`)).status).toBe(404);
    expect((await json(page(share), 'text/html')).text).toContain('>a b.txt</a>');
    await ok(tenant.owner.delete(`${pathOf(task)}/share/${share.id}`));
    await expectGone(page(share), address);
  });

  it('returns 404 once it is deactivated, has expired or its task is deleted', async () => {
    const task = await makeTask(tenant);
    const [kept, taken] = [await shareTask(task), await shareTask(task)];
    const soon = await shareTask(task, { expires_at: new Date(Date.now() + 3_600_000).toISOString() });
    await world.db
      .updateTable('shares')
      .set({ expires_at: new Date(0) })
      .where('id', '=', soon.id)
      .execute();
    expect(await ok(tenant.owner.delete(`${pathOf(task)}/share/${taken.id}`))).toMatchObject({ active: false });
    expect(await ok(tenant.owner.delete(`${pathOf(task)}/share/${taken.id}`))).toMatchObject({ active: false });
    await expectGone(page(taken), page(soon), `/public/task_agent_share/${kept.short_id}`);
    const shares = await ok(tenant.owner.get(`${pathOf(task)}/share`));
    expect(shares.map(({ id, active }: Json) => [id, active])).toEqual([
      [soon.id, false],
      [taken.id, false],
      [kept.id, true],
    ]);
    expect((await json(page(kept))).status).toBe(200);
    const gone = await json(page(taken), 'text/html,application/xhtml+xml,*/*;q=0.8');
    expect([gone.status, gone.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect(gone.text).toContain('This link does not work');
    await ok(tenant.owner.delete(pathOf(task)));
    await expectGone(page(kept));
  });

  it('can have a custom slug that is unique, well-formed and not reserved', async () => {
    const task = await makeTask(tenant);
    const chosen = word();
    const make = (short: unknown, of = tenant, id = task.id) =>
      of.owner.post(`${of.project}/task/${id}/share`, { custom_short_id: short });
    const twice = await Promise.all([make(chosen), make(chosen.toUpperCase())]);
    expect(twice.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(twice.map(getReason)).toContain('SHORT_ID_TAKEN');
    expect((await json(`/public/task_share/${chosen.toUpperCase()}`)).status).toBe(200);
    const [made] = twice.filter(({ status }) => status === 200);
    await ok(tenant.owner.delete(`${pathOf(task)}/share/${made?.body.id}`));
    const theirs = await make(chosen, foreign, (await makeTask(foreign)).id);
    expect([theirs.status, getReason(theirs)]).toEqual([409, 'SHORT_ID_TAKEN']);
    for (const reserved of ['admin', 'Public']) {
      const refused = await make(reserved);
      expect([refused.status, getReason(refused)]).toEqual([400, 'SHORT_ID_RESERVED']);
    }
    for (const bad of ['ab', '-abc', 'a/b', 'a b c', '../..', 'x'.repeat(65), 'ümlaut', ''])
      expect(problemsOf(await make(bad)), bad).toContain('custom_short_id');
  });

  it('is rejected for a foreign target, an unfinished run or a past expiry', async () => {
    const [task, other] = [await makeTask(tenant, { user_prompt: '{text}' }), await makeTask(tenant)];
    const runs = `${pathOf(task)}/run`;
    const { message } = await play(world, [{ hang: true }]);
    const open = await tenant.owner.post(runs, { task_input: { text: message } }, { prefer: 'respond-async' });
    const done = await ok(tenant.owner.post(runs, { task_input: { text: 'x' } }));
    const elsewhere = await ok(tenant.owner.post(`${pathOf(other)}/run`, { task_input: { text: 'x' } }));
    const { revisions } = await ok(tenant.owner.post(pathOf(task), { user_prompt: 'two {text}' }));
    const cases: [object, string][] = [
      [{ task_revision_id: other.revisions[0].id }, 'task_revision_id'],
      [{ task_revision_id: randomUUID() }, 'task_revision_id'],
      [{ task_run_id: elsewhere.id }, 'task_run_id'],
      [{ task_run_id: open.body.id }, 'task_run_id'],
      [{ task_run_id: done.id, task_revision_id: revisions[0].id }, 'task_revision_id'],
      [{ expires_at: '2020-01-01' }, 'expires_at'],
      [{ expires_at: '2031-02-30T00:00:00Z' }, 'expires_at'],
      [{ title: ' ' }, 'title'],
    ];
    for (const [body, field] of cases)
      expect(new Set(problemsOf(await tenant.owner.post(`${pathOf(task)}/share`, body)))).toEqual(new Set([field]));
    expect(await ok(tenant.owner.get(`${pathOf(task)}/share`))).toEqual([]);
    await ok(tenant.owner.post(`${runs}/${open.body.id}/cancel`));
  });

  it('is created and revoked by editors, and shows no run that they cannot see', async () => {
    const task = await makeTask(tenant, { task_run_visibility: 'owner_only' });
    const run = await ok(tenant.owner.post(`${pathOf(task)}/run`, { task_input: { text: 'x' } }));
    const [viewer, editor] = [await tenant.member({ project: 'viewer' }), await tenant.member({ project: 'editor' })];
    const share = await shareTask(task);
    for (const response of [
      await viewer.post(`${pathOf(task)}/share`, {}),
      await viewer.delete(`${pathOf(task)}/share/${share.id}`),
      await editor.post(`${pathOf(task)}/share`, { task_run_id: run.id }),
    ])
      expect([response.status, getReason(response)]).toEqual([403, 'PERMISSION_CHECK_FAILED']);
    expect(await ok(viewer.get(`${pathOf(task)}/share`))).toHaveLength(1);
    expect(await ok(editor.post(`${pathOf(task)}/share`, {}))).toMatchObject({ active: true });
  });
});

describe('shares of a project', () => {
  it('are listed by status, by target and by name', async () => {
    const own = await world.tenant();
    const [one, two] = [await makeTask(own, { name: 'Alpha' }), await makeTask(own, { name: 'Beta' })];
    const agent = await makeAgent(own, { name: 'Gamma' });
    const make = (path: string) => ok(own.owner.post(`${own.project}/${path}/share`, {}));
    const [a, b] = [await make(`task/${one.id}`), await make(`task/${two.id}`)];
    const c = await make(`task-agent/${agent.id}`);
    await ok(own.owner.delete(`${own.project}/task/${two.id}/share/${b.id}`));
    const list = async (query: string, kind = 'task_share') =>
      (await ok(own.owner.get(`${own.project}/${kind}${query}`))).results.map(({ id }: Json) => id);
    expect(await list('')).toEqual([b.id, a.id]);
    expect(await list('?active=true')).toEqual([a.id]);
    expect(await list('?active=false')).toEqual([b.id]);
    expect(await list(`?task_id=${two.id}`)).toEqual([b.id]);
    expect(await list('?task_name=alph')).toEqual([a.id]);
    expect(await list('?task_name=%25')).toEqual([]);
    const agents = (query: string) => list(query, 'task_agent_share');
    expect(await agents('')).toEqual([c.id]);
    expect(await agents(`?task_agent_id=${randomUUID()}`)).toEqual([]);
    expect(await agents('?task_agent_name=gam')).toEqual([c.id]);
    const ofAgent = await ok(own.owner.get(`${agent.path}/share`));
    expect(ofAgent.results).toMatchObject([{ id: c.id, task_agent_id: agent.id, task_agent_revision_id: null }]);
  });
});

describe('a share of an agent', () => {
  it('shows its instruction and the names of its tools, pinned or active', async () => {
    const task = await makeTask(tenant);
    const agent = await makeAgent(tenant, {
      instruction: 'Count **all**.',
      builtin_tools: ['calculator'],
      task_tools: [{ task_id: task.id }],
    });
    const share = await shareAgent(agent.path, { task_agent_revision_id: agent.record.active_revision_id });
    expect(share).toMatchObject({ task_agent_id: agent.id, task_agent_revision_id: agent.record.active_revision_id });
    const { body, text } = await json(page(share, 'task_agent_share'));
    expect(body).toMatchObject({
      kind: 'task_agent',
      revision: { instruction: 'Count **all**.', uses: { builtin_tools: ['calculator'], task_tools: [task.name] } },
    });
    for (const id of [agent.id, task.id, tenant.projectId]) expect(text).not.toContain(id);
    const html = await json(page(share, 'task_agent_share'), 'text/html');
    expect(html.text).toContain('Count **all**.');
    expect(html.text).toContain('<dt>builtin tools</dt><dd>calculator</dd>');
    await expectGone(`/public/task_share/${share.short_id}`);
    const foreignRevision = await tenant.owner.post(`${agent.path}/share`, { task_agent_revision_id: randomUUID() });
    expect(problemsOf(foreignRevision)).toEqual(['task_agent_revision_id']);
    await ok(tenant.owner.delete(agent.path));
    await expectGone(page(share, 'task_agent_share'));
  });
});

describe('a clone', () => {
  const clone = (share: Json, of = foreign, kind = 'task') =>
    of.owner.post(`${of.project}/${kind}/clone/${share.short_id}`);

  it('has no invisible characters, and reports where they were', async () => {
    const hidden = '\u200b\u{e0041}';
    const task = await makeTask(tenant, { system_prompt: `Be${hidden} kind.` });
    // Stored by an earlier release.
    await sql`update tasks set description = ${`Sums${hidden} up.`} where id = ${task.id}`.execute(world.db);
    const copy = await ok(clone(await shareTask(task)));
    expect(copy).toMatchObject({ description: 'Sums up.', revisions: [{ system_prompt: 'Be kind.' }] });
    expect(copy.left_behind).toEqual([
      { type: 'hidden_text', field: 'system_prompt', name: '2 characters', reason: 'excluded' },
    ]);
    const agent = await makeAgent(tenant, { instruction: `Help${hidden}.`, builtin_tools: ['calculator'] });
    const other = await ok(clone(await shareAgent(agent.path), foreign, 'task-agent'));
    expect(other).toMatchObject({ instruction: 'Help.' });
  });

  it('of a task is a separate task in the other project, under a free name', async () => {
    const task = await makeTask(tenant, { description: 'Sums up.', output_format: { mood: 'str' }, tags: ['a'] });
    const share = await shareTask(task);
    const [first, second] = [await ok(clone(share)), await ok(clone(share))];
    expect(first).toMatchObject({
      project_id: foreign.projectId,
      name: task.name,
      description: 'Sums up.',
      enabled: true,
      tags: [],
      output_modality: 'json',
      revisions: [{ user_prompt: task.revisions[0].user_prompt, active: true, output_format: { mood: 'str' } }],
      left_behind: [],
    });
    expect(second.name).toBe(`${task.name} 2`);
    const atOnce = await Promise.all([1, 2, 3, 4].map(() => ok(clone(share))));
    expect(atOnce.map(({ name }) => name).toSorted()).toEqual([3, 4, 5, 6].map((n) => `${task.name} ${n}`));
    expect(first.revisions[0].id).not.toBe(task.revisions[0].id);
    const run = await ok(foreign.owner.post(`${foreign.project}/task/${first.id}/run`, { task_input: { text: 'x' } }));
    expect(run.task_id).toBe(first.id);
  });

  it('reports what was not cloned, and is disabled if its model is not available', async () => {
    const collection = await makeCollection(tenant);
    const fields = { rag: { collection_id: collection, rag_param: 'text' }, fallback_llm_model_id: 'fallback' };
    const share = await shareTask(await makeTask(tenant, fields));
    const target = await world.tenant();
    const models = await ok(target.owner.get(`${target.project}/model/fallback`));
    const exclude = (id: string) => ok(target.owner.post(`${target.project}/model/exclude/by-id`, { model_id: id }));
    await exclude(models.id);
    const copy = await ok(clone(share, target));
    expect(copy.left_behind).toEqual([
      { type: 'model', field: 'fallback_llm_model_id', name: 'fallback', reason: 'excluded' },
      { type: 'collection', field: 'rag', name: null, reason: 'not_in_project' },
    ]);
    expect(copy).toMatchObject({ enabled: true, revisions: [{ rag: null, fallback_llm_model_id: null }] });
    await exclude((await ok(target.owner.get(`${target.project}/model/scripted`))).id);
    expect(await ok(clone(share, target))).toMatchObject({
      enabled: false,
      left_behind: [{ field: 'llm_model_id' }, {}, {}],
    });
    const home = await ok(clone(share, tenant));
    expect(home).toMatchObject({ left_behind: [], revisions: [{ rag: { collection_id: collection } }] });
  });

  it('of an agent keeps what exists in the other project, and reports what was omitted', async () => {
    const task = await makeTask(tenant);
    const { skill_id, name } = await ownSkill();
    const agent = await makeAgent(tenant, {
      builtin_tools: ['calculator'],
      task_tools: [{ task_id: task.id }],
      skills: [{ skill_id }],
      approval_policy: {
        default: 'never',
        rules: [
          { tool: 'calculator', mode: 'always' },
          { tool: task.name, mode: 'always' },
        ],
      },
    });
    const share = await shareAgent(agent.path);
    const copy = await ok(clone(share, foreign, 'task-agent'));
    expect(copy).toMatchObject({
      project_id: foreign.projectId,
      name: agent.record.name,
      builtin_tools: ['calculator'],
      task_tools: [],
      skills: [],
      approval_policy: { default: 'never', rules: [{ tool: 'calculator' }] },
    });
    expect(copy.left_behind).toEqual([
      { type: 'skill', field: 'skills', name, reason: 'not_in_project' },
      { type: 'task', field: 'task_tools', name: task.name, reason: 'not_in_project' },
      { type: 'approval_rule', field: 'approval_policy', name: task.name, reason: 'not_in_project' },
    ]);
    const home = await ok(clone(share, tenant, 'task-agent'));
    expect(home).toMatchObject({ left_behind: [], task_tools: [{ task_id: task.id }], skills: [{ skill_id }] });
  });

  it('of an agent that depends on its tasks is rejected, and nothing is created', async () => {
    const steps = [await makeTask(tenant), await makeTask(tenant)];
    const agent = await makeAgent(tenant, {
      mode: 'sequential',
      builtin_tools: [],
      task_tools: steps.map(({ id }) => ({ task_id: id })),
    });
    const share = await shareAgent(agent.path);
    const target = await world.tenant();
    const refused = await clone(share, target, 'task-agent');
    expect([refused.status, getReason(refused)]).toEqual([409, 'NOT_CLONEABLE']);
    expect((await ok(target.owner.get(`${target.project}/task-agent`))).results).toEqual([]);
  });

  it('requires permission to create in the project, and an active link of the same type', async () => {
    const task = await makeTask(tenant);
    const share = await shareTask(task);
    const viewer = await foreign.member({ project: 'viewer' });
    const refused = await viewer.post(`${foreign.project}/task/clone/${share.short_id}`);
    expect([refused.status, getReason(refused)]).toEqual([403, 'PERMISSION_CHECK_FAILED']);
    const agents = await clone(share, foreign, 'task-agent');
    await ok(tenant.owner.delete(`${pathOf(task)}/share/${share.id}`));
    for (const response of [agents, await clone(share), await clone({ short_id: 'nowhere' })])
      expect([response.status, getReason(response)]).toEqual([404, 'RESOURCE_NOT_FOUND']);
  });
});

async function ownSkill(): Promise<{ skill_id: string; name: string }> {
  const fields = { display_name: `Style ${word()}`, instructions: '# Style' };
  const { id, display_name } = await ok(tenant.owner.post(`${tenant.project}/skill`, fields));
  return { skill_id: id, name: display_name };
}
