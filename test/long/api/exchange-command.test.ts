import { randomUUID } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { makeAgent, makeTask } from '../../support/agents.ts';
import { type ApiResponse, type Json, openWorld, type Tenant, type World } from '../../support/client.ts';
import { runCommand } from '../../support/commands.ts';
import { makeCollection } from '../../support/library.ts';

let world: World;
let root: string;
let from: Tenant;
let to: Tenant;

beforeAll(async () => {
  world = openWorld();
  [from, to] = await Promise.all([world.tenant(), world.tenant()]);
  root = await mkdtemp(join(tmpdir(), 'holdfast-exchange-'));
});
afterAll(async () => {
  await world.close();
  await rm(root, { recursive: true });
});

const run = (of: Tenant, command: 'export' | 'import', ...args: string[]) =>
  runCommand(`scripts/${command}.ts`, args, { HOLDFAST_URL: world.stack.baseUrl, HOLDFAST_KEY: of.key });
async function runSuccessfully(...given: Parameters<typeof run>): Promise<string> {
  const { code, stdout, stderr } = await run(...given);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout;
}
async function runToFailure(...given: Parameters<typeof run>): Promise<string> {
  const { code, stderr } = await run(...given);
  expect(code).toBe(1);
  return stderr.trim();
}
async function ok(answer: Promise<ApiResponse>): Promise<Json> {
  const { status, body, text } = await answer;
  expect(status, text).toBe(200);
  return body;
}
const folder = () => join(root, randomUUID());
const readTexts = (at: string): Record<string, string> =>
  Object.fromEntries(
    globSync('**/*.yaml', { cwd: at })
      .toSorted()
      .map((path) => [path, readFileSync(join(at, path), 'utf8')]),
  );
async function writeFiles(files: Record<string, object | string>): Promise<string> {
  const at = folder();
  for (const [path, file] of Object.entries(files)) {
    await mkdir(dirname(join(at, path)), { recursive: true });
    await writeFile(join(at, path), typeof file === 'string' ? file : stringify(file));
  }
  return at;
}
const all = async (of: Tenant, path: string): Promise<Json[]> =>
  (await ok(of.owner.get(`${of.project}/${path}`))).results;
const taskFile = (name: string, revision: object = {}) => ({
  kind: 'task',
  name,
  enabled: true,
  revision: { llm_model_id: 'scripted', system_prompt: '', user_prompt: 'Sum up {text}.', ...revision },
});
const agentFile = (name: string, revision: object = {}) => ({
  kind: 'agent',
  name,
  revision: { llm_model_id: 'scripted', instruction: 'Help.', builtin_tools: [], ...revision },
});

describe('a project exported as files', () => {
  it('contains no ids or secrets, and exports to the same bytes after an import into another project', async () => {
    const collection = await makeCollection(from, { title: 'Handbook' });
    await makeCollection(to, { title: 'Handbook' });
    const made = [
      await ok(
        from.owner.post(`${from.project}/skill`, { display_name: 'House style', instructions: '# Style\n\nBe kind.' }),
      ),
      await makeTask(from, {
        name: 'Sum up',
        tags: ['daily'],
        public: true,
        output_format: { z: 'str', a: 'str' },
        output_modality: 'json',
      }),
    ];
    const [skill, task] = made;
    const helper = await makeAgent(from, { name: 'Helper', builtin_tools: ['calculator'] });
    await makeAgent(from, {
      name: 'Chief',
      builtin_tools: [],
      task_tools: [{ task_id: task.id }],
      agent_tools: [{ task_agent_id: helper.id, task_agent_revision_id: null }],
      skills: [{ skill_id: skill.id, skill_revision_id: null }],
      collections: [{ collection_id: collection }],
      approval_policy: { default: 'always', rules: [{ tool: '*', tool_type: 'task', mode: 'never' }] },
    });
    const cases = [{ task_input: { text: 'a' }, expected: { z: 'x', a: 'y' } }];
    const set = {
      name: 'May',
      description: 'What came in.',
      task_run_ids: [],
      cases,
      scorers: [{ scorer: 'exact', config: {} }],
    };
    await ok(from.owner.post(`${from.project}/task/${task.id}/eval/set`, set));

    const [first, second] = [folder(), folder()];
    expect(await runSuccessfully(from, 'export', first)).toContain('wrote 5 files');
    const files = readTexts(first);
    expect(Object.keys(files)).toEqual([
      'agents/chief.yaml',
      'agents/helper.yaml',
      'eval-sets/sum-up-may.yaml',
      'skills/house-style.yaml',
      'tasks/sum-up.yaml',
    ]);
    const token = (await ok(from.owner.get(`${from.project}/task/${task.id}`))).access_token;
    for (const text of Object.values(files)) {
      expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/);
      expect(text).not.toContain(token);
    }
    expect(parse(files['agents/chief.yaml'] ?? '').revision.task_tools).toEqual([
      { is_output_formatter: false, task_id: 'Sum up' },
    ]);
    expect(await all(to, 'task')).toEqual([]);
    const dry = await runSuccessfully(to, 'import', first, '--dry-run');
    expect(dry).toContain('would create the task Sum up (tasks/sum-up.yaml)');
    expect(dry).toContain('  +   system_prompt: Do it.');
    expect(await all(to, 'task')).toEqual([]);

    await runSuccessfully(to, 'import', first);
    await runSuccessfully(to, 'export', second);
    expect(readTexts(second)).toEqual(files);
    const again = await runSuccessfully(to, 'import', first);
    expect(
      again
        .trim()
        .split('\n')
        .every((line) => line.startsWith('is so already')),
    ).toBe(true);
    for (const one of [...(await all(to, 'task')), ...(await all(to, 'task-agent'))])
      expect([one.name, one.revisions.length]).toEqual([one.name, 1]);
  });

  it('updates only what differs, activates it, and previews the changes', async () => {
    const own = await world.tenant();
    const one = await writeFiles({ 'tasks/a.yaml': taskFile('Alpha'), 'agents/b.yaml': agentFile('Beta') });
    await runSuccessfully(own, 'import', one);
    const two = await writeFiles({
      'tasks/a.yaml': taskFile('alpha', { user_prompt: 'Shorten {text}.' }),
      'agents/b.yaml': { ...agentFile('Beta'), description: 'Second.' },
    });
    const dry = await runSuccessfully(own, 'import', two, '--dry-run');
    expect(dry).toContain('would update the task alpha (tasks/a.yaml)');
    expect(dry).toContain('  -   user_prompt: Sum up {text}.\n  +   user_prompt: Shorten {text}.');
    expect(dry).toContain('would update the agent Beta');
    await runSuccessfully(own, 'import', two);
    const [task] = await all(own, 'task');
    expect(task).toMatchObject({
      name: 'alpha',
      active_revisions: [{ task_revision_id: task.revisions[0].id, weight: 1 }],
    });
    expect(task.revisions.map(({ user_prompt }: Json) => user_prompt)).toEqual(['Shorten {text}.', 'Sum up {text}.']);
    const [agent] = await all(own, 'task-agent');
    expect([agent.description, agent.revisions.length]).toEqual(['Second.', 1]);
    // Another revision was created since; the file still names the active one.
    await ok(own.owner.post(`${own.project}/task/${task.id}`, { user_prompt: 'Try {text}.' }));
    expect(await runSuccessfully(own, 'import', two)).toContain('is so already: the task alpha');
    // An existing revision with the same content is activated, and not created again.
    const three = await writeFiles({ 'tasks/a.yaml': taskFile('alpha', { user_prompt: 'Try {text}.' }) });
    expect(await runSuccessfully(own, 'import', three)).toContain('activated the newest revision of the task alpha');
    const now = (await all(own, 'task'))[0];
    expect([now.revisions.length, now.active_revisions[0].task_revision_id]).toEqual([3, now.revisions[0].id]);
  });

  it('is rejected completely if anything in it is invalid, and each problem is named', async () => {
    const own = await world.tenant();
    await Promise.all([makeAgent(own, { name: 'Twin' }), makeAgent(own, { name: 'Twin' })]);
    const call = (name: string) => ({ agent_tools: [{ task_agent_id: name, task_agent_revision_id: null }] });
    const wrong = await runToFailure(
      own,
      'import',
      await writeFiles({
        'tasks/good.yaml': taskFile('Good'),
        'tasks/model.yaml': taskFile('Model', { llm_model_id: 'gpt-0' }),
        'tasks/rag.yaml': taskFile('Rag', { rag: { collection_id: 'Nowhere', rag_param: 'text', rag_config: {} } }),
        'agents/one.yaml': agentFile('One', call('Two')),
        'agents/two.yaml': agentFile('Two', call('One')),
        'agents/twin.yaml': agentFile('Twin'),
        'agents/server.yaml': agentFile('Server', {
          mcp_servers: [{ task_mcp_server_id: 'None', allowed_tool_ids: null }],
        }),
      }),
    );
    expect(wrong.split('\n').map((line) => line.replace(/^[^:]*Error: /, ''))).toEqual([
      'agents/server.yaml: revision.mcp_servers[0].task_mcp_server_id: there is no MCP server called None',
      'tasks/model.yaml: revision.llm_model_id: there is no model called gpt-0',
      'tasks/rag.yaml: revision.rag.collection_id: there is no collection called Nowhere',
      'agents/twin.yaml: the project has 2 of the name: the agent Twin',
      'agents/one.yaml: agents have each other as tools: One → Two → One',
    ]);
    const clash = await writeFiles({
      'tasks/a.yaml': taskFile('Same'),
      'tasks/b.yaml': taskFile('SAME'),
      'tasks/c.yaml': 'kind: task\nname: x\nid: 5',
    });
    const clashing = await runToFailure(own, 'import', clash);
    expect(clashing).toContain('tasks/c.yaml: id is no field of a task');
    expect(clashing).toContain('tasks/b.yaml: the task SAME stands in tasks/a.yaml too');
    expect(await all(own, 'task')).toEqual([]);
    expect(await runToFailure(own, 'import', join(root, 'nowhere'))).toContain('there is no ');
    expect(await runToFailure(own, 'export', folder())).toContain(
      'several records of the project would have the same file',
    );
  });

  it('stops if the API rejects something, and continues from there on the next import', async () => {
    const own = await world.tenant();
    const files = {
      'tasks/a.yaml': taskFile('Fine'),
      'tasks/b.yaml': taskFile('Wrong name!'),
      'tasks/c.yaml': taskFile('Last'),
    };
    const refused = await runToFailure(own, 'import', await writeFiles(files));
    expect(refused).toContain('tasks/b.yaml: the task Wrong name! was refused, and the 1 after it were not begun');
    expect((await all(own, 'task')).map(({ name }: Json) => name)).toEqual(['Fine']);
    const mended = await runSuccessfully(
      own,
      'import',
      await writeFiles({ ...files, 'tasks/b.yaml': taskFile('Right name') }),
    );
    expect(mended.trim().split('\n')).toEqual([
      'is so already: the task Fine',
      'created the task Right name',
      'created the task Last',
    ]);
  });
});
