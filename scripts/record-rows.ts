/**
 * Records what a release leaves in its database, for test/long/migrations/upgrade.test.ts: plays every state that rows can be in against
 * servers of its own, kills the processes in the middle of it, and stores the database, and what the API answered last, as
 * test/upgrades/<last migration>.sql.gz and .json.gz. To be run by hand at each release; those of earlier releases stay.
 */
import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import sharp from 'sharp';
import { createApiKey } from '../src/identity/api-keys.ts';
import { createUser } from '../src/identity/users.ts';
import { getCacheDir } from '../src/platform/local/cache-dir.ts';
import { startNativePostgres } from '../src/platform/local/native-postgres.ts';
import { findUnprivilegedUser, installNativePostgres } from '../src/platform/local/native-postgres-install.ts';
import { findTemporal, startTemporal } from '../src/platform/local/temporal.ts';
import { Client, eventually, type Json, openWorld, type Tenant, type World } from '../test/support/client.ts';
import { person } from '../test/support/identity.ts';
import { type Step, startModelServer } from '../test/support/model-server.ts';
import { Stack } from '../test/support/stack.ts';

const FOLDER = new URL('../test/upgrades/', import.meta.url).pathname;
const SUM = { name: 'calculator', arguments: { expression: '6*7' } };
const DEAR = { prompt_tokens: 10, completion_tokens: 1000 };
const ALWAYS = { approval_policy: { default: 'always' } };
const LATER = { prefer: 'respond-async' };

interface Scene {
  readonly world: World;
  readonly tenant: Tenant;
  readonly ids: Record<string, string>;
}

async function post({ tenant }: Scene, path: string, body: unknown, headers?: Record<string, string>): Promise<Json> {
  const answer = await tenant.owner.post(path, body, headers);
  if (answer.status >= 300) throw new Error(`POST ${path} answered ${answer.status}: ${answer.text}`);
  return answer.body;
}

/** Starts a run of a new agent that follows these steps, and waits until it is in the wanted state. */
async function agentRun(
  scene: Scene,
  name: string,
  status: string,
  steps: readonly Step[],
  fields: object = {},
): Promise<Json> {
  const { world, tenant } = scene;
  await world.model.script(name, steps, { by: 'call' });
  const agents = `${tenant.project}/task-agent`;
  const agent = await post(scene, agents, { name, instruction: 'Help.', llm_model_id: 'scripted', ...fields });
  const path = `${agents}/${agent.id}`;
  const run = await post(scene, `${path}/run`, { message: `Go. ${world.model.marker(name)}` }, LATER);
  scene.ids[`agent ${name}`] = agent.id;
  scene.ids[`run ${name}`] = run.id;
  await reached(scene, `${path}/run/${run.id}`, status);
  return { path, id: run.id, run: `${path}/run/${run.id}` };
}

async function reached({ tenant }: Scene, path: string, status: string): Promise<Json> {
  const answer = await eventually(
    () => tenant.owner.get(path),
    ({ body }) => [status, 'failed', 'completed', 'cancelled', 'held'].includes(body.status),
  );
  if (answer.body.status !== status) throw new Error(`${path} is ${answer.body.status}: ${answer.text}`);
  return answer.body;
}

async function decide(scene: Scene, { path, id }: Json, decision: 'approve' | 'reject'): Promise<void> {
  const page = await scene.tenant.owner.get(`${path}/approval-request?run_id=${id}`);
  await post(scene, `${path}/approval-request/${page.body.results[0].id}/${decision}`, { note: 'as said' });
}

async function makeTask(scene: Scene, name: string, fields: object = {}): Promise<Json> {
  const body = {
    name,
    enabled: true,
    llm_model_id: 'scripted',
    system_prompt: 'Do it.',
    user_prompt: 'Repeat {text}.',
    ...fields,
  };
  const task = await post(scene, `${scene.tenant.project}/task`, body);
  scene.ids[`task ${name}`] = task.id;
  return { ...task, path: `${scene.tenant.project}/task/${task.id}` };
}

async function tasks(scene: Scene): Promise<void> {
  const { world, ids } = scene;
  const json = await makeTask(scene, 'json', {
    output_modality: 'json',
    output_format: { sum: 'int' },
    public: true,
    exposed_to_agents: true,
  });
  await world.model.script('sum', [{ text: '{"sum":42}' }], { by: 'call' });
  const input = { task_input: { text: world.model.marker('sum') } };
  ids['task-run json'] = (await post(scene, `${json.path}/run`, input, { 'idempotency-key': 'the-first' })).id;
  const text = await makeTask(scene, 'text', { tool_choice: 'banana' });
  ids['task-run text'] = (await post(scene, `${text.path}/run`, { task_input: { text: 'the sea' } })).id;
  await post(scene, text.path, { user_prompt: 'Repeat {text} again.' });
  await makeTask(scene, 'csv', { output_modality: 'csv' });
  const broken = await makeTask(scene, 'broken', { llm_model_id: 'unreachable' });
  const failed = await post(scene, `${broken.path}/run`, { task_input: { text: 'x' } }, LATER);
  ids['task-run held'] = failed.id;
  const seen = await makeTask(scene, 'seen', { file_input_mode: 'image' });
  const files = [{ name: 'a.png', media_type: 'image/png', content: (await picture()).toString('base64') }];
  ids['task-run file'] = (await post(scene, `${seen.path}/run`, { task_input: { text: 'x' }, task_files: files })).id;
  const gone = await makeTask(scene, 'gone');
  ids['task-run gone'] = (await post(scene, `${gone.path}/run`, { task_input: { text: 'x' } })).id;
  await scene.tenant.owner.delete(gone.path);
}

const picture = () =>
  sharp({ create: { width: 32, height: 32, channels: 3, background: '#a03020' } })
    .png()
    .toBuffer();

async function agents(scene: Scene, outside: string): Promise<void> {
  const repeat = await makeTask(scene, 'repeat');
  const tool = { task_tools: [{ task_id: repeat.id }] };
  const call = { name: 'repeat', arguments: { text: 'this' } };
  await agentRun(scene, 'finished', 'completed', [{ tool_calls: [SUM, call] }, { text: 'Done.' }], tool);
  await agentRun(scene, 'sequence', 'completed', [{ text: 'step' }], {
    mode: 'sequential',
    task_tools: [{ task_id: repeat.id }, { task_id: (await makeTask(scene, 'second')).id }],
  });
  const approved = await agentRun(
    scene,
    'approved',
    'waiting_for_human',
    [{ tool_calls: [SUM] }, { text: '42.' }],
    ALWAYS,
  );
  await decide(scene, approved, 'approve');
  await reached(scene, approved.run, 'completed');
  const rules = [{ tool: '*', mode: 'always', on_reject: 'fail' }];
  const policy = { approval_policy: { default: 'never', rules } };
  const rejected = await agentRun(scene, 'rejected', 'waiting_for_human', [{ tool_calls: [SUM, SUM] }], policy);
  await decide(scene, rejected, 'reject');
  await reached(scene, rejected.run, 'failed');
  await agentRun(scene, 'waiting', 'waiting_for_human', [{ tool_calls: [SUM, SUM] }, { text: '42 twice.' }], ALWAYS);
  const dear = [
    { tool_calls: [SUM], usage: DEAR },
    { text: 'Two.', usage: DEAR },
  ];
  await agentRun(scene, 'budget', 'waiting_for_human', dear, { max_credits: '0.2' });
  const refused = { status: 401, body: { error: { message: 'bad key' } } };
  await agentRun(scene, 'held', 'held', [{ tool_calls: [SUM] }, refused, { text: 'Mended.' }]);
  const cancelled = await agentRun(scene, 'cancelled', 'waiting_for_human', [{ tool_calls: [SUM] }], ALWAYS);
  await post(scene, `${cancelled.run}/cancel`, {});
  const send = { name: 'http_request', arguments: { method: 'POST', url: outside } };
  const sender = { builtin_tools: ['http_request'], approval_policy: { default: 'never' } };
  await agentRun(scene, 'unclear', 'waiting_for_human', [{ tool_calls: [send] }, { text: 'Sent.' }], sender);
  await agentRun(scene, 'running', 'running', [{ text: 'Late.', gate: 'never' }]);
}

async function people(scene: Scene, keep: Record<string, string>): Promise<void> {
  const { world, tenant } = scene;
  const ada = await person(world);
  await ada.signIn();
  await ada.browser.post('/identity/sign-in', { email: ada.email, password: 'not hers' });
  await ada.browser.post('/identity/request-password-reset', { email: ada.email });
  Object.assign(keep, { email: ada.email, password: ada.password });
  await tenant.member({ org: 'viewer', project: 'editor' });
  const id = await createUser(world.db, { email: 'root@example.com', name: 'Root', administrator: true });
  const key = await createApiKey(world.db, {
    orgId: tenant.orgId,
    projectId: tenant.projectId,
    userId: id,
    name: 'root',
    scopes: null,
  });
  const root = new Client(world.stack.baseUrl, key.value);
  const partner = await root.post('/partner', { name: 'Partner', description: 'Helps.' });
  if (partner.status >= 300) throw new Error(partner.text);
  const org = `/org/${tenant.orgId}`;
  await post(scene, `${org}/invite`, { email_address: 'guest@example.com', roles: ['viewer'] });
  await post(scene, `${org}/domains`, { domain: 'upgrade.example' });
  const form = new FormData();
  form.set('file', new Blob([Buffer.from(await picture())], { type: 'image/png' }), 'a.png');
  await post(scene, `${org}/avatar`, form);
  const client = await post(scene, `${tenant.project}/oauth_client`, { name: 'Machine' });
  const fields = { grant_type: 'client_credentials', client_id: client.client_id, client_secret: client.client_secret };
  const token = await fetch(`${world.stack.baseUrl}/auth/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams(fields),
  });
  if (token.status !== 200) throw new Error(await token.text());
  Object.assign(keep, { client_id: client.client_id, client_secret: client.client_secret });
}

/** What the API answers about everything there is. */
async function answersOf({ world, tenant, ids }: Scene): Promise<Record<string, Json>> {
  const { rows } = await sql<{ path: string }>`
    select '/task/' || id as path from tasks where project_id = ${tenant.projectId} and deleted_at is null
    union all select '/task/' || task_id || '/run/' || id from task_runs where project_id = ${tenant.projectId}
    union all select '/task-agent/' || id from agents where project_id = ${tenant.projectId}
    union all select '/task-agent/' || agent_id || '/revision' from agent_revisions join agents a on a.id = agent_id where a.project_id = ${tenant.projectId}
    union all select '/task-agent/' || agent_id || '/run/' || id from agent_runs where project_id = ${tenant.projectId}
    union all select '/task-agent/' || agent_id || '/run/' || id || '/effects' from agent_runs where project_id = ${tenant.projectId}
    union all select '/task-agent/' || agent_id || '/session/' || id from sessions where project_id = ${tenant.projectId}
    union all select '/task-agent/' || agent_id || '/approval-request/' || id from approval_requests where project_id = ${tenant.projectId}
    union all select unnest(array['', '/task', '/task-agent', '/task_run', '/task_agent_run', '/task-agent/approval-request',
      '/oauth_client', '/api_key', '/config', '/iam/members', '/audit_event'])`.execute(world.db);
  const paths = [
    ...rows.map((row) => tenant.project + row.path),
    ...['', '/invite', '/domains', '/iam/members'].map((path) => `/org/${tenant.orgId}${path}`),
  ];
  const answers: Record<string, Json> = {};
  for (const path of paths) {
    const answer = await tenant.owner.get(path);
    if (answer.status === 200) answers[path] = answer.body;
    else if (!path.includes(ids['task gone'] ?? '-')) throw new Error(`${path}: ${answer.text}`);
  }
  return answers;
}

async function record(stack: Stack, outside: string): Promise<void> {
  const world = openWorld(stack.info);
  const scene: Scene = { world, tenant: await world.tenant(), ids: {} };
  const { orgId, projectId, userId, key } = scene.tenant;
  const keep: Record<string, string> = { orgId, projectId, userId, key };
  await people(scene, keep);
  await tasks(scene);
  await agents(scene, outside);
  for (const process of [...stack.processes].slice(0, 1)) await process.kill();
  const later = { message: 'Go. Later.' };
  const agent = `${scene.tenant.project}/task-agent/${scene.ids['agent finished']}`;
  scene.ids['run queued'] = (await post(scene, `${agent}/run`, later, LATER)).id;
  const task = `${scene.tenant.project}/task/${scene.ids['task text']}`;
  scene.ids['task-run queued'] = (await post(scene, `${task}/run`, { task_input: { text: 'later' } }, LATER)).id;
  const answers = await answersOf(scene);
  for (const process of [...stack.processes]) await process.kill();
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name desc limit 1`.execute(
    world.db,
  );
  await world.close();
  const programs = await installNativePostgres(() => undefined, await findUnprivilegedUser());
  const args = ['--inserts', '--no-owner', '--no-privileges', '--no-comments', stack.info.databaseUrl];
  const { stdout } = await promisify(execFile)(join(programs, 'bin', 'pg_dump'), args, {
    maxBuffer: 256 * 1024 * 1024,
  });
  mkdirSync(FOLDER, { recursive: true });
  const name = rows[0]?.name.split('-')[0];
  writeFileSync(`${FOLDER}${name}.sql.gz`, gzipSync(stdout.replace(/^\\(?:un)?restrict .*\n/gm, ''), { level: 9 }));
  writeFileSync(
    `${FOLDER}${name}.json.gz`,
    gzipSync(JSON.stringify({ ...keep, ids: scene.ids, answers }), { level: 9 }),
  );
}

async function main(): Promise<void> {
  const say = (line: string) => process.stdout.write(`${line}\n`);
  const binary = await findTemporal({ cli: process.env.TEMPORAL_CLI, cacheDir: getCacheDir(), print: say });
  const outside = createServer((request) => request.socket.destroy());
  await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve));
  const [postgres, temporal, models] = await Promise.all([
    startNativePostgres({ port: 0, fsync: false, settings: {}, print: say }),
    startTemporal({ binary, port: 0, namespace: 'default' }),
    startModelServer(),
  ]);
  const servers = { postgresUrl: postgres.url, temporalAddress: temporal.address, modelServerUrl: models.url };
  const stack = await Stack.create(servers, 'rows');
  try {
    stack.startWorker();
    await stack.startApi();
    await stack.ready();
    await record(stack, `http://127.0.0.1:${(outside.address() as AddressInfo).port}`);
  } finally {
    await stack.stop();
    outside.close();
    await models.close();
    await temporal.stop();
    await postgres.stop();
  }
}

await main();
