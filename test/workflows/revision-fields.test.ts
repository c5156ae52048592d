import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { type Db, openDatabase } from '../../src/platform/db/client.ts';
import * as foundation from '../../src/platform/migrations/0001-foundation.ts';
import * as organizations from '../../src/platform/migrations/0005-organizations.ts';
import * as identity from '../../src/platform/migrations/0006-identity.ts';
import * as revisionFields from '../../src/platform/migrations/0011-revision-fields.ts';

let db: Db;
const name = `holdfast_${randomUUID().replaceAll('-', '')}`;

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('servers').postgresUrl });
  await client.connect();
  await client.query(statement);
  await client.end();
}

beforeAll(async () => {
  await onServer(`create database ${name}`);
  const url = new URL(inject('servers').postgresUrl);
  url.pathname = `/${name}`;
  db = openDatabase(url.href, 1, () => undefined);
  for (const { up } of [foundation, organizations, identity]) await up(db as unknown as Kysely<unknown>);
});
afterAll(async () => {
  await db.destroy();
  await onServer(`drop database ${name}`);
});

const ids = { org: randomUUID(), project: randomUUID(), agent: randomUUID(), model: randomUUID() };

/** What a process of the release before writes of a task. */
async function task(label: string, modality: string, format: object | null): Promise<string> {
  const id = randomUUID();
  await sql`insert into tasks (id, org_id, project_id, name, enabled, output_modality, public, exposed_to_agents)
    values (${id}, ${ids.org}, ${ids.project}, ${label}, true, ${modality}, true, true)`.execute(db);
  await revision(id, format);
  return id;
}

async function revision(taskId: string, format: object | null): Promise<void> {
  await sql`insert into task_revisions (id, task_id, system_prompt, user_prompt, input_params, llm_model_id, llm_config, input_processors, output_format, tool_choice)
    values (${randomUUID()}, ${taskId}, '', 'x', '{}', ${ids.model}, '{}', '[]', ${format === null ? null : JSON.stringify(format)}, 'banana')`.execute(
    db,
  );
}

async function agentRevision(): Promise<void> {
  await sql`insert into agent_revisions (id, agent_id, instruction, llm_model_id, llm_config, max_turns, memory_strategy, memory_config, task_tools,
      skills, integrations, mcp_servers, collections, builtin_tools, approval_policy)
    values (${randomUUID()}, ${ids.agent}, 'x', ${ids.model}, '{}', 1, 'sliding_window', '{}', '[]', '[]', '[]', '[]', '[]', '[]', '{}')`.execute(
    db,
  );
}

async function member(role: string, subject: string, created: string): Promise<void> {
  await sql`insert into role_grants (resource_id, resource_type, subject_id, subject_type, role, created)
    values (${ids.org}, 'organization', ${subject}, 'user', ${role}, ${created}::timestamptz)`.execute(db);
}

const modalities = async (taskId: string) =>
  (await db.selectFrom('task_revisions').selectAll().where('task_id', '=', taskId).orderBy('created').execute()).map(
    (row) => [row.output_modality, row.test, row.tool_choice],
  );

it('gives what is stored, and what processes of the release before go on to store, the fields that belong to revisions', async () => {
  await sql`insert into organizations (id, name, contact_email) values (${ids.org}, 'O', 'o@example.com')`.execute(db);
  await sql`insert into projects (id, org_id, name) values (${ids.project}, ${ids.org}, 'P')`.execute(db);
  const json = await task('Json', 'json', { a: 'str' });
  await revision(json, null);
  const text = await task('Twice', 'text', null);
  const twice = await task('twice', 'csv', null);
  await sql`insert into agents (id, org_id, project_id, name, mode, active_revision_id)
    values (${ids.agent}, ${ids.org}, ${ids.project}, 'A', 'sequential', ${randomUUID()})`.execute(db);
  await agentRevision();
  const [first, second, third] = [randomUUID(), randomUUID(), randomUUID()];
  await member('viewer', second, '2026-02-01Z');
  await member('viewer', first, '2026-01-01Z');
  await member('member', second, '2026-03-01Z');

  await revisionFields.up(db as unknown as Kysely<unknown>);

  expect(await modalities(json)).toEqual([
    ['json', false, null],
    ['text', false, null],
  ]);
  expect(await modalities(twice)).toEqual([['csv', false, null]]);
  const tasks = await db.selectFrom('tasks').selectAll().where('id', 'in', [text, twice]).execute();
  expect(new Set(tasks.map((row) => row.name.toLowerCase())).size).toBe(2);
  expect(tasks.map((row) => [row.public, row.exposed_to_agents])).toEqual([
    [false, false],
    [false, false],
  ]);
  await revision(twice, { a: 'str' });
  await agentRevision();
  expect((await modalities(twice)).map(([modality]) => modality)).toEqual(['csv', 'json']);
  const modes = await db.selectFrom('agent_revisions').select('mode').execute();
  expect(modes.map((row) => row.mode)).toEqual(['sequential', 'sequential']);
  await member('viewer', third, '2026-01-01Z');
  await member('task_creator', first, '2026-04-01Z');
  const grants = await db.selectFrom('role_grants').select(['subject_id', 'member_id']).orderBy('member_id').execute();
  expect([...new Set(grants.map((row) => row.subject_id))]).toEqual([first, second, third]);
  expect(new Set(grants.map((row) => row.member_id)).size).toBe(3);
});
