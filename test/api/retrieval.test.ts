import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getToolResults, makeAgent, makeTask, play } from '../support/agents.ts';
import { type Json, openWorld, type Tenant, type World } from '../support/client.ts';
import { addChunkedDocument, makeCollection, toKnowledgeAnswer } from '../support/library.ts';
import { NEVER } from '../support/scene.ts';

let world: World;
let tenant: Tenant;
let collection: string;

/** The first chunk contains the marker, so that the model follows the script. */
const KEY = 'retrieval-in-steps';
const BUILDER = `The lighthouse Aurora was built by Ines Falk. [[script:${KEY}]]`;
const BIRTH = 'Ines Falk was born in Bergen.';
const QUESTION = 'Who built the lighthouse Aurora, and where was the builder born?';
const FOLLOW_UP = 'Where was Ines Falk born?';

beforeAll(async () => {
  world = openWorld();
  tenant = await world.tenant();
  const other = Array.from({ length: 6 }, (_, at) => `The lighthouse number ${at} was built where nobody was born.`);
  const ids = [
    await addChunkedDocument(world, tenant, { title: 'Lights', texts: [BUILDER, ...other] }),
    await addChunkedDocument(world, tenant, { title: 'People', texts: [BIRTH] }),
  ];
  collection = await makeCollection(tenant, { document_embedding_instance_ids: ids });
});
afterAll(() => world.close());

const query = (body: object, own = collection) => tenant.owner.post(`${tenant.project}/collection/${own}/query`, body);
const textsOf = (found: readonly Json[]) => found.map(({ text }) => text);
const plan = (queries: readonly string[], relevant: readonly string[] = ['p1'], sufficient = queries.length === 0) => ({
  text: JSON.stringify({ sufficient, relevant, queries }),
});
const ANSWER = toKnowledgeAnswer('Ines Falk, in Bergen.', ['p1', 'built by Ines Falk'], ['p2', 'was born in Bergen']);
const scripted = (...steps: Parameters<World['model']['script']>[1]) => world.model.script(KEY, steps, { by: 'call' });
/** The messages to the model since the script was set. */
const sent = async (count: number): Promise<Json[]> => {
  const requests = await world.model.requests(KEY);
  return requests.slice(-count).map(({ body }) => JSON.parse((body as Json).messages.at(-1).content));
};

describe('an iterative retrieval', () => {
  const ITERATIVE = { query: QUESTION, limit: 2, retrieval_mode: 'iterative' } as const;

  it('searches for what the model misses, with what the first search found, and charges each step', async () => {
    await scripted(toKnowledgeAnswer('Ines Falk.', ['p1', 'built by Ines Falk']));
    const single = await query({ query: QUESTION, limit: 2 });
    expect(single.body.retrieval_steps).toEqual([]);
    expect(textsOf(single.body.results)).not.toContain(BIRTH);
    await scripted(plan([FOLLOW_UP]), plan([], ['p1', 'p2']), ANSWER);
    const path = `${tenant.project}/collection/${collection}/query`;
    const { body, status, text } = await tenant.owner.post(path, ITERATIVE);
    expect(status, text).toBe(200);
    expect(body).toMatchObject({
      found: true,
      answer: 'Ines Falk, in Bergen.',
      citations: [{ quote: 'built by Ines Falk' }, { quote: 'was born in Bergen' }],
      warnings: [],
      retrieval_steps: [
        { queries: [QUESTION], found: 2 },
        { queries: [FOLLOW_UP], found: 1 },
      ],
    });
    expect(textsOf(body.results)).toEqual([BUILDER, BIRTH]);
    const [first, second, answered] = await sent(3);
    expect(first).toMatchObject({ question: QUESTION, searches: [QUESTION], passages: [{ id: 'p1' }, { id: 'p2' }] });
    expect(second?.searches).toEqual([QUESTION, FOLLOW_UP]);
    expect(textsOf(answered?.passages)).toEqual([BUILDER, BIRTH]);
    const row = await world.db
      .selectFrom('knowledge_queries')
      .select(['id', 'progress'])
      .where('project_id', '=', tenant.projectId)
      .orderBy('created', 'desc')
      .executeTakeFirstOrThrow();
    expect(row.progress).toBeNull();
    const charged = world.db.selectFrom('credit_entries').select('id').where('cause_id', '=', row.id);
    // Two vectors, two plans and the answer, each reserved and settled.
    expect(await charged.execute()).toHaveLength(10);
  });

  it('works on a single document, whose limits are query parameters', async () => {
    const id = await addChunkedDocument(world, tenant, { title: 'Both', texts: [BUILDER, BIRTH] });
    await scripted(plan([FOLLOW_UP]), ANSWER);
    const fields = {
      query: QUESTION,
      retrieval_mode: 'iterative',
      max_retrieval_steps: '1',
      max_retrieval_credits: '1',
      passage_context: 'neighbors',
    };
    const { body } = await tenant.owner.post(`${tenant.project}/document/${id}/query?${new URLSearchParams(fields)}`);
    expect(body).toMatchObject({ found: true, retrieval_steps: [{ found: 2 }, { found: 0 }] });
  });

  it('waits out an outage of the model, and repeats only the failed step', async () => {
    const away = { status: 503, headers: { 'retry-after': '1' }, body: { error: { message: 'busy' } } };
    await scripted(away, plan([FOLLOW_UP]), plan([], ['p1', 'p2']), ANSWER);
    const { body } = await query(ITERATIVE);
    expect(body).toMatchObject({ found: true, retrieval_steps: [{ found: 2 }, { found: 1 }] });
  });

  it('stops at its limits, which are refused without it', async () => {
    const rest = toKnowledgeAnswer('Ines Falk.', ['p1', 'built by Ines Falk']);
    await scripted(plan([FOLLOW_UP]), rest);
    const steps = await query({ ...ITERATIVE, max_retrieval_steps: 1 });
    expect(steps.body).toMatchObject({
      found: true,
      retrieval_steps: [{}, {}],
      warnings: [{ code: 'retrieval_steps_used', params: { limit: 1 } }],
    });
    await scripted(rest);
    const credits = await query({ ...ITERATIVE, max_retrieval_credits: '0.0000001' });
    expect(credits.body).toMatchObject({
      found: true,
      retrieval_steps: [{}],
      warnings: [{ code: 'retrieval_credits_used', params: { limit: '0.0000001' } }],
    });
    await scripted({ text: 'nothing' }, { text: 'nothing' }, { text: 'nothing' }, rest);
    const invalid = await query(ITERATIVE);
    expect(invalid.body).toMatchObject({ found: true, warnings: [{ code: 'retrieval_plan_invalid' }] });
    for (const [field, fields] of [
      ['max_retrieval_steps', { max_retrieval_steps: 2 }],
      ['max_retrieval_credits', { max_retrieval_credits: 1, retrieval_mode: 'single' }],
      ['retrieval_mode', { retrieval_mode: 'iterative', results_only: true }],
      ['max_retrieval_steps', { retrieval_mode: 'iterative', max_retrieval_steps: 9 }],
    ] as const)
      expect((await query({ query: QUESTION, ...fields })).body.detail, field).toMatchObject([
        { loc: ['body', field] },
      ]);
  });

  it('prepares the context of a task, which pays for its steps', async () => {
    const rag_config = {
      final_k: 2,
      include_sources: true,
      retrieval_mode: 'iterative',
      max_retrieval_steps: 2,
      max_retrieval_credits: 1,
    };
    const rag = { collection_id: collection, rag_param: 'question', rag_config };
    const task = await makeTask(tenant, { user_prompt: '{question}', rag });
    await scripted(plan([FOLLOW_UP]), plan([], ['p1', 'p2']), { text: 'Bergen.' });
    const { body } = await tenant.owner.post(`${tenant.project}/task/${task.id}/run`, {
      task_input: { question: QUESTION },
    });
    expect(body).toMatchObject({ status: 'completed', response: 'Bergen.' });
    expect(textsOf(body.run_data.sources)).toEqual([BUILDER, BIRTH]);
    // Three calls of 10 input and 5 output tokens, and the vectors of two queries.
    expect(body.output_tokens).toBe(15);
    const { prepared } = await world.db
      .selectFrom('task_runs')
      .select('prepared')
      .where('id', '=', body.id)
      .executeTakeFirstOrThrow();
    expect(Object.keys(prepared ?? {})).toEqual(['rag']);
    const refused = await tenant.owner.post(`${tenant.project}/task/${task.id}`, {
      rag: { ...rag, rag_config: { max_retrieval_steps: 2 } },
    });
    expect(refused.body.detail[0].loc).toEqual(['body', 'rag', 'rag_config', 'max_retrieval_steps']);
  });

  it('answers the search of an agent, by the settings of its attachment', async () => {
    const attachment = {
      collection_id: collection,
      retrieval_mode: 'iterative',
      max_retrieval_steps: 1,
      max_retrieval_credits: '1',
      passage_context: 'chunk',
    };
    const agent = await makeAgent(tenant, { builtin_tools: [], collections: [attachment], approval_policy: NEVER });
    expect((await tenant.owner.get(agent.path)).body.collections).toEqual([attachment]);
    await scripted(plan([FOLLOW_UP], ['p1']));
    const calls = [{ name: 'search_library', arguments: { query: QUESTION, limit: 2 } }];
    const { message } = await play(world, [{ tool_calls: calls }]);
    await agent.run(message);
    // The found chunks contain the marker, so that the next turn follows their script.
    const [result = ''] = await getToolResults(world, KEY);
    expect(textsOf(JSON.parse(result).results)).toEqual([BUILDER, BIRTH]);
    const refused = await tenant.owner.post(agent.path, {
      collections: [{ collection_id: collection, max_retrieval_steps: 1 }],
    });
    expect(refused.body.detail[0].loc).toEqual(['body', 'collections', 0, 'max_retrieval_steps']);
  });
});

describe('the context of passages', () => {
  const TEXTS = [
    'Before the fare.',
    `The fare is paid on board. [[script:${KEY}]]`,
    'It costs nine francs.',
    'The end.',
  ];
  let own: string;
  let document: string;

  beforeAll(async () => {
    document = await addChunkedDocument(world, tenant, { title: 'Fares', texts: TEXTS, pages: [1, 1, 2, 3] });
    own = await makeCollection(tenant, { title: 'Fares', document_embedding_instance_ids: [document] });
    const last = world.db.updateTable('chunks').set({ heading_path: ['Fares', 'End'] });
    await last.where('document_id', '=', document).where('position', '=', 3).execute();
  });

  it.each([
    ['chunk', []],
    ['neighbors', [TEXTS[0], TEXTS[2]]],
    ['section', [TEXTS[0], TEXTS[2]]],
  ])('%s gives the model this much, and citations name the chunk of their quote', async (passage_context, around) => {
    await scripted(toKnowledgeAnswer('Nine francs.', [around.length > 0 ? 'p3' : 'p1', 'It costs nine francs']));
    const { body } = await query({ query: 'fare paid on board', limit: 1, passage_context }, own);
    expect(textsOf(body.results)).toEqual([TEXTS[1]]);
    expect(textsOf(body.results[0].context)).toEqual(around);
    const [shown] = await sent(1);
    expect(textsOf(shown?.passages)).toEqual(around.length > 0 ? TEXTS.slice(0, 3) : [TEXTS[1]]);
    if (around.length === 0) return expect(body.found).toBe(false);
    const [neighbor] = body.results[0].context.slice(-1);
    expect(body.citations).toEqual([
      {
        document_id: document,
        title: 'Fares',
        chunk_id: neighbor.id,
        position: 2,
        page: 2,
        quote: 'It costs nine francs',
        start: 0,
        end: 20,
      },
    ]);
  });

  it('does not repeat chunks that are results, and is in the prompt of a task', async () => {
    const { body } = await query(
      { query: 'fare costs francs', limit: 2, passage_context: 'neighbors', results_only: true },
      own,
    );
    const shown = body.results.flatMap(({ text, context }: Json) => [text, ...textsOf(context)]);
    expect(new Set(shown).size).toBe(shown.length);
    const rag_config = { final_k: 1, include_sources: true, passage_context: 'section' };
    const task = await makeTask(tenant, {
      user_prompt: '{question}',
      rag: { collection_id: own, rag_param: 'question', rag_config },
    });
    await scripted({ text: 'Nine.' });
    const path = `${tenant.project}/task/${task.id}/run`;
    const run = await tenant.owner.post(path, { task_input: { question: 'fare paid on board' } });
    expect(textsOf(run.body.run_data.sources)).toEqual([TEXTS.slice(0, 3).join('\n\n')]);
  });
});

describe('rerank_model', () => {
  const texts = ['Ships sail on Monday.', 'Ships: relevant, relevant, relevant.', 'Ships are relevant.'];

  it('of a task sorts its chunks, and of a project those of every search that names none', async () => {
    const own = await world.tenant();
    const id = await addChunkedDocument(world, own, { title: 'Ships', texts });
    const library = await makeCollection(own, { document_embedding_instance_ids: [id] });
    const ask = { query: 'ships sail', limit: 1, results_only: true };
    const first = async () => {
      const { body } = await own.owner.post(`${own.project}/collection/${library}/query`, ask);
      return textsOf(body.results);
    };
    const retrieved = async (rag_config: object) => {
      const rag = {
        collection_id: library,
        rag_param: 'question',
        rag_config: { include_sources: true, final_k: 1, ...rag_config },
      };
      const task = await makeTask(own, { user_prompt: '{question}', rag });
      const { body } = await own.owner.post(`${own.project}/task/${task.id}/run`, {
        task_input: { question: 'ships sail' },
      });
      return textsOf(body.run_data.sources);
    };
    expect([await first(), await retrieved({}), await retrieved({ rerank_model: 'scripted-reranker' })]).toEqual([
      [texts[0]],
      [texts[0]],
      [texts[1]],
    ]);
    const config = (rerank_model: string | null) => own.owner.post(`${own.project}/config`, { rerank_model });
    expect((await config(randomUUID())).body.detail[0].loc).toEqual(['body', 'rerank_model']);
    expect((await config('scripted-reranker')).body.rerank_model).toBe('scripted-reranker');
    expect([await first(), await retrieved({})]).toEqual([[texts[1]], [texts[1]]]);
    await own.owner.post(`${own.project}/model/exclude/by-provider`, { provider: 'rerank-compatible' });
    expect(await first()).toEqual([texts[0]]);
    expect((await config('scripted-reranker')).status).toBe(422);
    expect((await config(null)).body.rerank_model).toBeNull();
    const rag = { collection_id: library, rag_config: { rerank_model: 'nobody' } };
    const refused = await own.owner.post(`${own.project}/task`, {
      name: 'x',
      enabled: true,
      system_prompt: 'x',
      user_prompt: 'x',
      llm_model_id: 'scripted',
      rag,
    });
    expect(refused.body.detail[0].loc).toEqual(['body', 'rag', 'rag_config', 'rerank_model']);
  });
});
