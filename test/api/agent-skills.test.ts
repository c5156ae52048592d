import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getRunSkills } from '../../src/agents/tools/skill-pins.ts';
import { getToolResults, listConversations, makeAgent, makeTask, play, type TestAgent } from '../support/agents.ts';
import { type ApiResponse, type Json, openWorld, type Tenant, type World } from '../support/client.ts';
import { getReason, NEVER, sum } from '../support/scene.ts';
import { makeSkill } from '../support/skills.ts';

let world: World;
let tenant: Tenant;

beforeAll(async () => {
  world = openWorld();
  tenant = await world.tenant();
});
afterAll(() => world.close());

const PIXEL = Buffer.from('89504e470d0a1a0a0000', 'hex').toString('base64');
const load = (skill: Json | string) => ({
  name: 'load_skill',
  arguments: { skill: typeof skill === 'string' ? skill : skill.slug },
});
const read = (skill: Json, path: string, from?: number) => ({
  name: 'read_skill_file',
  arguments: { skill: skill.slug, path, ...(from !== undefined && { from }) },
});
const toAttachments = (...skills: readonly Json[]) => skills.map(({ id }) => ({ skill_id: id }));
const withSkills = (skills: readonly Json[], fields: object = {}) =>
  makeAgent(tenant, {
    builtin_tools: ['calculator'],
    skills: toAttachments(...skills),
    approval_policy: NEVER,
    ...fields,
  });
/** The first message and the offered tools in the last model request of a script. */
async function lastAsked(key: string): Promise<{ system: string; tools: Json[] }> {
  const { messages, tools = [] } = (await world.model.requests(key)).at(-1)!.body as Json;
  return { system: messages[0].content, tools: tools.map((tool: Json) => tool.function) };
}
const edit = (agent: TestAgent, body: object, client = tenant.owner) => client.post(agent.path, body);
const refusedAt = ({ status, body }: ApiResponse) => {
  expect(status).toBe(422);
  return body.detail[0].loc.join('.');
};
const someShared = async () => (await tenant.owner.get('/skills?source=holdfast&page_limit=1')).body.results[0];

describe('an agent with skills', () => {
  it('lists them to the model, which loads one by name and gets a list of its files', async () => {
    const skill = await makeSkill(tenant, {
      description: 'When a message\nis written.',
      instructions: '# Messages\n\nBe kind.',
      reference_docs: { 'references/tone.md': 'kind', 'scripts/send.sh': 'exit 1' },
      assets: { 'logo.png': { content: PIXEL } },
    });
    const shared = await someShared();
    const agent = await withSkills([skill, shared]);
    expect(agent.record.skills).toEqual([skill, shared].map(({ id }) => ({ skill_id: id, skill_revision_id: null })));
    const { key, message } = await play(world, [{ tool_calls: [load(skill)] }, { text: 'Done.' }]);
    const run = await agent.run(message);
    expect(run).toMatchObject({ status: 'completed', output: 'Done.', skills_activated: [skill.slug] });
    const { system, tools } = await lastAsked(key);
    expect(system).toContain(`- ${skill.slug}: When a message is written.`);
    expect(system).toContain(`- ${shared.slug}: `);
    expect(system).not.toContain('Be kind.');
    expect(tools.map(({ name }) => name)).toEqual(['calculator', 'load_skill', 'read_skill_file']);
    expect(tools[1].parameters.properties.skill.enum).toEqual([skill.slug, shared.slug]);
    const [result] = await getToolResults(world, key);
    expect(result).toContain('# Messages\n\nBe kind.');
    expect(result).toContain(
      'Its files:\n- logo.png (image/png, 10 bytes, no text)\n- references/tone.md (4 characters)\n- scripts/send.sh (6 characters)',
    );
  });

  it('records each loaded skill once, before the result of the call, even for repeated and concurrent loads', async () => {
    const [one, two] = [await makeSkill(tenant), await makeSkill(tenant)];
    const agent = await withSkills([one, two]);
    const { message } = await play(world, [
      { tool_calls: [load(two), load(two)] },
      { tool_calls: [load(one), load(two)] },
      { text: 'Done.' },
    ]);
    const run = await agent.run(message);
    expect(run.skills_activated).toEqual([two.slug, one.slug]);
    const events = await agent.follow(run.id);
    const activated = events.filter(({ event }) => event === 'skill_activated');
    const toActivation = ({ slug, id, active_revision_id }: Json) => ({
      tool_call_id: expect.any(String),
      skill: slug,
      skill_id: id,
      skill_revision_id: active_revision_id,
    });
    expect(activated.map(({ data }) => data)).toEqual([toActivation(two), toActivation(one)]);
    for (const { data } of activated) {
      const kinds = events.filter((event) => event.data.tool_call_id === data.tool_call_id).map(({ event }) => event);
      expect(kinds).toEqual(['tool_call', 'skill_activated', 'tool_result']);
    }
    const listed = await tenant.owner.get(`${agent.path}/run/${run.id}/events`);
    const record = listed.body.events.find(({ event_type }: Json) => event_type === 'skill_activated');
    expect(record).toMatchObject({ payload: { skill: two.slug } });
    expect((await agent.run('Hello.')).skills_activated).toEqual([]);
  });

  it('reads skill files in parts, and reports files that are binary, missing or already read to the end', async () => {
    const long = `${'🙂'.repeat(39_999)}ABC`;
    const skill = await makeSkill(tenant, {
      instructions: `${'x'.repeat(40_000)}THE END`,
      reference_docs: { 'a.md': long, 'constructor.md': 'fine', 'empty.md': '' },
      assets: { 'logo.png': { content: PIXEL } },
    });
    const agent = await withSkills([skill]);
    const { key, message } = await play(world, [
      {
        tool_calls: [
          load(skill),
          read(skill, 'SKILL.md', 40_000),
          read(skill, 'a.md'),
          read(skill, 'a.md', 40_000),
          read(skill, 'constructor.md', 0),
          read(skill, 'empty.md'),
          read(skill, 'logo.png'),
          read(skill, '../a.md'),
          read(skill, 'a.md', 40_002),
          read(skill, 'a.md', 1e9),
          load(`${skill.slug}-x`),
        ],
      },
      { text: 'Done.' },
    ]);
    const run = await agent.run(message);
    const skillResults = await getToolResults(world, key);
    expect(skillResults[0]).toContain('[SKILL.md characters 0 to 40000 of 40007; continue from 40000]');
    expect(skillResults[1]).toBe('THE END');
    expect(skillResults[2]).toBe(`${'🙂'.repeat(39_999)}A\n\n[characters 0 to 40000 of 40002; continue from 40000]`);
    expect(skillResults.slice(3, 6)).toEqual(['BC', 'fine', '']);
    expect(skillResults[6]).toContain("logo.png is image/png of 10 bytes, not text; it can't be read here");
    expect(skillResults[7]).toContain(`the skill ${skill.slug} has no file ../a.md`);
    expect(skillResults[7]).toContain('- constructor.md (4 characters)');
    expect(skillResults[8]).toContain('a.md has 40002 characters');
    expect(skillResults.slice(9).every((text) => text.includes('INVALID_TOOL_CALL'))).toBe(true);
    const results = (await agent.follow(run.id)).filter(({ event }) => event === 'tool_result');
    const failed = results.filter(({ data }) => data.outcome === 'error');
    expect(failed.map(({ data }) => data.result.reason).sort()).toEqual([
      'BEYOND_THE_END',
      'INVALID_TOOL_CALL',
      'INVALID_TOOL_CALL',
      'NOT_TEXT',
      'NO_SUCH_FILE',
    ]);
  });

  it('uses the pinned skill revision, or the one active at the start of the run, despite later changes', async () => {
    const [follows, pinned, deleted] = [
      await makeSkill(tenant, { instructions: 'OLD WAY' }),
      await makeSkill(tenant, { instructions: 'PINNED WAY' }),
      await makeSkill(tenant, { instructions: 'LOST WAY' }),
    ];
    const path = (skill: Json) => `${tenant.project}/skill/${skill.id}`;
    const revise = (skill: Json) => tenant.owner.post(`${path(skill)}/revision`, { instructions: 'NEW WAY' });
    await revise(pinned);
    const agent = await withSkills([], {
      skills: [
        ...toAttachments(follows, deleted),
        { skill_id: pinned.id, skill_revision_id: pinned.active_revision_id },
      ],
      approval_policy: { default: 'never', rules: [{ tool: 'calculator', mode: 'always' }] },
    });
    const { key, message } = await play(world, [
      { tool_calls: [sum('1+1')] },
      { tool_calls: [follows, pinned, deleted].map(load) },
      { text: 'Done.' },
    ]);
    const waiting = await agent.run(message);
    await revise(follows);
    await tenant.owner.post(path(follows), { slug: `renamed-${randomUUID()}` });
    await tenant.owner.delete(path(deleted));
    const [request] = await agent.requests(waiting.id);
    await agent.approve(request.id);
    await agent.resume(request.id);
    const [, old, fixed, lost] = await getToolResults(world, key);
    expect([old, fixed, lost].map((text) => text?.split('\n').at(-1))).toEqual(['OLD WAY', 'PINNED WAY', 'LOST WAY']);

    const later = await play(world, [{ tool_calls: [load(deleted)] }, { text: 'Well.' }]);
    expect(await agent.run(later.message)).toMatchObject({ status: 'completed', skills_activated: [] });
    expect(agent.record.skills).toHaveLength(3);
    const { system, tools } = await lastAsked(later.key);
    expect(system).toContain(`These skills were deleted and can't be loaded: ${deleted.slug}`);
    expect(tools[1].parameters.properties.skill.enum).not.toContain(deleted.slug);
    expect((await getToolResults(world, later.key))[0]).toContain('INVALID_TOOL_CALL');
  });

  it('fixes the skill revisions once per run, even if two first reads race with an activation', async () => {
    const skills = [await makeSkill(tenant), await makeSkill(tenant)];
    const agent = await withSkills([]);
    const { id } = await agent.run('Hello.');
    const items = skills.map((skill) => ({ skill_id: skill.id, skill_revision_id: null }));
    const readSkills = () => getRunSkills(world.db, tenant.projectId, items, id);
    const revise = () =>
      tenant.owner.post(`${tenant.project}/skill/${skills[0]!.id}/revision`, { instructions: 'NEW' });
    const [first, , ...others] = await Promise.all([readSkills(), revise(), readSkills(), readSkills(), readSkills()]);
    expect(first!.skills.map((skill: Json) => skill.name)).toEqual(skills.map((skill) => skill.slug));
    for (const other of [...others, await readSkills()]) expect(other).toEqual(first);
  });

  it('gives skills with the same slug distinct names', async () => {
    const shared = await someShared();
    const own = await makeSkill(tenant, { slug: shared.slug, instructions: 'OUR WAY' });
    const agent = await withSkills([shared, own]);
    const { key, message } = await play(world, [{ tool_calls: [load(`${shared.slug}-2`)] }, { text: 'Done.' }]);
    expect((await agent.run(message)).skills_activated).toEqual([`${shared.slug}-2`]);
    expect((await getToolResults(world, key))[0]).toContain('OUR WAY');
  });

  it('keeps loaded skills in context for the run when the conversation is cut', async () => {
    const skill = await makeSkill(tenant, { instructions: 'BE KIND' });
    const agent = await withSkills([skill], { memory_config: { max_events: 4 } });
    const first = await play(
      world,
      [{ tool_calls: [load(skill)] }, { tool_calls: [sum('1+1')] }, { tool_calls: [sum('2+2')] }, { text: 'Done.' }],
      { by: 'call' },
    );
    const { session_id } = await agent.run(first.message);
    const talks = await listConversations(world, first.key);
    const places = talks.map((talk) =>
      talk.filter(({ content }) => content.includes('BE KIND')).map(({ role }) => role),
    );
    expect(places).toEqual([[], ['tool'], ['system'], ['system']]);
    expect(talks.at(-1)![0]!.content).toContain(`# Loaded skills`);
    // The next run of the session has the rest of the conversation, and reloads the skills that it needs.
    const next = await play(world, [{ text: 'Done.' }]);
    expect(await agent.run(next.message, { session_id })).toMatchObject({ skills_activated: [] });
    const [talk] = await listConversations(world, next.key);
    expect(talk!.some(({ content }) => content.includes('BE KIND'))).toBe(false);
    expect(talk![0]!.content).toContain(`- ${skill.slug}`);
  });

  it('requests approval to load a skill if the policy requires it', async () => {
    const skill = await makeSkill(tenant, { instructions: 'BE KIND' });
    const agent = await withSkills([skill], {
      approval_policy: { default: 'never', rules: [{ tool: '*', tool_type: 'skill', mode: 'always' }] },
    });
    const { key, message } = await play(world, [{ tool_calls: [sum('1+1'), load(skill)] }, { text: 'Done.' }]);
    const run = await agent.run(message);
    const requests = await agent.requests(run.id);
    expect(requests).toMatchObject([{ tool_name: 'load_skill', tool_type: 'skill', effect: 'none' }]);
    await agent.approve(requests[0].id);
    await agent.resume(requests[0].id);
    expect(await agent.read(run.id)).toMatchObject({ status: 'completed', skills_activated: [skill.slug] });
    expect((await getToolResults(world, key))[1]).toContain('BE KIND');
  });

  it('deletes the skill state together with the session', async () => {
    const skill = await makeSkill(tenant);
    const agent = await withSkills([skill]);
    const { message } = await play(world, [{ tool_calls: [load(skill)] }, { text: 'Done.' }]);
    const { session_id } = await agent.run(message);
    expect((await tenant.owner.delete(`${agent.path}/session/${session_id}`)).status).toBe(200);
  });
});

describe('the names of the skill tools', () => {
  it('are reserved even for agents without skills, and rules on them match no other tool', async () => {
    const task = await makeTask(tenant, { name: 'load skill' });
    const helper = await makeAgent(tenant, { name: 'read_skill_file' });
    const fields = {
      task_tools: [{ task_id: task.id }],
      agent_tools: [{ task_agent_id: helper.id, task_agent_revision_id: null }],
    };
    const others = ['load_skill_2', 'read_skill_file_2'];
    for (const [skills, own] of [
      [[], []],
      [[await makeSkill(tenant)], ['load_skill', 'read_skill_file']],
    ] as const) {
      const agent = await withSkills(skills, fields);
      const { key, message } = await play(world, [{ text: 'Done.' }]);
      await agent.run(message);
      expect((await lastAsked(key)).tools.map(({ name }) => name)).toEqual(['calculator', ...own, ...others]);
    }
    const rule = { approval_policy: { default: 'never', rules: [{ tool: 'load_skill', mode: 'always' }] } };
    const bare = await makeAgent(tenant, fields);
    expect(refusedAt(await edit(bare, rule))).toBe('body.approval_policy.rules.0.tool');
  });
});

describe('attaching a skill to an agent', () => {
  it('is rejected if the skill is missing, deleted, foreign, listed twice or pinned to another skill’s revision', async () => {
    const own = await makeSkill(tenant);
    const other = await makeSkill(tenant);
    const deleted = await makeSkill(tenant);
    await tenant.owner.delete(`${tenant.project}/skill/${deleted.id}`);
    const foreign = await makeSkill(await world.tenant());
    const agent = await makeAgent(tenant);
    for (const skill_id of [randomUUID(), foreign.id, deleted.id])
      expect(refusedAt(await edit(agent, { skills: [...toAttachments(own), { skill_id }] }))).toBe(
        'body.skills.1.skill_id',
      );
    expect(refusedAt(await edit(agent, { skills: toAttachments(own, own) }))).toBe('body.skills.1.skill_id');
    for (const skill_revision_id of [other.active_revision_id, foreign.active_revision_id, randomUUID()]) {
      const pinned = [{ skill_id: own.id, skill_revision_id }];
      expect(refusedAt(await edit(agent, { skills: pinned }))).toBe('body.skills.0.skill_revision_id');
    }
    expect((await tenant.owner.get(agent.path)).body.revisions).toHaveLength(1);
  });

  it('is rejected for a sequential agent and for an agent whose model supports no tools', async () => {
    const skills = toAttachments(await makeSkill(tenant));
    const steps = [await makeTask(tenant), await makeTask(tenant)].map(({ id }) => ({ task_id: id }));
    const path = `${tenant.project}/task-agent`;
    const base = { name: 'Agent', instruction: 'Help.', skills };
    const sequential = { ...base, llm_model_id: 'scripted', mode: 'sequential', task_tools: steps };
    expect(refusedAt(await tenant.owner.post(path, sequential))).toBe('body.skills');
    expect(refusedAt(await tenant.owner.post(path, { ...base, llm_model_id: 'plain' }))).toBe('body.llm_model_id');
  });

  it('requires permission to view it when attached and when the revision is activated, except for catalog skills', async () => {
    const skill = await makeSkill(tenant);
    const agent = await makeAgent(tenant);
    const editor = await tenant.member({ org: 'member' });
    const member = `user:${editor.userId}`;
    await tenant.owner.post(`${agent.path}/iam/members/${member}`, { add: ['editor'] });
    expect(refusedAt(await edit(agent, { skills: toAttachments(skill) }, editor))).toBe('body.skills.0.skill_id');
    expect((await edit(agent, { skills: toAttachments(await someShared()) }, editor)).status).toBe(200);
    const [{ id: attached }] = (await edit(agent, { skills: toAttachments(skill) })).body.revisions;
    const activate = () => edit(agent, { active_revision_id: attached }, editor);
    const refused = await activate();
    expect([refused.status, getReason(refused)]).toEqual([403, 'PERMISSION_CHECK_FAILED']);
    await tenant.owner.post(`${tenant.project}/skill/${skill.id}/iam/members/${member}`, { add: ['viewer'] });
    expect((await activate()).status).toBe(200);
    expect((await edit(agent, { skills: toAttachments(skill), instruction: 'Changed.' }, editor)).status).toBe(200);
  });

  it('does not block a return to a revision whose skill was deleted since', async () => {
    const skill = await makeSkill(tenant);
    const agent = await makeAgent(tenant);
    const [{ id }] = (await edit(agent, { skills: toAttachments(skill) })).body.revisions;
    await tenant.owner.delete(`${tenant.project}/skill/${skill.id}`);
    expect((await edit(agent, { active_revision_id: id })).status).toBe(200);
    const { key, message } = await play(world, [{ text: 'Done.' }]);
    await agent.run(message);
    expect((await lastAsked(key)).system).toContain(`can't be loaded: ${skill.slug}`);
  });
});
