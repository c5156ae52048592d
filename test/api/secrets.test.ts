import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Connection, Client as Temporal } from '@temporalio/client';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createApiKey } from '../../src/identity/api-keys.ts';
import { openDatabase } from '../../src/platform/db/client.ts';
import { makeAgent, makeTask, play, type Receiver, startReceiver } from '../support/agents.ts';
import { startAuthServer } from '../support/auth-server.ts';
import { Client, eventually, type Json, openWorld, type Tenant, type World } from '../support/client.ts';
import { historyToJson } from '../support/histories.ts';
import { type PlainResponse, responseListeners } from '../support/http.ts';
import { type McpToolCall, startMcpServer } from '../support/mcp-server.ts';
import { beginAuthorization, giveConsent, makeIntegration, openAccount } from '../support/services.ts';
import { SERVICE_CLIENT } from '../support/services-server.ts';
import { Stack } from '../support/stack.ts';

/** Where a secret of an input may appear. Logs, Temporal's history and errors are never included. */
interface Exposure {
  /** Columns that store it by design. At least one must, which proves that the input was used. */
  readonly columns?: readonly string[];
  /** Whether readers of the record see it. */
  readonly answers?: true;
  /** Whether an error returns it to its sender. */
  readonly refusals?: true;
}

const NOWHERE: Exposure = {};
const ARGUMENTS = [
  'agent_turns.assistant',
  'approval_requests.arguments',
  'run_events.payload',
  'tool_calls.arguments',
  'tool_calls.edited_arguments',
];
const SAID = ['agent_turns.assistant', 'agent_turns.text', 'agent_runs.output', 'run_events.payload'];
const shown = (...columns: string[]): Exposure => ({ columns, answers: true });

const INPUTS = {
  'a valid API key': NOWHERE,
  'a revoked API key': NOWHERE,
  'an API key that nobody has': NOWHERE,
  'a key that is no bearer token': NOWHERE,
  'a key in the query of a request': NOWHERE,
  'a key in the path of no operation': NOWHERE,
  'a cookie': NOWHERE,
  'a field of a refused body that nobody knows': NOWHERE,
  'a field of a refused body of the wrong form': NOWHERE,
  'a refused body that is no JSON': NOWHERE,
  'a field of a refused form': NOWHERE,
  'arguments that a refused decision put in': NOWHERE,
  "the model provider's key, which its errors repeat": NOWHERE,
  'the key that encrypts': NOWHERE,
  "the database's password": NOWHERE,
  'an Idempotency-Key': { columns: ['idempotency_keys.key'], refusals: true },
  "a header in a tool's arguments": shown(...ARGUMENTS),
  "the password of an address in a tool's arguments": shown(...ARGUMENTS),
  "the query of an address in a tool's arguments": shown(...ARGUMENTS, 'tool_calls.result'),
  'arguments that a person put in': shown(
    'tool_calls.edited_arguments',
    'approval_decisions.arguments',
    'run_events.payload',
  ),
  'the note of a decision': shown(
    'approval_requests.decision_note',
    'approval_decisions.note',
    'run_events.payload',
    'tool_calls.result',
  ),
  'a message': shown('agent_runs.message', 'sessions.title'),
  "an agent's instruction": shown('agent_revisions.instruction'),
  'what a model says': shown(...SAID),
  'what a tool answers': shown('tool_calls.result', 'run_events.payload'),
  'what a provider complains of': shown('agent_runs.error', 'agent_runs.waiting_for', 'run_events.payload'),
  "a task's prompt": shown('task_revisions.system_prompt'),
  "a task's input": shown('task_runs.input', 'task_runs.run_data', 'task_runs.response'),
  "a file's name": shown('files.name'),
  "a file's content": {},
  'an API key of an integration, which its API repeats': NOWHERE,
  'an API key of an MCP server, which its tools repeat': NOWHERE,
  'the secret by which this installation is known to a service': NOWHERE,
  'the client secret that an editor gave for an MCP server': NOWHERE,
  // The person who starts an authorization gets the redirect address, which contains the state.
  'the state of an authorisation of a service': { answers: true },
  'the code of an authorisation of a service': NOWHERE,
  'the verifier of an authorisation of a service': NOWHERE,
  'an access token of a service, which it repeats': NOWHERE,
  'a refresh token of a service': NOWHERE,
  'the state of an authorisation of an MCP server': { answers: true },
  'the code of an authorisation of an MCP server': NOWHERE,
  'the verifier of an authorisation of an MCP server': NOWHERE,
  'an access token of an MCP server, which its tools repeat': NOWHERE,
  'the access token after it': NOWHERE,
  'a refresh token of an MCP server': NOWHERE,
} satisfies Record<string, Exposure>;

/** The header of a one-pixel picture. */
const PNG_BEGINNING = Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\0\0\x01\0\0\0\x01\x08\x06\0\0\0', 'latin1');

type SecretInput = keyof typeof INPUTS;
const INPUT_NAMES = Object.keys(INPUTS) as SecretInput[];

/** Inputs of connections, whose values only the two sides may see. */
const CONNECTED = INPUT_NAMES.filter((inputName) =>
  / (?:service|integration|MCP server)\b|token after/.test(inputName),
);
/** Inputs among them whose values one of the sides generates. */
const MADE_UP = CONNECTED.filter((inputName) => /authorisation|token/.test(inputName));

const { KEY_RING, secrets } = makeSecrets();

/** A unique value for each input; the encryption key needs a fixed form. */
function makeSecrets() {
  const ring = randomBytes(32).toString('base64');
  const values = new Map(INPUT_NAMES.map((name, index) => [name, `canary${index}x${randomBytes(9).toString('hex')}`]));
  values.set('the key that encrypts', ring);
  values.set('a valid API key', '');
  values.set('a revoked API key', '');
  values.set('the secret by which this installation is known to a service', SERVICE_CLIENT.secret);
  for (const inputName of MADE_UP) values.set(inputName, '');
  return { KEY_RING: `canary:${ring}`, secrets: values };
}
const secret = (inputName: SecretInput): string => {
  const value = secrets.get(inputName);
  if (!value) throw new Error(`there is no secret for ${inputName} yet`);
  return value;
};

interface Heard {
  readonly status: number;
  readonly text: string;
}

let stack: Stack;
let world: World;
let tenant: Tenant;
let receiver: Receiver;
const responses: Heard[] = [];
/** Keys of the scripts of model requests. */
const scripts: string[] = [];
const plainFetch = globalThis.fetch;

beforeAll(async () => {
  const servers = inject('servers');
  const url = new URL(servers.postgresUrl);
  url.pathname = '/holdfast_secrets';
  url.username = 'secrets_test';
  url.password = secret("the database's password");
  stack = await Stack.create(servers, 'secrets', {
    DATABASE_URL: url.href,
    ENCRYPTION_KEYS: KEY_RING,
    TEST_MODEL_KEY: secret("the model provider's key, which its errors repeat"),
    LOG_LEVEL: 'trace',
  });
  const db = openDatabase(servers.postgresUrl, 1, () => undefined);
  await sql`create role ${sql.ref(url.username)} superuser login password ${sql.lit(url.password)}`.execute(db);
  await db.destroy();
  stack.startWorker();
  await stack.startApi();
  await stack.ready();
  world = openWorld(stack.info);
  tenant = await world.tenant();
  receiver = await startReceiver({ body: `It is ${secret('what a tool answers')}.` });
  hearAnswers();
  await throughHeaders();
  await throughRefusedBodies();
  await throughAgent();
  await throughProviderErrors();
  await throughTask();
  await throughIntegrations();
  await throughMcpServers();
  expect((await tenant.owner.get(`${tenant.project}/audit_event/export`)).text).toContain('integration.created');
  // All log lines of the processes are written now.
  await stack.stop();
});
afterAll(async () => {
  globalThis.fetch = plainFetch;
  responseListeners.delete(keep);
  await receiver.close();
  await world.close();
});

/** Stores a response of the API. */
function keep({ url, status, headers, text }: PlainResponse): void {
  if (url.startsWith(stack.info.baseUrl)) responses.push({ status, text: `${[...headers].flat().join(' ')} ${text}` });
}

/** Stores all responses of the API from now on. */
function hearAnswers(): void {
  responseListeners.add(keep);
  globalThis.fetch = async (input, init) => {
    const response = await plainFetch(input, init);
    const { url, status, headers } = response;
    keep({ url, status, headers, text: await response.clone().text() });
    return response;
  };
}

async function throughHeaders(): Promise<void> {
  const { db } = world;
  const mine = { orgId: tenant.orgId, projectId: tenant.projectId, userId: tenant.userId, scopes: null };
  const [valid, revoked] = [
    await createApiKey(db, { ...mine, name: 'valid' }),
    await createApiKey(db, { ...mine, name: 'revoked' }),
  ];
  secrets.set('a valid API key', valid.value);
  secrets.set('a revoked API key', revoked.value);
  const base = stack.info.baseUrl;
  expect(await tenant.owner.post(`${tenant.project}/api_key/${revoked.id}/revoke`)).toMatchObject({ status: 200 });
  expect((await new Client(base, valid.value).get('/whoami')).status).toBe(200);
  expect((await new Client(base, revoked.value).get('/whoami')).status).toBe(401);
  expect((await new Client(base, secret('an API key that nobody has')).get('/whoami')).status).toBe(401);
  const odd = { authorization: `Digest ${secret('a key that is no bearer token')}` };
  expect((await new Client(base, undefined).get('/whoami', odd)).status).toBe(401);
  await tenant.owner.get(`${tenant.project}/task?api_key=${secret('a key in the query of a request')}`);
  expect((await tenant.owner.get(`/nothing/${secret('a key in the path of no operation')}`)).status).toBe(404);
  await tenant.owner.get('/whoami', { cookie: `session=${secret('a cookie')}` });
}

async function throughRefusedBodies(): Promise<void> {
  const agents = `${tenant.project}/task-agent`;
  const agent = { name: 'Refused', instruction: 'Help.', llm_model_id: 'scripted' };
  const unknown = { ...agent, api_key: secret('a field of a refused body that nobody knows'), max_turns: -1 };
  expect((await tenant.owner.post(agents, unknown)).status).toBe(422);
  const odd = secret('a field of a refused body of the wrong form');
  for (const fields of [
    { llm_config: odd },
    { mode: odd },
    { max_turns: odd },
    { max_credits: odd },
    { llm_model_id: odd },
  ]) {
    const answer = await tenant.owner.post(agents, { ...agent, ...fields });
    expect({ fields, status: answer.status }).toMatchObject({ status: 422 });
  }
  const text = `{"name": "x", "password": ${secret('a refused body that is no JSON')}}`;
  expect((await tenant.owner.post(agents, text)).status).toBe(400);
  const task = await makeTask(tenant);
  const form = new FormData();
  form.set('task_input', `{"text": ${secret('a field of a refused form')}}`);
  expect((await tenant.owner.post(`${tenant.project}/task/${task.id}/run`, form)).status).toBe(422);
}

async function throughAgent(): Promise<void> {
  const agent = await makeAgent(tenant, {
    instruction: `Be ${secret("an agent's instruction")}.`,
    builtin_tools: ['http_request'],
  });
  const headers = { Authorization: `Bearer ${secret("a header in a tool's arguments")}` };
  const asked = `${receiver.url}/read?token=${secret("the query of an address in a tool's arguments")}`;
  const credentials = `http://user:${secret("the password of an address in a tool's arguments")}@127.0.0.1/`;
  const request = (method: string, url: string) => ({ name: 'http_request', arguments: { method, url, headers } });
  const calls = [request('GET', asked), request('GET', credentials), request('POST', receiver.url)];
  const script = await play(world, [{ text: 'Let me see.', tool_calls: calls }, { text: secret('what a model says') }]);
  const body = { message: `${secret('a message')} ${script.message}` };
  const repeated = { 'idempotency-key': secret('an Idempotency-Key') };
  const run = await tenant.owner.post(`${agent.path}/run`, body, repeated);
  expect(run).toMatchObject({ status: 200, body: { status: 'waiting_for_human' } });
  expect((await tenant.owner.post(`${agent.path}/run`, { message: 'another' }, repeated)).status).toBe(409);
  const [pending] = await agent.requests(run.body.id);
  const bad = { arguments: { method: 'POST', body: secret('arguments that a refused decision put in') } };
  expect((await agent.approve(pending.id, bad)).status).toBe(422);
  const put = { method: 'POST', url: receiver.url, body: secret('arguments that a person put in') };
  const decision = { arguments: put, decision_note: secret('the note of a decision') };
  expect((await agent.approve(pending.id, decision)).status).toBe(200);
  expect((await agent.resume(pending.id)).body).toMatchObject({ status: 'completed' });
  await agent.follow(run.body.id);
  await tenant.owner.get(`${agent.path}/run/${run.body.id}/effects`);
}

async function throughProviderErrors(): Promise<void> {
  const key = secret("the model provider's key, which its errors repeat");
  const body = (text: string) => ({ error: { message: `${text} ${key}, url http://x/?key=${key}`, type: 'oops' } });
  const agent = await makeAgent(tenant);
  const refused = await play(world, [{ status: 401, body: body('Incorrect API key provided:') }]);
  expect(await agent.run(refused.message)).toMatchObject({ status: 'held' });
  const failing = { status: 500, headers: { 'retry-after-ms': '1' }, body: body('Crashed with') };
  const failed = await agent.run((await play(world, [failing])).message);
  expect(failed.error.message).toContain('[redacted]');
  const complaint = { status: 400, body: body(`Not allowed: ${secret('what a provider complains of')}`) };
  const complained = await agent.run((await play(world, [complaint])).message);
  expect(complained.error.message).toContain(secret('what a provider complains of'));
}

async function throughTask(): Promise<void> {
  const task = await makeTask(tenant, {
    system_prompt: secret("a task's prompt"),
    user_prompt: '{text}',
    file_input_mode: 'image',
    // The picture is sent to the model unchanged.
    optimise_images: false,
  });
  const form = new FormData();
  form.set('task_input', JSON.stringify({ text: secret("a task's input") }));
  const file = new Blob([PNG_BEGINNING, secret("a file's content")], { type: 'image/png' });
  form.append('task_file', file, `${secret("a file's name")}.png`);
  const run = await tenant.owner.post(`${tenant.project}/task/${task.id}/run`, form);
  expect({ status: run.status, text: run.text }).toMatchObject({ status: 200 });
}

/** Ages tokens: one that is rejected right after it was issued is not refreshed. */
const letTokensAge = () =>
  sql`update connection_credentials set obtained_at = obtained_at - interval '10 minutes'`.execute(world.db);

/** Runs a new agent that calls each of these tools once, and follows the run. */
async function callEach(fields: object, names: readonly string[], args: object = {}): Promise<void> {
  const agent = await makeAgent(tenant, { builtin_tools: [], approval_policy: { default: 'never' }, ...fields });
  const { key, message } = await play(world, [
    { tool_calls: names.map((name) => ({ name, arguments: args })) },
    { text: 'Done.' },
  ]);
  scripts.push(key);
  const run = await agent.run(message);
  expect(run).toMatchObject({ status: 'completed', output: 'Done.' });
  await agent.follow(run.id);
  await tenant.owner.get(`${agent.path}/run/${run.id}/effects`);
}

/** An API that echoes its credential, and a service that people authorize. */
async function throughIntegrations(): Promise<void> {
  const key = 'an API key of an integration, which its API repeats';
  const shown: string[] = [];
  const api = createServer((request, response) => {
    shown.push(request.headers.authorization ?? '');
    response.writeHead(request.method === 'GET' ? 200 : 400, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ said: request.headers.authorization }));
  });
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve));
  const does = (operationId: string) => ({ operationId, responses: { 200: { description: 'It was done.' } } });
  const document = {
    openapi: '3.1.0',
    info: { title: 'Echo', version: '1' },
    servers: [{ url: `http://127.0.0.1:${(api.address() as AddressInfo).port}` }],
    paths: { '/said': { get: does('read'), post: does('write') } },
  };
  const credential = { kind: 'bearer', value: secret(key) };
  const config = { document, credential, enabled_tools: ['read', 'write'] };
  const made = await makeIntegration(tenant, 'openapi', { config });
  const offered = made.available_tools.map((tool: Json) => tool.name);
  await callEach({ integrations: [{ project_integration_id: made.id }] }, offered);
  expect(shown).toEqual([`Bearer ${secret(key)}`, `Bearer ${secret(key)}`]);
  api.close();

  const account = await openAccount();
  const service = await makeIntegration(tenant, 'google_calendar');
  const asked = await beginAuthorization(tenant, service.id);
  secrets.set('the state of an authorisation of a service', asked.searchParams.get('state') ?? '');
  const callback = await giveConsent(asked, account);
  secrets.set(
    'the code of an authorisation of a service',
    new URL(callback, 'http://x').searchParams.get('code') ?? '',
  );
  expect((await tenant.owner.get(callback)).status).toBe(200);
  expect((await tenant.owner.get(callback)).status).toBe(400);
  const form = new URLSearchParams((await account.requests())[0]?.body);
  secrets.set('the verifier of an authorisation of a service', form.get('code_verifier') ?? '');
  // Values that the service generates have this prefix, also after a refresh.
  secrets.set('an access token of a service, which it repeats', `at-canary-${account.name}`);
  secrets.set('a refresh token of a service', `rt-canary-${account.name}`);
  const reading = service.available_tools.find((tool: Json) => tool.id === 'list_events');
  for (const _ of ['as it is', 'renewed']) {
    await account.answer({ echo: true });
    const fields = { integrations: [{ project_integration_id: service.id }] };
    await callEach(fields, [reading.name], { calendar_id: 'primary' });
    await account.end('access');
    await letTokensAge();
  }
  const ways = (await account.requests()).map(({ path, headers }) => `${path} ${headers.authorization ?? ''}`);
  expect(ways.filter((way) => way.includes('Bearer at-canary')).length).toBeGreaterThan(2);
}

/** Servers with a key, and one whose authorization server knows a client that an editor entered. */
async function throughMcpServers(): Promise<void> {
  const says = (call: McpToolCall) =>
    call.answer({ content: [{ type: 'text', text: `You are ${call.headers.authorization}.` }] });
  const fails = (call: McpToolCall) =>
    call.answer({ isError: true, content: [{ type: 'text', text: `Not you, ${call.headers.authorization}.` }] });
  const tools = ['says', 'fails'].map((name) => ({ name, inputSchema: { type: 'object' } }));
  const servers = `${tenant.project}/task_mcp_server`;
  const callTools = async ({ id, slug }: Json) => {
    const { results } = (await tenant.owner.get(`${tenant.project}/task_mcp_tool?task_mcp_server_id=${id}`)).body;
    for (const tool of results)
      await tenant.owner.post(`${tenant.project}/task_mcp_tool/${tool.id}`, { enabled: true });
    await callEach({ mcp_servers: [{ task_mcp_server_id: id }] }, [`${slug}__says`, `${slug}__fails`]);
  };
  const keyed = await startMcpServer({ tools, handlers: { says, fails } });
  const key = secret('an API key of an MCP server, which its tools repeat');
  const withKey = await tenant.owner.post(servers, { name: 'Keyed', server_url: keyed.url, api_key: key });
  await callTools(withKey.body);
  expect(keyed.requests.every(({ headers }) => headers.authorization === `Bearer ${key}`)).toBe(true);
  await keyed[Symbol.asyncDispose]();

  const client_secret = secret('the client secret that an editor gave for an MCP server');
  const auth = await startAuthServer({ registers: false, clients: { given: client_secret } });
  const guarded = await startMcpServer({ tools, handlers: { says, fails } });
  auth.protect(guarded);
  const client = { client_id: 'given', client_secret };
  const made = await tenant.owner.post(servers, { name: 'Guarded', server_url: guarded.url, ...client });
  expect(made).toMatchObject({ status: 200, body: { auth_status: 'needs_authorization' } });
  const begun = await tenant.owner.post(`${servers}/${made.body.id}/reauthorize`);
  const address = begun.body.authorization_url;
  secrets.set('the state of an authorisation of an MCP server', new URL(address).searchParams.get('state') ?? '');
  const back = await auth.consent(address);
  secrets.set('the code of an authorisation of an MCP server', back.searchParams.get('code') ?? '');
  const callback = back.pathname.replace('/api/v1', '') + back.search;
  expect((await tenant.owner.get(callback)).status).toBe(200);
  expect((await tenant.owner.get(callback)).status).toBe(400);
  secrets.set('the verifier of an authorisation of an MCP server', auth.exchanges[0]?.get('code_verifier') ?? '');
  const token = () => /^Bearer (.+)$/.exec(guarded.requests.at(-1)?.headers.authorization ?? '')?.[1] ?? '';
  await callTools(made.body);
  secrets.set('an access token of an MCP server, which its tools repeat', token());
  auth.expire();
  await letTokensAge();
  await callTools(made.body);
  secrets.set('the access token after it', token());
  const renewal = auth.exchanges.find((form) => form.get('grant_type') === 'refresh_token');
  secrets.set('a refresh token of an MCP server', renewal?.get('refresh_token') ?? '');
  await guarded[Symbol.asyncDispose]();
  await auth[Symbol.asyncDispose]();
}

/** The inputs whose secret a text contains, plain, URL-encoded or in base64. */
function foundIn(text: string): SecretInput[] {
  return INPUT_NAMES.filter((inputName) => {
    const value = secret(inputName);
    const spellings = [value, encodeURIComponent(value), Buffer.from(value).toString('base64').replace(/=+$/, '')];
    return spellings.some((spelling) => text.includes(spelling));
  });
}

/** Columns of the complete database that contain a secret, by input. */
async function foundInDatabase(): Promise<Map<SecretInput, string[]>> {
  const { rows: columns } = await sql<{ table_name: string; column_name: string; data_type: string }>`
    select c.table_name, c.column_name, c.data_type from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'
    order by 1, 2`.execute(world.db);
  const found = new Map<SecretInput, string[]>(INPUT_NAMES.map((inputName) => [inputName, []]));
  for (const { table_name, column_name, data_type } of columns) {
    const value = sql.ref(column_name);
    const holds =
      data_type === 'bytea'
        ? sql`position(convert_to(s, 'UTF8') in ${value}) > 0`
        : sql`position(s in ${value}::text) > 0`;
    const { rows } = await sql<{ s: string }>`
      select s from unnest(${INPUT_NAMES.map(secret)}::text[]) as s where exists (select from ${sql.table(table_name)} where ${holds})`.execute(
      world.db,
    );
    for (const { s } of rows) {
      const inputName = INPUT_NAMES.find((name) => secret(name) === s);
      if (inputName) found.get(inputName)?.push(`${table_name}.${column_name}`);
    }
  }
  return found;
}

/** Every workflow history of the installation's namespace, with plain payloads. */
async function histories(): Promise<string[]> {
  const connection = await Connection.connect({ address: stack.info.temporalAddress });
  const temporal = new Temporal({ connection, namespace: stack.info.namespace });
  // Lists of workflows are eventually consistent.
  const listed = await eventually(
    () => Array.fromAsync(temporal.workflow.list()),
    (all) => all.length >= 6,
  );
  const texts = listed.map(async ({ workflowId, runId }) => {
    const json = historyToJson(await temporal.workflow.getHandle(workflowId, runId).fetchHistory());
    return json.replace(/"data":\s*"([^"]*)"/g, (_, data: string) => Buffer.from(data, 'base64').toString('utf8'));
  });
  return Promise.all(texts).finally(() => connection.close());
}

describe('a secret from any input', () => {
  it('is in no log of an API process or worker, at any level', () => {
    const logs = readdirSync(stack.info.dataDir).filter((name) => name.endsWith('.log'));
    expect(logs).toHaveLength(2);
    for (const name of logs) {
      const log = readFileSync(join(stack.info.dataDir, name), 'utf8');
      expect(log).toContain('ready');
      expect(foundIn(log)).toEqual([]);
    }
  });

  it('is not in Temporal’s history', async () => {
    for (const history of await histories()) {
      expect(history).toContain('workflowExecutionStartedEventAttributes');
      expect(foundIn(history)).toEqual([]);
    }
  });

  it('is not in an error, except for values by which the caller named the request', () => {
    const refusals = responses.filter(({ status }) => status >= 400);
    expect(refusals.length).toBeGreaterThan(10);
    const exposed = new Set(refusals.flatMap(({ text }) => foundIn(text)));
    expect([...exposed]).toEqual(
      INPUT_NAMES.filter((inputName) => 'refusals' in INPUTS[inputName] && exposed.has(inputName)),
    );
  });

  it('is shown only if a person or a model wrote it', () => {
    const exposed = new Set(responses.filter(({ status }) => status < 400).flatMap(({ text }) => foundIn(text)));
    expect([...exposed].filter((inputName) => !('answers' in INPUTS[inputName]))).toEqual([]);
  });

  it('of a connection is not sent to a model', async () => {
    expect(scripts.length).toBeGreaterThan(4);
    for (const key of scripts) {
      const asked = JSON.stringify(await world.model.requests(key));
      expect(asked).toContain('"role":"tool"');
      expect(foundIn(asked).filter((inputName) => CONNECTED.includes(inputName))).toEqual([]);
    }
  });

  it('is in the database only in intended columns', async () => {
    const found = await foundInDatabase();
    const strays: Json[] = [];
    for (const [inputName, columns] of found) {
      const exposure: Exposure = INPUTS[inputName];
      strays.push(
        ...columns.filter((column) => !exposure.columns?.includes(column)).map((column) => ({ inputName, column })),
      );
      if (exposure.columns) expect({ inputName, columns }).not.toEqual({ inputName, columns: [] });
    }
    expect(strays).toEqual([]);
  });
});
