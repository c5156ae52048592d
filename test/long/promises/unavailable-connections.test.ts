import { sql } from 'kysely';
import OpenAI from 'openai';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { getToolResults, makeAgent, makeTask, play, type TestAgent } from '../../support/agents.ts';
import { type AuthServer, startAuthServer } from '../../support/auth-server.ts';
import { createCallerActions } from '../../support/callers.ts';
import { type Json, openWorld, type Tenant, type World } from '../../support/client.ts';
import { type McpHandler, type ScriptedMcpServer, startMcpServer } from '../../support/mcp-server.ts';
import { type AllowedServer, allowServer } from '../../support/mcp-tools.ts';
import { checkMcpOutage, unavailable, waitForRun, waitForRunEnd } from '../../support/outages.ts';
import { type Relay, startRelay } from '../../support/relay.ts';
import { NEVER, QUEUED } from '../../support/scene.ts';
import { authorize, makeIntegration, openAccount } from '../../support/services.ts';

let world: World;
let tenant: Tenant;
const open: AsyncDisposable[] = [];

beforeAll(async () => {
  world = openWorld();
  tenant = await world.tenant();
});
afterEach(async () => {
  for (const server of open.splice(0).reverse()) await server[Symbol.asyncDispose]();
});
afterAll(() => world.close());

const ACT = { name: 'act', description: 'Acts.', inputSchema: { type: 'object', properties: {} } };
const text = (words: string) => ({ content: [{ type: 'text', text: words }] });

/** An agent with the tool `act` of an MCP server behind a relay. */
interface Scene {
  readonly mcp: ScriptedMcpServer;
  readonly relay: Relay;
  readonly server: AllowedServer;
  readonly agent: TestAgent;
  readonly step: { readonly name: string; readonly arguments: object };
  /** Starts a run that makes the call once, and then says "Done.". */
  start(): Promise<Started>;
}

interface Started {
  readonly at: string;
  readonly id: string;
  readonly key: string;
}

async function scene(act: McpHandler, fields: object = {}, auth?: AuthServer): Promise<Scene> {
  const mcp = await startMcpServer({ tools: [ACT], handlers: { act } });
  auth?.protect(mcp);
  const relay = await startRelay(Number(new URL(mcp.url).port));
  open.push(mcp, relay);
  const url = new URL(mcp.url);
  if (!auth) url.port = String(relay.port);
  const server = await allowServer(tenant, url.href, auth);
  const agent = await makeAgent(tenant, {
    mcp_servers: [{ task_mcp_server_id: server.id, allowed_tool_ids: null }],
    approval_policy: NEVER,
    max_wait: 'PT1H',
    ...fields,
  });
  const step = { name: `${server.slug}__act`, arguments: {} };
  const start = async () => {
    const { key, message } = await play(world, [{ tool_calls: [step] }, { text: 'Done.' }]);
    const { body } = await tenant.owner.post(`${agent.path}/run`, { message }, QUEUED);
    return { at: `${agent.path}/run/${body.id}`, id: body.id, key };
  };
  return { mcp, relay, server, agent, step, start };
}

const handleCall: McpHandler = (made) => made.answer(text('Acted.'));
/** Rejects the first calls with a status, and executes the rest. */
const rejectFirstCalls =
  (times: number, status: number, headers: Record<string, string> = {}): McpHandler =>
  (made) =>
    times-- > 0 ? made.refuse(status, headers) : made.answer(text('Acted.'));

const waitForWaiting = (at: string) =>
  waitForRun(tenant, at, (run) => run.waiting_for !== null || run.completed !== null);
const effects = async (at: string): Promise<Json[]> => (await tenant.owner.get(`${at}/effects`)).body.results;
const markReadOnly = async ({ server }: Scene) => {
  const { act } = await server.tools();
  await tenant.owner.post(`${tenant.project}/task_mcp_tool/${act!.id}`, { read_only: true });
};

describe('a tool call whose MCP server is unavailable', () => {
  it('waits until the server accepts connections, and is made once', async () => {
    const { mcp, relay, start } = await scene(handleCall);
    await relay.close();
    const { at, key } = await start();
    const first = await waitForRun(tenant, at, (run) => run.waiting_for?.attempts === 1);
    expect(first).toMatchObject({
      status: 'running',
      waiting_for: { kind: 'provider', provider: 'Tools', message: expect.stringContaining('could not connect') },
    });
    expect(first.waiting_for.detail).toMatch(/^tools\w*__act: 1 attempt at Tools failed: /);
    const later = await waitForRun(tenant, at, (run) => run.waiting_for?.attempts >= 2);
    expect(later.waiting_for.since).toBe(first.waiting_for.since);
    await relay.open();
    expect(await waitForRunEnd(tenant, at)).toMatchObject({ status: 'completed', output: 'Done.', waiting_for: null });
    expect(mcp.calls).toHaveLength(1);
    expect(await effects(at)).toMatchObject([{ status: 'done' }]);
    expect(await getToolResults(world, key)).toEqual(['Acted.']);
  });

  it('is retried when the server says, if the server rejected it before processing', async () => {
    const { mcp, start } = await scene(rejectFirstCalls(1, 429, { 'retry-after': '2' }));
    const { at } = await start();
    const { waiting_for } = await waitForRun(tenant, at, (run) => run.waiting_for?.kind === 'provider');
    expect(Date.parse(waiting_for.until) - Date.parse(waiting_for.since)).toBe(2000);
    expect(await waitForRunEnd(tenant, at)).toMatchObject({ status: 'completed' });
    expect(mcp.calls).toHaveLength(2);
    expect(await effects(at)).toMatchObject([{ status: 'done', attempts: 2 }]);
  });

  it('waits as long as a 503 of the handshake says', async () => {
    const { mcp, start } = await scene(handleCall);
    let refused = 0;
    mcp.script.before = (_request, response) => {
      if (refused > 0) return false;
      refused++;
      response.writeHead(503, { 'retry-after': '2' }).end();
      return true;
    };
    const { at } = await start();
    const { waiting_for } = await waitForRun(tenant, at, (run) => run.waiting_for?.kind === 'provider');
    expect(Date.parse(waiting_for.until) - Date.parse(waiting_for.since)).toBe(2000);
    expect(await waitForRunEnd(tenant, at)).toMatchObject({ status: 'completed' });
    expect(mcp.calls).toHaveLength(1);
  });

  it('waits for the authorization server that renews its token, and is then sent once', async () => {
    const auth = await startAuthServer({ expiresIn: 0 });
    open.push(auth);
    const { mcp, start } = await scene(handleCall, {}, auth);
    let failures = 2;
    auth.script.expiresIn = 3600;
    auth.script.token = (form) =>
      form.get('grant_type') === 'refresh_token' && failures-- > 0 ? { status: 500, body: {} } : undefined;
    const { at } = await start();
    const { waiting_for } = await waitForRun(tenant, at, (run) => run.waiting_for?.attempts === 2);
    const message = 'no new token: the authorization server answered with status 500';
    expect(waiting_for).toMatchObject({ kind: 'provider', provider: 'Tools', message });
    expect(await waitForRunEnd(tenant, at)).toMatchObject({ status: 'completed', output: 'Done.' });
    expect(mcp.calls).toHaveLength(1);
    expect(await effects(at)).toMatchObject([{ status: 'done' }]);
  });

  it.each([503, 502])('asks a person after a %d, which can follow the effect', async (status) => {
    const { mcp, agent, start } = await scene(rejectFirstCalls(1, status, { 'retry-after': '1' }));
    const { at, id } = await start();
    expect(await waitForWaiting(at)).toMatchObject({ status: 'waiting_for_human', waiting_for: { kind: 'approval' } });
    const [request] = await agent.requests(id);
    expect(request).toMatchObject({ kind: 'confirm_effect', status: 'pending' });
    await agent.approve(request!.id);
    expect(await waitForRunEnd(tenant, at)).toMatchObject({ status: 'completed' });
    expect(mcp.calls).toHaveLength(1);
  });

  it('is retried after a 503 if an editor marked it as read-only', async () => {
    const made = await scene(rejectFirstCalls(2, 503));
    await markReadOnly(made);
    const { at, key } = await made.start();
    expect(await waitForRunEnd(tenant, at)).toMatchObject({ status: 'completed' });
    expect(made.mcp.calls).toHaveLength(3);
    expect(await effects(at)).toEqual([]);
    expect(await getToolResults(world, key)).toEqual(['Acted.']);
  });

  it('is retried with the same key if its policy marks it as idempotent', async () => {
    const { mcp, start } = await scene(rejectFirstCalls(6, 503), { approval_policy: { ...NEVER, idempotent: ['*'] } });
    const { at } = await start();
    const { waiting_for } = await waitForRun(tenant, at, (run) => run.waiting_for?.attempts >= 2);
    expect(waiting_for.kind).toBe('provider');
    expect(await effects(at)).toMatchObject([{ status: 'sent' }]);
    expect(await waitForRunEnd(tenant, at)).toMatchObject({ status: 'completed' });
    expect(new Set(mcp.calls.map(({ meta }) => meta['holdfast/idempotency-key'])).size).toBe(1);
    expect(mcp.calls).toHaveLength(7);
    expect(await effects(at)).toMatchObject([{ status: 'done', attempts: 7 }]);
  });

  it('that was approved waits without asking again', async () => {
    const { mcp, relay, agent, start } = await scene(handleCall, { approval_policy: { default: 'always' } });
    const { at, id } = await start();
    await waitForRun(tenant, at, (run) => run.status === 'waiting_for_human');
    await relay.close();
    const [request] = await agent.requests(id);
    await agent.approve(request!.id);
    expect(await waitForRun(tenant, at, (run) => run.waiting_for?.kind === 'provider')).toMatchObject({
      status: 'running',
    });
    await relay.open();
    expect(await waitForRunEnd(tenant, at)).toMatchObject({ status: 'completed' });
    expect(await agent.requests(id)).toHaveLength(1);
    expect(mcp.calls).toHaveLength(1);
  });

  it('returns an error to the model after the maximum wait of its revision', async () => {
    const { mcp, relay, start } = await scene(handleCall, { max_wait: 'PT2S' });
    await relay.close();
    const { at, key } = await start();
    const run = await waitForRunEnd(tenant, at);
    expect(run).toMatchObject({ status: 'completed', output: 'Done.', waiting_for: null });
    expect(Date.parse(run.completed) - Date.parse(run.started)).toBeGreaterThanOrEqual(2000);
    expect(await getToolResults(world, key)).toEqual([expect.stringContaining('could not connect')]);
    expect(mcp.calls).toHaveLength(0);
    expect(await effects(at)).toMatchObject([{ status: 'failed' }]);
  });

  it('is not made after its run is cancelled', async () => {
    const { mcp, start } = await scene(rejectFirstCalls(1, 429, { 'retry-after': '3000' }));
    const { at } = await start();
    await waitForRun(tenant, at, (run) => run.waiting_for?.kind === 'provider');
    const receipt = await tenant.owner.post(`${at}/cancel`);
    expect(receipt).toMatchObject({ status: 200, body: { stopped: [{}], done: [], unknown: [] } });
    expect(await waitForRunEnd(tenant, at)).toMatchObject({ status: 'cancelled', waiting_for: null });
    expect(mcp.calls).toHaveLength(1);
    expect(await effects(at)).toMatchObject([{ status: 'failed', detail: 'not sent' }]);
  });

  it('makes its next attempt when its run is resumed, alone or with all that wait', async () => {
    const { mcp, start, agent } = await scene(rejectFirstCalls(2, 429, { 'retry-after': '3000' }));
    const { at } = await start();
    const { waiting_for } = await waitForRun(tenant, at, (run) => run.waiting_for?.attempts === 1);
    expect(Date.parse(waiting_for.until) - Date.parse(waiting_for.since)).toBe(3_000_000);
    expect(await tenant.owner.post(`${at}/resume`, {}, QUEUED)).toMatchObject({ status: 202 });
    await waitForRun(tenant, at, (run) => run.waiting_for?.attempts === 2);
    const all = { waiting_for: 'provider', provider: 'Tools', task_agent_id: agent.id };
    const resume = (key: string, body = all) =>
      tenant.owner.post(`${tenant.project}/run/resume`, body, { 'idempotency-key': key });
    expect(await resume('once')).toMatchObject({ status: 200, body: { matched: 1 } });
    expect(await waitForRunEnd(tenant, at)).toMatchObject({ status: 'completed' });
    expect(mcp.calls).toHaveLength(3);
    expect(await resume('once')).toMatchObject({ status: 200, body: { matched: 1 } });
    expect(await resume('once', { ...all, provider: 'Others' })).toMatchObject({ status: 409 });
    expect(await resume('again')).toMatchObject({ status: 200, body: { matched: 0 } });
  });

  it('shares its outage with the calls of other runs: the server is tried at most once per second', async () => {
    await checkMcpOutage(world, tenant, 4);
  });

  it('of a task makes the task run wait', async () => {
    const { mcp, relay, server, step } = await scene(handleCall);
    const tools = Object.values(await server.tools()).map((tool) => tool.id);
    const task = await makeTask(tenant, { user_prompt: '{text}', task_mcp_tool_ids: tools, max_wait: 'PT1H' });
    await markReadOnly({ server } as Scene);
    await relay.close();
    const { message } = await play(world, [{ tool_calls: [step] }, { text: 'Done.' }]);
    const path = `${tenant.project}/task/${task.id}/run`;
    const { body } = await tenant.owner.post(path, { task_input: { text: message } }, QUEUED);
    const at = `${path}/${body.id}`;
    expect(await waitForRun(tenant, at, (run) => run.waiting_for?.kind === 'provider')).toMatchObject({
      status: 'running',
      waiting_for: { provider: 'Tools' },
    });
    await relay.open();
    expect(await waitForRunEnd(tenant, at)).toMatchObject({ status: 'completed', response: 'Done.' });
    expect(mcp.calls).toHaveLength(1);
  });
});

describe('a run by the OpenAI API whose server or provider is unavailable', () => {
  const connectOpenAi = () => new OpenAI({ apiKey: tenant.key, baseURL: `${world.stack.baseUrl}/v1`, maxRetries: 0 });
  const readRun = async (path: string) => {
    const { body } = await tenant.owner.get(path);
    return `${path}/${body.results[0].id}`;
  };

  it('waits as a response in the background, which is in progress until the server is available', async () => {
    const { mcp, relay, agent, step } = await scene(handleCall);
    await relay.close();
    const sdk = connectOpenAi();
    const { message } = await play(world, [{ tool_calls: [step] }, { text: 'Done.' }]);
    const { id } = await sdk.responses.create({ model: `agent/${agent.id}`, input: message, background: true });
    const at = await readRun(`${agent.path}/run`);
    await waitForRun(tenant, at, (run) => run.waiting_for?.kind === 'provider');
    expect(await sdk.responses.retrieve(id)).toMatchObject({ status: 'in_progress', error: null });
    await relay.open();
    await waitForRunEnd(tenant, at);
    expect(await sdk.responses.retrieve(id)).toMatchObject({ status: 'completed', output_text: 'Done.' });
    expect(mcp.calls).toHaveLength(1);
    expect(await effects(at)).toMatchObject([{ status: 'done' }]);
  });

  it('is cancelled as a response while it waits: its call is not made', async () => {
    const { mcp, relay, agent, step } = await scene(handleCall);
    await relay.close();
    const sdk = connectOpenAi();
    const { message } = await play(world, [{ tool_calls: [step] }, { text: 'Done.' }]);
    const { id } = await sdk.responses.create({ model: `agent/${agent.id}`, input: message, background: true });
    const at = await readRun(`${agent.path}/run`);
    await waitForRun(tenant, at, (run) => run.waiting_for?.kind === 'provider');
    expect((await sdk.responses.cancel(id)).status).toBe('cancelled');
    await relay.open();
    expect(await waitForRunEnd(tenant, at)).toMatchObject({ status: 'cancelled', waiting_for: null });
    expect(mcp.calls).toHaveLength(0);
    expect(await effects(at)).toMatchObject([{ status: 'failed', detail: 'not sent' }]);
  });

  it('keeps a streamed completion open, and continues for one whose client has disconnected', async () => {
    const path = async (model: string) => {
      const task = await makeTask(tenant, { llm_model_id: model, user_prompt: '{text}', name: `Task ${model}` });
      const { message } = await play(world, [unavailable(2), { text: 'Back.' }], { by: 'call' });
      const stream = await connectOpenAi().chat.completions.create({
        model: `task/${task.name}`,
        messages: [{ role: 'user', content: message }],
        stream: true,
      });
      const at = await readRun(`${tenant.project}/task/${task.id}/run`);
      await waitForRun(tenant, at, (run) => run.waiting_for?.kind === 'provider');
      return { stream, at };
    };
    const [patient, gone] = await Promise.all([path('patient-11'), path('patient-13')]);
    gone.stream.controller.abort();
    let text = '';
    for await (const chunk of patient.stream) text += chunk.choices[0]?.delta.content ?? '';
    expect(text).toBe('Back.');
    expect(await waitForRunEnd(tenant, gone.at)).toMatchObject({ status: 'completed', response: 'Back.' });
  });
});

describe('a run whose child run waits for a provider', () => {
  const busy = [unavailable(3000), { text: 'Back.' }];

  it('says so, names the run, and triggers its next attempt when it is resumed', async () => {
    const { scripted, callerOf, begin, runBelow } = createCallerActions(world, tenant);
    const helper = await scripted('Helper', [], { llm_model_id: 'patient-11' });
    await world.model.script(helper.key, busy, { by: 'call' });
    const middle = await callerOf([helper], { name: 'Middle' });
    const top = await callerOf([middle], { name: 'Top' });
    const at = `${top.agent.path}/run/${await begin(top)}`;
    const run = await waitForRun(tenant, at, (now) => now.waiting_for !== null);
    expect(run).toMatchObject({
      status: 'running',
      waiting_for: { kind: 'provider', provider: 'openai-compatible', attempts: 1 },
    });
    const middleRun = await runBelow(top.agent, run.id, middle.agent, () => true);
    const below = await runBelow(middle.agent, middleRun.id, helper.agent, () => true);
    const { detail, detail_code, detail_params, ...rest } = below.waiting_for;
    expect(run.waiting_for).toMatchObject(rest);
    expect(run.waiting_for.detail_params.detail.params.detail).toMatchObject({
      code: detail_code,
      params: detail_params,
    });
    expect(run.waiting_for.detail).toBe(`Middle (run ${middleRun.id}): Helper (run ${below.id}): ${detail}`);
    expect(await tenant.owner.post(`${at}/resume`, {}, QUEUED)).toMatchObject({ status: 202 });
    expect(await waitForRunEnd(tenant, at)).toMatchObject({ status: 'completed', output: 'Done.', waiting_for: null });
  });

  it('says so for a task run, and can be resumed and cancelled', async () => {
    const inner = await play(world, [unavailable(3000), unavailable(3000)], { by: 'call' });
    const task = await makeTask(tenant, { user_prompt: '{text}', llm_model_id: 'patient-12', name: 'Inner' });
    const agent = await makeAgent(tenant, { task_tools: [{ task_id: task.id }] });
    const call = { name: 'Inner', arguments: { text: inner.message } };
    const { message } = await play(world, [{ tool_calls: [call] }, { text: 'Done.' }]);
    const { body } = await tenant.owner.post(`${agent.path}/run`, { message }, QUEUED);
    const at = `${agent.path}/run/${body.id}`;
    const run = await waitForRun(tenant, at, (now) => now.waiting_for !== null);
    expect(run.waiting_for).toMatchObject({ kind: 'provider', detail: expect.stringMatching(/^Inner \(run .*busy$/) });
    await tenant.owner.post(`${at}/resume`, {}, QUEUED);
    await waitForRun(tenant, at, (now) => now.waiting_for?.attempts === 2);
    expect((await tenant.owner.post(`${at}/cancel`)).status).toBe(200);
    expect(await waitForRunEnd(tenant, at)).toMatchObject({ status: 'cancelled', waiting_for: null });
  });
});

describe('a tool call whose integration is unavailable', () => {
  const AWAY = { status: 503, headers: { 'retry-after': '2' }, body: {} };
  const run = async (tool: string, args: object, answers: readonly object[], fields: object = {}) => {
    const integration = await makeIntegration(tenant, 'github');
    const account = await openAccount({});
    await authorize(tenant, integration.id, account);
    await account.answer(...answers);
    const { name } = integration.available_tools.find((one: Json) => one.id === tool);
    const agent = await makeAgent(tenant, {
      integrations: [{ project_integration_id: integration.id }],
      approval_policy: NEVER,
      max_wait: 'PT1H',
      ...fields,
    });
    const { key, message } = await play(world, [{ tool_calls: [{ name, arguments: args }] }, { text: 'Done.' }]);
    const { body } = await tenant.owner.post(`${agent.path}/run`, { message }, QUEUED);
    return { at: `${agent.path}/run/${body.id}`, key, agent, id: body.id, account };
  };
  const asked = async (account: { requests(): Promise<readonly { path: string }[]> }) =>
    (await account.requests()).filter(({ path }) => path.startsWith('/repos'));
  const ISSUE = { owner: 'acme', repository: 'shop', title: 'It broke' };

  it('waits as long as the API asks: a read after a 503, a write after a 429', async () => {
    const answers = [AWAY, { status: 200, body: { number: 7 } }];
    const reading = await run('get_issue', { owner: 'acme', repository: 'shop', number: 7 }, answers);
    const limited = [
      { ...AWAY, status: 429 },
      { status: 201, body: { number: 8 } },
    ];
    const writing = await run('create_issue', ISSUE, limited);
    const goesOn = async ({ at, account }: typeof reading) => {
      const waiting = await waitForWaiting(at);
      expect(waiting).toMatchObject({ status: 'running', waiting_for: { kind: 'provider', attempts: 1 } });
      expect(await waitForRunEnd(tenant, at)).toMatchObject({ status: 'completed' });
      expect(await asked(account)).toHaveLength(2);
    };
    await Promise.all([reading, writing].map(goesOn));
    expect(await effects(writing.at)).toMatchObject([{ status: 'done', attempts: 2 }]);
  });

  it.each([503, 429, 500])('waits if the service answers the renewal of its token with %d', async (status) => {
    const integration = await makeIntegration(tenant, 'google_docs');
    const account = await openAccount({ refreshAnswers: [{ ...AWAY, status }] });
    await authorize(tenant, integration.id, account);
    await world.db
      .updateTable('connection_credentials')
      .set({ expires_at: sql`now()` })
      .where('id', '=', integration.id)
      .execute();
    const agent = await makeAgent(tenant, {
      integrations: [{ project_integration_id: integration.id }],
      approval_policy: NEVER,
      max_wait: 'PT1H',
    });
    const { name } = integration.available_tools.find((one: Json) => one.id === 'create_document');
    const call = { name, arguments: { title: 'Report' } };
    const { message } = await play(world, [{ tool_calls: [call] }, { text: 'Done.' }]);
    const { body } = await tenant.owner.post(`${agent.path}/run`, { message }, QUEUED);
    const at = `${agent.path}/run/${body.id}`;
    const { waiting_for } = await waitForWaiting(at);
    expect(waiting_for).toMatchObject({ kind: 'provider', provider: integration.name, attempts: 1 });
    expect(Date.parse(waiting_for.until) - Date.parse(waiting_for.since)).toBe(2000);
    expect(await waitForRunEnd(tenant, at)).toMatchObject({ status: 'completed', output: 'Done.' });
    expect((await account.requests()).filter(({ path }) => path.startsWith('/v1/documents'))).toHaveLength(1);
    expect(await effects(at)).toMatchObject([{ status: 'done' }]);
  });

  it('asks a person after a 503 of a write', async () => {
    const { at, agent, id, account } = await run('create_issue', ISSUE, [AWAY]);
    expect(await waitForWaiting(at)).toMatchObject({ status: 'waiting_for_human' });
    expect(await agent.requests(id)).toMatchObject([{ kind: 'confirm_effect' }]);
    expect(await asked(account)).toHaveLength(1);
  });
});
