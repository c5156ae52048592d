import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getToolResults, listConversations, makeAgent, makeTask, play } from '../support/agents.ts';
import { type Json, openWorld, type Tenant, type World } from '../support/client.ts';
import { addChunkedDocument, makeCollection, toKnowledgeAnswer } from '../support/library.ts';
import { NEVER } from '../support/scene.ts';

const DEFAULTS = {
  chat_guardrails: { input: [], output: [] },
  chat_system_commands: [],
  knn: 4,
  llm: null,
  query_expansion: false,
  rerank_model: null,
  temperature: null,
};
const EMAIL = 'jane.doe@example.com';

let world: World;

beforeAll(() => {
  world = openWorld();
});
afterAll(() => world.close());

const configure = async (tenant: Tenant, body: object): Promise<Json> => {
  const response = await tenant.owner.post(`${tenant.project}/config`, body);
  expect(response.status, response.text).toBe(200);
  return response.body;
};

/** A project with a collection about returns. A model request with its chunks follows the script of the key. */
async function library() {
  const tenant = await world.tenant();
  const key = randomUUID();
  const texts = Array.from(
    { length: 12 },
    (_, at) => `Goods may be returned within fourteen days, rule ${at}. [[script:${key}]]`,
  );
  const document = await addChunkedDocument(world, tenant, { title: 'Terms', texts });
  const collection = await makeCollection(tenant, { document_embedding_instance_ids: [document] });
  const query = async (body: object): Promise<Json> => {
    const response = await tenant.owner.post(`${tenant.project}/collection/${collection}/query`, {
      query: 'goods returned rule',
      ...body,
    });
    expect(response.status, response.text).toBe(200);
    return response.body;
  };
  return { tenant, key, document, collection, query };
}

describe('project settings', () => {
  it('are stored field by field, by editors, under a version, and recorded in the audit log', async () => {
    const tenant = await world.tenant();
    const path = `${tenant.project}/config`;
    const viewer = await tenant.member({ project: 'viewer' });
    const before = await viewer.get(path);
    expect(before.body).toEqual(DEFAULTS);
    expect((await viewer.post(path, { knn: 1 })).status).toBe(403);
    const chosen = {
      chat_guardrails: { input: ['prompt_injection', 'secrets:mask'], output: ['personal_data:block'] },
      chat_system_commands: ['Answer in French.'],
      knn: 6,
      llm: 'Scripted-Alias',
      query_expansion: true,
      rerank_model: 'scripted-reranker',
      temperature: 0.5,
    };
    const stored = await tenant.owner.post(
      path,
      { ...chosen, unknown: true },
      { 'if-match': before.headers.get('etag') ?? '' },
    );
    const model = (await tenant.owner.get(`${tenant.project}/model/scripted`)).body.id;
    expect([stored.status, stored.body]).toEqual([200, { ...chosen, llm: model }]);
    const stale = await tenant.owner.post(path, { knn: 7 }, { 'if-match': before.headers.get('etag') ?? '' });
    expect(stale.status).toBe(409);
    const part = await configure(tenant, { chat_guardrails: { input: [] }, llm: null, temperature: null, knn: 6 });
    expect(part).toEqual({
      ...chosen,
      chat_guardrails: { input: [], output: ['personal_data:block'] },
      llm: null,
      temperature: null,
    });
    expect((await viewer.get(path)).body).toEqual(part);
    await configure(tenant, { knn: 6 });
    const trail = `/org/${tenant.orgId}/audit_event`;
    const listed: Json[] = (await tenant.owner.get(trail)).body.results;
    const noted = listed.filter(({ event_type }) => event_type === 'project.config_updated');
    const whole = await Promise.all(noted.map(({ id }) => tenant.owner.get(`${trail}/${id}`)));
    expect(whole.map(({ body }) => body.payload.changed.toSorted())).toEqual([
      ['chat_guardrails', 'llm', 'temperature'],
      Object.keys(chosen),
    ]);
  });

  it.each([
    ['a model that is not there', { llm: 'no-such-model' }, ['llm']],
    ['a retired model', { llm: 'retired-model' }, ['llm']],
    ['no passage at all', { knn: 0 }, ['knn']],
    ['a temperature that is too high', { temperature: 2.5 }, ['temperature']],
    ['an empty command', { chat_system_commands: [''] }, ['chat_system_commands', 0]],
    ['a guardrail that nobody knows', { chat_guardrails: { input: ['magic'] } }, ['chat_guardrails', 'input', 0]],
    [
      'one that needs settings',
      { chat_guardrails: { output: ['secrets', 'topics'] } },
      ['chat_guardrails', 'output', 1],
    ],
    ['one for inputs only', { chat_guardrails: { output: ['prompt_injection'] } }, ['chat_guardrails', 'output', 0]],
    ['an action that it has not', { chat_guardrails: { input: ['secrets:eat'] } }, ['chat_guardrails', 'input', 0]],
  ])('return 422 for %s, and nothing changes', async (_, body, at) => {
    const tenant = await world.tenant();
    const response = await tenant.owner.post(`${tenant.project}/config`, { query_expansion: true, ...body });
    expect([response.status, response.body.detail[0].loc]).toEqual([422, ['body', ...at]]);
    expect((await tenant.owner.get(`${tenant.project}/config`)).body).toEqual(DEFAULTS);
  });

  it('apply chat_guardrails before every task and agent, in addition to their own', async () => {
    const tenant = await world.tenant();
    const task = await makeTask(tenant, {
      system_prompt: '',
      user_prompt: '{text}',
      guardrails: { input: [{ guardrail: 'secrets', action: 'flag' }] },
    });
    const agent = await makeAgent(tenant, { approval_policy: NEVER });
    await configure(tenant, { chat_guardrails: { input: ['personal_data:mask'], output: ['secrets:block'] } });
    const run = await tenant.owner.post(`${tenant.project}/task/${task.id}/run`, {
      task_input: { text: `AKIAIOSFODNN7EXAMPLF ${EMAIL}` },
    });
    expect(run.body).toMatchObject({
      status: 'failed',
      error: { reason: 'GUARDRAIL_BLOCKED' },
      run_data: { submitted: { text: 'AKIAIOSFODNN7EXAMPLF [email]' } },
    });
    expect(run.body.guardrail_hits.map((hit: Json) => `${hit.direction} ${hit.action} ${hit.rule}`)).toEqual([
      'input flag aws_key',
      'input mask email',
      'output block aws_key',
    ]);
    const { message } = await play(world, [{ text: 'Hello.' }]);
    expect((await agent.run(`${EMAIL} ${message}`)).message).toMatch(/^\[email\] /);
    await configure(tenant, { chat_guardrails: { input: [], output: [] } });
    expect((await agent.run(`${EMAIL} ${message}`)).guardrail_hits).toEqual([]);
  });

  it('set by knn the default number of chunks for queries, tasks and agents', async () => {
    const { tenant, key, document, collection, query } = await library();
    expect((await query({ results_only: true })).results).toHaveLength(10);
    await configure(tenant, { knn: 3 });
    expect((await query({ results_only: true })).results).toHaveLength(3);
    expect((await query({ results_only: true, limit: 5 })).results).toHaveLength(5);
    const ofDocument = await tenant.owner.get(`${tenant.project}/document/${document}`);
    expect(ofDocument.status).toBe(200);
    const inDocument = await tenant.owner.post(
      `${tenant.project}/document/${document}/query?query=goods+returned+rule&results_only=true`,
    );
    expect(inDocument.body.results).toHaveLength(3);
    const task = await makeTask(tenant, {
      system_prompt: '',
      user_prompt: '{text}',
      rag: { collection_id: collection, rag_param: 'text', rag_config: { include_sources: true } },
    });
    await world.model.script(key, [{ text: 'Yes.' }], { by: 'call' });
    const run = await tenant.owner.post(`${tenant.project}/task/${task.id}/run`, {
      task_input: { text: 'goods returned rule' },
    });
    expect(run.body.run_data.sources).toHaveLength(3);
    const script = await play(world, []);
    const agent = await makeAgent(tenant, { collections: [{ collection_id: collection }], approval_policy: NEVER });
    const name = `search_${(await tenant.owner.get(`${tenant.project}/collection/${collection}`)).body.title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_')}`;
    await world.model.script(script.key, [{ tool_calls: [{ name, arguments: { query: 'goods returned rule' } }] }]);
    // The model gets the chunks, which contain their own marker.
    await world.model.script(key, [{ text: 'Done.' }], { by: 'call' });
    await agent.run(script.message);
    const [result] = await getToolResults(world, key);
    expect(JSON.parse(result ?? '{}').results, result).toHaveLength(3);
  });

  it('set llm, temperature and chat_system_commands for query answers, and the commands for agents too', async () => {
    const { tenant, key, query } = await library();
    const plain = (await tenant.owner.get(`${tenant.project}/model/fallback`)).body;
    await configure(tenant, {
      llm: 'fallback',
      temperature: 0.25,
      chat_system_commands: ['Answer in French.', 'Be kind.'],
    });
    await world.model.script(key, [toKnowledgeAnswer('Yes.', ['p1', 'Goods may be returned within fourteen days'])], {
      by: 'call',
    });
    expect(await query({})).toMatchObject({ answer: 'Yes.' });
    await query({ llm_model_id: 'scripted' });
    const bodies = (await world.model.requests(key)).map(({ body }) => body as Json);
    expect(bodies.map(({ model, temperature }) => [model, temperature])).toEqual([
      [plain.name, 0.25],
      ['scripted', 0.25],
    ]);
    expect(bodies[0].messages[0].content).toMatch(
      /^Answer in French\.\n\nBe kind\.\n\nYou answer a question from passages/,
    );
    const script = await play(world, [{ text: 'Bonjour.' }]);
    const agent = await makeAgent(tenant, { instruction: 'Help people.' });
    await agent.run(script.message);
    const [[system] = []] = await listConversations(world, script.key);
    expect(system).toMatchObject({
      role: 'system',
      content: expect.stringMatching(/^Answer in French\.\n\nBe kind\.\n\nHelp people\./),
    });
  });

  it('let a search use alternative wordings if query_expansion is on, and charge for it', async () => {
    const tenant = await world.tenant();
    const key = randomUUID();
    const texts = ['Merchandise can be sent back within a fortnight.', 'Bicycles are repaired on Mondays.'];
    const document = await addChunkedDocument(world, tenant, { title: 'Terms', texts });
    const collection = await makeCollection(tenant, { document_embedding_instance_ids: [document] });
    const question = `zurückgeben [[script:${key}]]`;
    const words = { text: JSON.stringify({ queries: ['merchandise sent back fortnight', 'merchandise sent back'] }) };
    await world.model.script(
      key,
      [words, toKnowledgeAnswer('Within a fortnight.', ['p1', 'sent back within a fortnight'])],
      { by: 'call' },
    );
    const ask = (body: object) =>
      tenant.owner.post(`${tenant.project}/collection/${collection}/query`, {
        query: question,
        limit: 1,
        llm_model_id: 'scripted',
        ...body,
      });
    /** The model requests, except for embeddings. */
    const chats = async () => (await world.model.requests(key)).filter(({ body }) => (body as Json).messages);
    await configure(tenant, { query_expansion: true });
    const { body } = await ask({});
    expect(body).toMatchObject({ found: true, answer: 'Within a fortnight.', results: [{ text: texts[0] }] });
    expect(body.results[0].score).toBeLessThanOrEqual(1);
    expect(await chats()).toHaveLength(2);
    await ask({ results_only: true });
    expect(await chats()).toHaveLength(2);
    const task = await makeTask(tenant, {
      system_prompt: '',
      user_prompt: '{text}',
      rag: { collection_id: collection, rag_param: 'text' },
    });
    await world.model.script(key, [words, { text: 'Done.' }], { by: 'call' });
    const run = await tenant.owner.post(`${tenant.project}/task/${task.id}/run`, { task_input: { text: question } });
    expect(run.body).toMatchObject({ response: 'Done.', input_tokens: expect.any(Number) });
    // Both calls are charged to the run.
    expect(run.body.output_tokens).toBe(10);
    await world.model.script(key, [{ text: 'no list' }, { text: 'Plain.' }], { by: 'call' });
    const plain = await tenant.owner.post(`${tenant.project}/task/${task.id}/run`, { task_input: { text: question } });
    expect(plain.body.response).toBe('Plain.');
  });
});
