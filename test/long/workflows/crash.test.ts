import { randomUUID } from 'node:crypto';
import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { ProductProcess } from '../../../src/platform/local/launch.ts';
import {
  getToolResults,
  makeAgent,
  makeTask,
  type Played,
  play,
  type Receiver,
  startReceiver,
  type TestAgent,
} from '../../support/agents.ts';
import { createCallerActions, isWaitingForHuman, type ScriptedAgent } from '../../support/callers.ts';
import { eventually, type Json, type OpenStream, openWorld, type Tenant, type World } from '../../support/client.ts';
import { runEval, startEval, waitForEval } from '../../support/evals.ts';
import { createGatewayCalls, exposeTool } from '../../support/gateway-calls.ts';
import { addChunkedDocument, makeCollection, toKnowledgeAnswer } from '../../support/library.ts';
import { type ScriptedMcpServer, startMcpServer } from '../../support/mcp-server.ts';
import { allowServer } from '../../support/mcp-tools.ts';
import { Stack, WITHOUT_INGESTION } from '../../support/stack.ts';

let stack: Stack;
let api: ProductProcess;
let world: World;
let tenant: Tenant;
let receiver: Receiver;
let mcp: ScriptedMcpServer;

const QUEUED = { prefer: 'respond-async' };

/** A started run. */
interface Begun extends Played {
  readonly agent: TestAgent;
  readonly runId: string;
}

async function startRun(steps: Parameters<typeof play>[1], fields: object = {}, by?: 'call'): Promise<Begun> {
  const script = await play(world, steps, by ? { by } : {});
  const agent = await makeAgent(tenant, { builtin_tools: ['calculator', 'http_request'], ...fields });
  const run = await tenant.owner.post(`${agent.path}/run`, { message: script.message }, QUEUED);
  expect(run).toMatchObject({ status: 202 });
  return { ...script, agent, runId: run.body.id };
}

const request = (method: string, path: string) => ({
  name: 'http_request',
  arguments: { method, url: receiver.url + path },
});
const listReceived = (path: string) => receiver.received.filter((one) => one.path === path);
const listEffects = async ({ agent, runId }: Begun) =>
  (await tenant.owner.get(`${agent.path}/run/${runId}/effects`)).body.results;
const NEVER = { default: 'never' };

beforeAll(async () => {
  stack = await Stack.create(inject('servers'), 'crash', WITHOUT_INGESTION);
  api = await stack.startApi();
  world = openWorld(stack.info);
  tenant = await world.tenant();
  receiver = await startReceiver();
  let calls = 0;
  const inputSchema = { type: 'object', properties: {} };
  mcp = await startMcpServer({
    tools: [{ name: 'pay', description: 'Pays.', inputSchema }],
    // Never answers the first call.
    handlers: {
      pay: ({ answer }) => (calls++ > 0 ? answer({ content: [{ type: 'text', text: 'Paid.' }] }) : undefined),
    },
  });
});
afterAll(async () => {
  await mcp[Symbol.asyncDispose]();
  await receiver.close();
  await world.close();
  await stack.stop();
});

/** A started eval with the results of its cases. */
interface StartedEval {
  readonly path: string;
  readonly setId: string;
  readonly id: string;
  readonly verdicts: readonly string[];
  /** Keys of the cases whose runs are unfinished when the worker is killed. */
  readonly held: readonly string[];
}

/** Starts an eval of nine cases, three at a time: three finish, three are held, three are not started. */
async function startEvalOfNine(gate: string): Promise<StartedEval> {
  const made = await makeTask(tenant, { user_prompt: '{text}' });
  const path = `${tenant.project}/task/${made.id}`;
  const scripts = await Promise.all(
    Array.from({ length: 9 }, (_, n) =>
      n >= 3 && n < 6
        ? play(world, [{ text: 'Never.', gate }, { text: 'Yes' }], { by: 'call' })
        : play(world, [{ text: 'Yes' }]),
    ),
  );
  const verdicts = scripts.map((_, n) => (n % 2 === 0 ? 'pass' : 'fail'));
  const cases = scripts.map(({ message }, n) => ({
    task_input: { text: message },
    expected: verdicts[n] === 'pass' ? 'yes' : 'no',
  }));
  const set = await tenant.owner.post(`${path}/eval/set`, { name: 'Nine', task_run_ids: [], cases });
  const { id } = await startEval(tenant.owner, path, { eval_set_id: set.body.id, parallelism: 3 });
  return { path, setId: set.body.id, id, verdicts, held: scripts.slice(3, 6).map(({ key }) => key) };
}

/** Calls that clients of other protocols have started, each with a side effect that the worker is killed in. */
interface OtherClients {
  readonly gateway: ReturnType<typeof createGatewayCalls>;
  readonly taskId: string;
  /** Result of the MCP call. */
  readonly result: Promise<Json>;
  /** ID of the response in the background. */
  readonly responseId: string;
  readonly background: Begun;
  readonly chat: Begun;
  /** Text of the streamed completion. */
  readonly streamed: Promise<string>;
}

const connectOpenAi = () => new OpenAI({ apiKey: tenant.key, baseURL: `${stack.info.baseUrl}/v1`, maxRetries: 0 });

/** Starts a side effect by MCP, by a response in the background and by a streamed completion. */
async function startOtherClients(): Promise<OtherClients> {
  const gateway = createGatewayCalls(world, tenant);
  const taskId = await gateway.start(await exposeTool(tenant, await allowServer(tenant, mcp.url), 'pay'));
  const result = gateway.result(taskId);
  await gateway.decide(taskId, 'approve');
  const sdk = connectOpenAi();
  const prepare = async (path: string) => {
    const script = await play(world, [{ tool_calls: [request('POST', path)] }, { text: 'Sent.' }]);
    const agent = await makeAgent(tenant, { builtin_tools: ['http_request'], approval_policy: NEVER });
    return { ...script, agent, model: `agent/${agent.id}` };
  };
  const background = await prepare('/hang-background');
  const response = await sdk.responses.create({
    model: background.model,
    input: background.message,
    background: true,
  });
  const chat = await prepare('/hang-chat');
  const stream = await sdk.chat.completions.create({
    model: chat.model,
    messages: [{ role: 'user', content: chat.message }],
    stream: true,
  });
  const readText = async () => {
    let text = '';
    for await (const chunk of stream) text += chunk.choices[0]?.delta.content ?? '';
    return text;
  };
  const streamed = readText();
  const toBegun = async (prepared: Awaited<ReturnType<typeof prepare>>): Promise<Begun> => {
    const { body } = await tenant.owner.get(`${prepared.agent.path}/run`);
    return { ...prepared, runId: body.results[0].id };
  };
  await Promise.all(['/hang-background', '/hang-chat'].map((path) => receiver.arrived(path)));
  await eventually(
    async () => mcp.calls.length,
    (calls) => calls === 1,
  );
  return {
    gateway,
    taskId,
    result,
    responseId: response.id,
    background: await toBegun(background),
    chat: await toBegun(chat),
    streamed,
  };
}

/** Starts a task whose retrieval waits in its second step at the gate. */
async function startRetrieval(gate: string) {
  const key = randomUUID();
  const texts = [`The lighthouse was built by Ines Falk. [[script:${key}]]`, 'Ines Falk was born in Bergen.'];
  const ids = [];
  for (const text of texts) ids.push(await addChunkedDocument(world, tenant, { title: 'Lights', texts: [text] }));
  const collection_id = await makeCollection(tenant, { document_embedding_instance_ids: ids });
  const rag_config = { final_k: 1, include_sources: true, retrieval_mode: 'iterative' };
  const rag = { collection_id, rag_param: 'question', rag_config };
  const made = await makeTask(tenant, { user_prompt: '{question}', rag });
  const plan = (queries: readonly string[]) => ({
    text: JSON.stringify({ sufficient: queries.length === 0, relevant: ['p1'], queries }),
  });
  const steps = [plan(['Where was Ines Falk born?']), { ...plan([]), gate }, plan([]), { text: 'Bergen.' }];
  await world.model.script(key, steps, { by: 'call' });
  const path = `${tenant.project}/task/${made.id}/run`;
  const question = 'Who built the lighthouse, and where was the builder born?';
  const run = await tenant.owner.post(path, { task_input: { question } }, QUEUED);
  await world.model.waitForRequests(key, 2);
  return { path: `${path}/${run.body.id}`, key };
}

/** A run with a child run. */
interface Below extends Begun {
  readonly called: ScriptedAgent;
}

describe('a worker that is killed', () => {
  let speaking: Begun;
  let silent: Begun;
  let waiting: Begun;
  let waitingOn: Begun;
  let reading: Begun;
  let sent: { happened: Begun; didNot: Begun };
  let task: { readonly path: string; readonly runId: string; readonly key: string };
  let below: { readonly talking: Below; readonly asking: Below };
  let watched: OpenStream;
  let taskStream: OpenStream;
  let approvedAt: string;
  let nine: StartedEval;
  let others: OtherClients;
  let retrieval: Awaited<ReturnType<typeof startRetrieval>>;

  beforeAll(async () => {
    const worker = stack.startWorker();
    await stack.ready();
    const gate = randomUUID();
    speaking = await startRun(
      [
        { chunks: ['One, ', 'two, ', 'three.'], gate_after_chunks: { count: 2, gate } },
        { chunks: ['Four, ', 'five.'] },
      ],
      {},
      'call',
    );
    silent = await startRun([{ text: 'Never said.', gate }, { text: 'Said once.' }], {}, 'call');
    const asks = [{ tool_calls: [{ name: 'calculator', arguments: { expression: '6*7' } }] }, { text: 'It is 42.' }];
    waiting = await startRun(asks, { approval_policy: { default: 'always' } });
    waitingOn = await startRun(asks, { approval_policy: { default: 'always' } });
    reading = await startRun([{ tool_calls: [request('GET', '/hang-get')] }, { text: 'Read.' }]);
    const sends = (path: string) =>
      startRun([{ tool_calls: [request('POST', path)] }, { text: 'Sent.' }], { approval_policy: NEVER });
    sent = { happened: await sends('/hang-happened'), didNot: await sends('/hang-did-not') };
    const made = await makeTask(tenant, { user_prompt: '{text}' });
    const script = await play(world, [{ text: 'Never.', gate }, { text: 'Task done.' }], { by: 'call' });
    const path = `${tenant.project}/task/${made.id}/run`;
    const run = await tenant.owner.post(path, { task_input: { text: script.message } }, QUEUED);
    task = { path, runId: run.body.id, key: script.key };
    const taskScript = await play(
      world,
      [{ chunks: ['One, ', 'two.'], gate_after_chunks: { count: 1, gate } }, { chunks: ['Three, ', 'four.'] }],
      { by: 'call' },
    );
    const taskRun = await tenant.owner.post(path, { task_input: { text: taskScript.message }, stream: true }, QUEUED);
    taskStream = await tenant.owner.stream(`${path}/${taskRun.body.id}/events`);

    nine = await startEvalOfNine(gate);
    others = await startOtherClients();
    retrieval = await startRetrieval(gate);
    const { scripted, callerOf, begin: call, runBelow } = createCallerActions(world, tenant);
    const talks = await scripted('Talks', [{ text: 'Never said.', gate }]);
    await world.model.script(talks.key, [{ text: 'Never said.', gate }, { text: 'Said once.' }], { by: 'call' });
    const asksFirst = await scripted('Asks', asks, { approval_policy: { default: 'always' } });
    const callOf = async (called: ScriptedAgent): Promise<Below> => {
      const caller = await callerOf([called]);
      return { ...caller, called, runId: await call(caller) };
    };
    below = { talking: await callOf(talks), asking: await callOf(asksFirst) };

    watched = await tenant.owner.stream(`${speaking.agent.path}/run/${speaking.runId}/events`);
    await watched.until((event) => event.event === 'text' && String(event.data.text).includes('two'));
    await taskStream.until(({ event }) => event === 'text');
    await world.model.waitForRequests(silent.key, 1);
    for (const key of nine.held) await world.model.waitForRequests(key, 1);
    await world.model.waitForRequests(script.key, 1);
    await world.model.waitForRequests(talks.key, 1);
    const asked = await runBelow(below.asking.agent, below.asking.runId, asksFirst.agent, isWaitingForHuman);
    for (const path of ['/hang-get', '/hang-happened', '/hang-did-not']) await receiver.arrived(path);
    for (const begun of [waiting, waitingOn]) {
      await eventually(
        () => begun.agent.read(begun.runId),
        (run) => run.status === 'waiting_for_human',
      );
    }
    await worker.kill();

    const [request_] = await waiting.agent.requests(waiting.runId);
    const approved = await waiting.agent.approve(request_.id);
    expect(approved).toMatchObject({ status: 200, body: { status: 'approved' } });
    approvedAt = approved.body.decided_at;
    const [askedBelow] = await asksFirst.agent.requests(asked.id);
    expect(await asksFirst.agent.approve(askedBelow.id)).toMatchObject({ status: 200 });
    stack.startWorker();
  });

  it('during a model call has its turn taken over by another, and the stream marks the first text as void', async () => {
    const events = await watched.end();
    const kinds = events.map((event) => event.event);
    expect(kinds[0]).toBe('session_id');
    expect(kinds.at(-1)).toBe('done');
    const restart = kinds.indexOf('turn_restarted');
    expect(restart).toBeGreaterThan(0);
    expect(events[restart]?.data).toMatchObject({ turn: 1, attempt: 2 });
    const said = (part: typeof events) => part.map((event) => (event.event === 'text' ? event.data.text : '')).join('');
    expect('One, two, three.'.startsWith(said(events.slice(0, restart)))).toBe(true);
    expect(said(events.slice(restart))).toBe('Four, five.');
    expect(events.at(-1)?.data).toMatchObject({ status: 'completed', output: 'Four, five.' });
    expect(events.map((event) => event.id)).toEqual(events.map((_, index) => index + 1));
  });

  it('during a model call leaves nothing doubled: one turn, counted once, and an estimated charge for the lost call', async () => {
    await speaking.agent.follow(speaking.runId);
    const run = await speaking.agent.read(speaking.runId);
    expect(run).toMatchObject({ turns: 1, usage_estimated: true });
    expect(run.input_tokens).toBeGreaterThan(10);
    expect(Number(run.charged_credits)).toBeGreaterThan(0.002);
    const turns = await world.db
      .selectFrom('agent_turns')
      .select(['turn', 'input_tokens', 'output_tokens', 'charged_credits'])
      .where('run_id', '=', run.id)
      .execute();
    expect(turns).toEqual([{ turn: 1, input_tokens: 10, output_tokens: 5, charged_credits: '0.002' }]);
    expect(await world.model.requests(speaking.key)).toHaveLength(2);
  });

  it('before the first output of the model shows no restart', async () => {
    const events = await silent.agent.follow(silent.runId);
    expect(events.map((event) => event.event)).toEqual(['session_id', 'text', 'done']);
    expect(events.at(-1)?.data.output).toBe('Said once.');
  });

  it('during a task run has the task run finished by another', async () => {
    const run = await eventually(
      async () => (await tenant.owner.get(`${task.path}/${task.runId}`)).body,
      (body) => body.completed !== null,
    );
    expect(run).toMatchObject({ status: 'completed', response: 'Task done.', is_error: false, usage_estimated: true });
    expect(run.input_tokens).toBeGreaterThan(10);
  });

  it('during a streamed task run has it restarted, and the stream marks the first text as void', async () => {
    const events = await taskStream.end();
    const restart = events.findIndex(({ event }) => event === 'text_restarted');
    const said = (part: typeof events) => part.map(({ event, data }) => (event === 'text' ? data.text : '')).join('');
    expect(said(events.slice(0, restart))).toBe('One, ');
    expect(said(events.slice(restart))).toBe('Three, four.');
    expect(events.at(-1)?.data).toMatchObject({ status: 'completed', output: 'Three, four.' });
  });

  it('during a model call has the call repeated once, and charged once', async () => {
    for (const { runId, key } of [silent, task]) {
      expect(await world.model.requests(key)).toHaveLength(2);
      const entries = await world.db.selectFrom('credit_entries').selectAll().where('cause_id', '=', runId).execute();
      // The lost call by an estimate, and the completed one.
      expect(entries.map(({ kind }) => kind).sort()).toEqual([
        'reservation',
        'reservation',
        'settlement',
        'settlement',
      ]);
      expect(new Set(entries.map((entry) => entry.call_id)).size).toBe(2);
      expect(entries.reduce((sum, { reserved }) => sum + Number(reserved), 0)).toBeCloseTo(0, 9);
    }
  });

  it('during a retrieval in steps has only its step repeated', async () => {
    const { body } = await eventually(
      () => tenant.owner.get(retrieval.path),
      (answer) => answer.body.completed !== null,
    );
    expect(body).toMatchObject({ status: 'completed', response: 'Bergen.' });
    const requests = await world.model.requests(retrieval.key);
    const asked = requests.map(({ body }) => JSON.stringify(body).includes('born in Bergen'));
    // The first step, the lost second one, the second one again, and the answer.
    expect(asked.slice(0, 3)).toEqual([false, true, true]);
    expect(requests).toHaveLength(4);
  });

  it('during an eval has every case run at once, with the verdicts of an undisturbed eval', async () => {
    const run = await waitForEval(tenant.owner, nine.path, nine.id);
    const verdictsOf = ({ results }: Json) => results.map((result: Json) => result.verdict);
    expect(run).toMatchObject({ status: 'completed', case_count: 9, pass_count: 5, fail_count: 4, error_count: 0 });
    expect(verdictsOf(run)).toEqual(nine.verdicts);
    const made = await tenant.owner.get(`${tenant.project}/task_run?trigger_id=${run.id}`);
    const ids = (rows: Json[], of: string) => rows.map((row) => row[of]).sort();
    expect(ids(made.body.results, 'id')).toEqual(ids(run.results, 'candidate_run_id'));
    const again = await runEval(tenant, nine.path, { eval_set_id: nine.setId });
    expect(verdictsOf(again)).toEqual(verdictsOf(run));
  });

  it('during a model call of a child run has that call taken over, and the parent gets the result once', async () => {
    const events = await below.talking.agent.follow(below.talking.runId);
    expect(events.at(-1)?.data).toMatchObject({ status: 'completed', output: 'Done.' });
    expect(events.filter(({ event }) => event === 'tool_result')).toMatchObject([{ data: { result: 'Said once.' } }]);
    expect((await below.talking.agent.read(below.talking.runId)).child_runs).toHaveLength(1);
    expect(await world.model.requests(below.talking.called.key)).toHaveLength(2);
  });

  it('during the wait of a child run has it and its parent continue after a decision made while no worker ran', async () => {
    const events = await below.asking.agent.follow(below.asking.runId);
    expect(events.at(-1)?.data).toMatchObject({ status: 'completed', output: 'Done.' });
    expect(events.filter(({ event }) => event === 'tool_result')).toMatchObject([{ data: { result: 'It is 42.' } }]);
    const [{ id }] = (await below.asking.agent.read(below.asking.runId)).child_runs;
    const taskRun = await below.asking.called.agent.follow(id);
    expect(taskRun.filter(({ event }) => event === 'tool_result')).toHaveLength(1);
  });

  it('during the wait of a run misses nothing: a decision made while no worker ran is carried out', async () => {
    const events = await waiting.agent.follow(waiting.runId);
    expect(events.at(-1)?.data).toMatchObject({ status: 'completed', output: 'It is 42.' });
    const [decided] = await waiting.agent.requests(waiting.runId);
    expect(decided).toMatchObject({ status: 'approved', decided_at: approvedAt });
    expect(events.filter((event) => event.event === 'tool_result')).toHaveLength(1);
  });

  it('during the wait of a run leaves it waiting, and it continues after a later decision', async () => {
    expect(await waitingOn.agent.read(waitingOn.runId)).toMatchObject({ status: 'waiting_for_human' });
    const [pending] = await waitingOn.agent.requests(waitingOn.runId);
    await waitingOn.agent.approve(pending.id);
    expect((await waitingOn.agent.resume(pending.id)).body).toMatchObject({ status: 'completed', output: 'It is 42.' });
  });

  it('during a call without side effects has the call repeated', async () => {
    const events = await reading.agent.follow(reading.runId);
    expect(events.at(-1)?.data).toMatchObject({ status: 'completed', output: 'Read.' });
    expect(listReceived('/hang-get')).toHaveLength(2);
    expect(await listEffects(reading)).toEqual([]);
  });

  /** Returns the approval request of a side effect with an unknown outcome. */
  async function question(begun: Begun): Promise<Json> {
    await eventually(
      () => begun.agent.read(begun.runId),
      (run) => run.status === 'waiting_for_human',
    );
    const requests = await begun.agent.requests(begun.runId);
    expect(requests).toMatchObject([{ kind: 'confirm_effect', status: 'pending', effect: 'unknown' }]);
    return requests[0];
  }

  it('during a side effect does not repeat it, but asks whether it happened, and a yes marks it as done', async () => {
    const { id } = await question(sent.happened);
    expect(listReceived('/hang-happened')).toHaveLength(1);
    expect(await listEffects(sent.happened)).toMatchObject([{ status: 'unknown' }]);
    await sent.happened.agent.approve(id);
    expect((await sent.happened.agent.resume(id)).body).toMatchObject({ status: 'completed', output: 'Sent.' });
    expect(listReceived('/hang-happened')).toHaveLength(1);
    expect(await listEffects(sent.happened)).toMatchObject([{ status: 'done' }]);
    expect(await getToolResults(world, sent.happened.key)).toEqual([expect.stringContaining('confirmed')]);
  });

  it('during a side effect has it sent once more with the same key if a person says that it did not happen', async () => {
    const { id } = await question(sent.didNot);
    await sent.didNot.agent.reject(id);
    expect((await sent.didNot.agent.resume(id)).body).toMatchObject({ status: 'completed', output: 'Sent.' });
    const keys = listReceived('/hang-did-not').map((one) => one.headers['idempotency-key']);
    expect(keys).toHaveLength(2);
    expect(keys[1]).toBe(keys[0]);
    expect(await listEffects(sent.didNot)).toMatchObject([{ status: 'done', tool_call_id: keys[0] }]);
  });

  it('during a call of an MCP client does not repeat it, but asks a person, and the client gets the result', async () => {
    const { gateway, taskId, result } = others;
    const asking = await gateway.waitForTask(taskId, ({ status }) => status === 'input_required');
    const [, question_] = await gateway.requests(taskId);
    expect(question_).toMatchObject({ kind: 'confirm_effect', status: 'pending', effect: 'unknown' });
    expect(asking.statusMessage).toContain(`/approvals/${question_?.id}`);
    expect(mcp.calls).toHaveLength(1);
    expect(await gateway.effects(taskId)).toMatchObject([{ status: 'unknown', attempts: 1 }]);
    await gateway.decide(taskId, 'reject', 2);
    expect(await result).toMatchObject({ content: [{ text: 'Paid.' }], structuredContent: { status: 'completed' } });
    const keys = mcp.calls.map(({ meta }) => meta['holdfast/idempotency-key']);
    expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
    expect(await gateway.effects(taskId)).toMatchObject([{ status: 'done', attempts: 2 }]);
  });

  it('during a side effect of a response in the background does not repeat it, and the response says who decides', async () => {
    const { background, responseId } = others;
    const { id } = await question(background);
    const sdk = connectOpenAi();
    expect((await sdk.responses.retrieve(responseId)).output_text).toContain(`/approvals/${id}`);
    await background.agent.approve(id);
    const done = await eventually(
      () => sdk.responses.retrieve(responseId),
      ({ output_text }) => output_text === 'Sent.',
    );
    expect(done.status).toBe('completed');
    expect(listReceived('/hang-background')).toHaveLength(1);
    expect(await listEffects(background)).toMatchObject([{ status: 'done' }]);
  });

  it('during a side effect of a streamed completion does not repeat it, and the stream ends with the question', async () => {
    const { chat, streamed } = others;
    const { id } = await question(chat);
    const notice = await streamed;
    expect(notice).toContain(`/approvals/${id}`);
    await chat.agent.approve(id);
    const { choices } = await connectOpenAi().chat.completions.create({
      model: `agent/${chat.agent.id}`,
      messages: [
        { role: 'user', content: chat.message },
        { role: 'assistant', content: notice },
      ],
    });
    expect(choices[0]?.message.content).toBe('Sent.');
    expect(listReceived('/hang-chat')).toHaveLength(1);
    expect(await listEffects(chat)).toMatchObject([{ status: 'done' }]);
  });
});

describe('an API process that is killed', () => {
  it('during a query of documents leaves the answer available from the next one', async () => {
    const [gate, key] = [randomUUID(), randomUUID()];
    const text = `Goods may be returned within 14 days of delivery. [[script:${key}]]`;
    const document = await addChunkedDocument(world, tenant, { title: 'Terms', texts: [text] });
    const collection = await makeCollection(tenant, { document_embedding_instance_ids: [document] });
    const written = toKnowledgeAnswer('Within 14 days.', ['p1', 'returned within 14 days']);
    await world.model.script(key, [{ ...written, gate }], { by: 'call' });
    const path = `${tenant.project}/collection/${collection}/query`;
    const query = 'How long may goods be returned after delivery?';
    const waiting = tenant.owner.post(path, { query }).catch(() => 'cut');
    await world.model.waitForRequests(key, 1);
    await api.kill();
    expect(await waiting).toBe('cut');
    api = await stack.startApi();
    await world.model.open(gate);
    const { id } = await world.db
      .selectFrom('knowledge_queries')
      .select('id')
      .where('collection_id', '=', collection)
      .executeTakeFirstOrThrow();
    const read = () => tenant.owner.get(`${path}/${id}`);
    const { body } = await eventually(read, (answer) => answer.body.completed !== null);
    expect(body).toMatchObject({ status: 'completed', answer: 'Within 14 days.', found: true });
    expect(await world.model.requests(key)).toHaveLength(1);
  });

  it('during a stream loses and repeats no event for a reader that resumes', async () => {
    const gate = randomUUID();
    const begun = await startRun([
      { text: 'First. ', tool_calls: [{ name: 'calculator', arguments: { expression: '1+1' } }] },
      { chunks: ['Two', ' and', ' two.'], gate_after_chunks: { count: 2, gate } },
    ]);
    const path = `${begun.agent.path}/run/${begun.runId}/events`;
    const before = await tenant.owner.stream(path);
    await before.until((event) => event.event === 'text' && event.data.turn === 2);
    const accepted = await play(world, [{ text: 'Kept.', gate }]);
    const headers = { 'idempotency-key': randomUUID() };
    const other = { message: accepted.message };
    const lost = tenant.owner.post(`${begun.agent.path}/run`, other, headers).catch(() => 'cut');
    await world.model.waitForRequests(accepted.key, 1);
    await api.kill();
    const seen = await before.end();
    expect(await lost).toBe('cut');
    api = await stack.startApi();
    const after = await tenant.owner.stream(path, { lastEventId: seen.at(-1)?.id ?? 0 });
    await world.model.open(gate);
    const rest = await after.end();
    expect(rest.at(-1)?.data).toMatchObject({ status: 'completed', output: 'Two and two.' });
    const all = [...seen, ...rest];
    expect(all.map((event) => event.id)).toEqual(all.map((_, index) => index + 1));
    expect(all).toEqual(await begun.agent.follow(begun.runId));
    const repeated = await tenant.owner.post(`${begun.agent.path}/run`, other, headers);
    expect(repeated).toMatchObject({ status: 200, body: { status: 'completed', output: 'Kept.' } });
    expect(await world.model.requests(accepted.key)).toHaveLength(1);
  });
});
