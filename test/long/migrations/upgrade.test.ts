import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { dumpSchema, SCHEMA_FILE } from '../../../scripts/schema.ts';
import { MIGRATIONS } from '../../../src/platform/db/migrate.ts';
import { Browser } from '../../support/browser.ts';
import { Client, eventually, type Json, openWorld, type World } from '../../support/client.ts';
import { runCommand } from '../../support/commands.ts';
import { addressOf } from '../../support/identity.ts';
import { Stack, urlOf } from '../../support/stack.ts';

/** The release that the rows are of, by its last migration; `scripts/record-rows.ts` made them with that release. */
const RELEASE = '0008';
const recorded = (kind: string) =>
  gunzipSync(readFileSync(new URL(`../../upgrades/${RELEASE}.${kind}.gz`, import.meta.url))).toString('utf8');
const before: Json = JSON.parse(recorded('json'));
const { ids, orgId, projectId } = before;
const project = `/org/${orgId}/project/${projectId}`;
const LATER = Object.keys(MIGRATIONS).filter((name) => name.slice(0, RELEASE.length) > RELEASE);

const database = `holdfast_${randomUUID().replaceAll('-', '')}`;
const tables: string[] = [];
let url: string;
let stack: Stack;
let world: World;
let owner: Client;

beforeAll(async () => {
  const { postgresUrl } = inject('servers');
  url = urlOf(postgresUrl, database);
  await query(postgresUrl, `create database ${database}`);
  await query(url, recorded('sql'));
  const { rows } = await query(
    url,
    "select table_name as name from information_schema.tables where table_schema = 'public'",
  );
  for (const { name } of rows) {
    const found = await query(url, `select from ${name} limit 1`);
    if (found.rowCount === 0) tables.push(name);
  }
  // The release wrote them long ago; for the test it was just now.
  await query(url, "update approval_requests set expires_at = now() + interval '1 day' where expires_at is not null");
  await query(url, "update tasks set tags = '{seen,json,seen}' where name = 'json'");
  await query(url, "update tasks set tags = '{seen,\"a name that is longer than fifteen\"}' where name = 'csv'");
  stack = await Stack.create(inject('servers'), 'upgrade', { DATABASE_URL: url, RECONCILE_SECONDS: '1' });
  owner = new Client(stack.info.baseUrl, before.key);
});
afterAll(async () => {
  await world?.close();
  await stack.stop();
});

async function query(address: string, statements: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  try {
    return await client.query(statements);
  } finally {
    await client.end();
  }
}

const ofKind = (kind: string) => `${project}/task-agent/${ids[`agent ${kind}`]}`;
const runOf = (kind: string) => `${ofKind(kind)}/run/${ids[`run ${kind}`]}`;
const status = async (path: string) => (await owner.get(path)).body.status;

/** What stays what it was for whoever reads a record, whatever fields releases add or change. */
function lasting(body: Json): Json {
  // The release listed effects without pages.
  const records = Array.isArray(body) ? body : body.results;
  if (records !== undefined) return new Set(records.map((record: Json) => record.id ?? record.tool_call_id));
  const { id, name, status: state, message, output, response, input, arguments: given, created, completed } = body;
  return { id, name, status: state, message, output, response, input, arguments: given, created, completed };
}

it('its rows take all later migrations in one go and end in the same schema as none', async () => {
  expect(tables.toSorted()).toEqual(['rate_limits']);
  const migrated = await runCommand('scripts/migrate.ts', [], { DATABASE_URL: url });
  expect(migrated).toEqual({ code: 0, stdout: `applied ${LATER.join(', ')}\n`, stderr: '' });
  expect(await dumpSchema(url)).toBe(readFileSync(SCHEMA_FILE, 'utf8'));
});

it('what later releases added holds for what was stored', async () => {
  world = openWorld({ ...stack.info, databaseUrl: url });
  const { rows: tasks } =
    await sql`select t.name, r.output_modality, r.test, r.tool_choice, t.public, t.exposed_to_agents
    from tasks t join task_revisions r on r.task_id = t.id where t.name in ('json', 'text', 'csv') order by t.name, r.id`.execute(
      world.db,
    );
  const row = { test: false, tool_choice: null, public: false, exposed_to_agents: false };
  expect(tasks).toEqual(['csv', 'json', 'text', 'text'].map((name) => ({ ...row, name, output_modality: name })));
  const { rows: modes } = await sql<{ name: string; mode: string }>`
    select a.name, r.mode from agents a join agent_revisions r on r.agent_id = a.id order by a.name`.execute(world.db);
  expect(modes.length).toBeGreaterThan(8);
  for (const { name, mode } of modes) expect(mode, name).toBe(name === 'sequence' ? 'sequential' : 'agentic');
  const runs = await world.db.selectFrom('agent_runs').selectAll().execute();
  expect(new Set(runs.map((run) => run.status))).toEqual(
    new Set(['queued', 'running', 'waiting_for_human', 'held', 'completed', 'failed', 'cancelled']),
  );
  for (const run of runs)
    expect(run).toMatchObject({ next_messages: [], begun_turn: 0, usage_estimated: false, client_id: null });
  const { rows: reported } = await sql`
    select kind, sum(runs)::int as runs, sum(credits) as credits, sum(input_tokens)::int as tokens
    from report_pending group by kind order by kind`.execute(world.db);
  const { rows: ended } = await sql`
    select 'agent_run' as kind, count(*)::int as runs, sum(charged_credits) as credits, sum(input_tokens)::int as tokens
    from agent_runs where completed is not null union all
    select 'task_run', count(*)::int, sum(charged_credits), sum(input_tokens)::int from task_runs where completed is not null`.execute(
    world.db,
  );
  expect(reported).toEqual(ended);
  const members = await world.db.selectFrom('role_grants').selectAll().execute();
  expect(members.length).toBeGreaterThan(0);
  expect(members.every((grant) => grant.member_id !== null)).toBe(true);
});

it('the API reads every record as it was, opens what was sealed, and knows everybody', async () => {
  await stack.startApi();
  const paths = Object.keys(before.answers);
  expect(paths.length).toBeGreaterThan(60);
  for (const path of paths) {
    const answer = await owner.get(path);
    expect(answer.status, `${path} ${answer.text}`).toBe(200);
    if (!path.endsWith('/audit_event')) expect(lasting(answer.body), path).toEqual(lasting(before.answers[path]));
  }
  const tags: Json[] = (await owner.get(`${project}/task/tag`)).body.results;
  expect(tags.map(({ name }) => name).toSorted()).toEqual(['a name that is longer than fifteen', 'json', 'seen']);
  expect(tags.every(({ id }) => /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id))).toBe(
    true,
  );
  const seen = tags.find(({ name }) => name === 'seen');
  const tagged: Json[] = (await owner.get(`${project}/task?tag_id=${seen.id}`)).body.results;
  expect(Object.fromEntries(tagged.map((task) => [task.name, task.tags]))).toEqual({
    json: ['seen', 'json'],
    csv: ['seen', 'a name that is longer than fifteen'],
  });
  const verified = await owner.post(`${project}/audit_event/integrity/verify`);
  expect(verified.body).toMatchObject({ valid: true });
  const file = await owner.get(`${project}/task/${ids['task seen']}/run/${ids['task-run file']}/file/a.png`);
  expect([file.status, file.headers.get('content-type')]).toEqual([200, 'image/png']);
  const browser = new Browser(addressOf(stack.info));
  const { email, password, client_id, client_secret } = before;
  expect((await browser.post('/identity/sign-in', { email, password })).status).toBe(200);
  const token = await fetch(`${stack.info.baseUrl}/auth/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret }),
  });
  expect(token.status).toBe(200);
});

it('runs that were under way or waiting go on to their end', async () => {
  for (const [name, text] of [
    ['running', 'Late.'],
    ['waiting', '42 twice.'],
  ] as const)
    await world.model.script(name, name === 'waiting' ? [{ tool_calls: [] }, { text }] : [{ text }], { by: 'turn' });
  stack.startWorker();
  await stack.ready();
  const asked = await owner.get(`${ofKind('waiting')}/approval-request?run_id=${ids['run waiting']}`);
  expect(asked.body.results).toHaveLength(2);
  for (const { id } of asked.body.results)
    expect(await owner.post(`${ofKind('waiting')}/approval-request/${id}/approve`, {})).toMatchObject({ status: 200 });
  const queued = `${ofKind('finished')}/run/${ids['run queued']}`;
  const task = `${project}/task/${ids['task text']}/run/${ids['task-run queued']}`;
  for (const path of [runOf('running'), runOf('waiting'), queued, task])
    await eventually(
      () => status(path),
      (now) => now === 'completed',
    );
  expect((await owner.get(runOf('waiting'))).body.output).toBe('42 twice.');
});
