import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { findFreePort } from '../../src/platform/local/ports.ts';
import { makeAgent, makeTask, play } from '../support/agents.ts';
import {
  type ApiResponse,
  Client,
  eventually,
  type Json,
  openWorld,
  type Tenant,
  type World,
} from '../support/client.ts';
import { modelsYaml, Stack, WITHOUT_INGESTION } from '../support/stack.ts';

/** Keys of which only the last four characters may be shown. */
const FIRST = 'first-canary-7d21-aaaa';
const SECOND = 'second-canary-93b0-bbbb';
const REFUSED = 'third-canary-5e11-wrong';
const BROKEN = 'fourth-canary-6f02-broken';
const KEYED = '/model_key/HOUSE_KEY';

let stack: Stack;
let world: World;
let tenant: Tenant;
let administrator: Client;
/** The same administrator at another API process. */
let beside: Client;
const responses: string[] = [];

beforeAll(async () => {
  const servers = inject('servers');
  const { modelServerUrl } = servers;
  stack = await Stack.create(servers, 'model-keys', { ...WITHOUT_INGESTION, OPENAI_BASE_URL: `${modelServerUrl}/v1` });
  const entry = (name: string, url: string, variable: string) =>
    `  - { name: ${name}, provider: openai-compatible, vendor: house, base_url: '${url}/v1', api_key_env: ${variable} }\n`;
  const own = entry('house', modelServerUrl, 'HOUSE_KEY') + entry('away', 'http://127.0.0.1:9', 'AWAY_KEY');
  const yaml = modelsYaml(modelServerUrl).replace('models:\n', `models:\n${own}`);
  writeFileSync(join(stack.info.dataDir, 'models.yaml'), yaml);
  stack.startWorker();
  await stack.startApi();
  const port = await findFreePort();
  await stack.startApi(port);
  await stack.ready();
  world = openWorld(stack.info);
  tenant = await world.tenant();
  administrator = tenant.owner;
  beside = new Client(`http://127.0.0.1:${port}`, tenant.key);
});
afterAll(async () => {
  await stack.stop();
  await world.close();
});

async function heard(response: Promise<ApiResponse>): Promise<ApiResponse> {
  const got = await response;
  responses.push(got.text);
  return got;
}
const set = (path: string, key: string, client = administrator) => heard(client.post(path, { key }));
const keyOf = async (variable: string, client = administrator): Promise<Json> =>
  (await heard(client.get('/model_key'))).body.find((row: Json) => row.variable === variable);
const modelsAt = async (client: Client): Promise<string[]> =>
  (await client.get(`${tenant.project}/model`)).body.map(({ name }: Json) => name);
const stored = () => world.db.selectFrom('model_keys').select(['variable', 'sealed']).execute();

/** Runs a task with the model `house`. Returns the run and the provider key that it used. */
async function runWith(client: Client, task: Json): Promise<{ readonly run: Json; readonly key: string | undefined }> {
  const { key, message } = await play(world, [{ text: 'Done.' }]);
  const { body: run } = await client.post(`${tenant.project}/task/${task.id}/run`, { task_input: { text: message } });
  const [asked] = await world.model.requests(key);
  return { run, key: asked?.headers.authorization?.replace('Bearer ', '') };
}

describe('a model provider key', () => {
  it('adds the models of its provider in every process, and is used by runs that start there', async () => {
    expect(await keyOf('OPENAI_API_KEY')).toMatchObject({ provider: 'openai', source: 'none', last_four: null });
    expect(await modelsAt(beside)).not.toContain('gpt-6.1-terra');
    const response = await set('/model_key/OPENAI_API_KEY', ` ${FIRST}\n`);
    expect([response.status, response.body]).toMatchObject([
      200,
      { variable: 'OPENAI_API_KEY', source: 'stored', last_four: 'aaaa', set_by: tenant.userId },
    ]);
    expect(response.body.models).toEqual(expect.arrayContaining(['gpt-6.1-terra', 'text-embedding-3-small']));
    expect(await modelsAt(administrator)).toContain('gpt-6.1-terra');
    await eventually(
      () => modelsAt(beside),
      (names) => names.includes('gpt-6.1-terra'),
    );
    const agent = await beside.post(`${tenant.project}/task-agent`, {
      name: 'Pasted',
      instruction: 'Help.',
      llm_model_id: 'gpt-6.1-terra',
    });
    expect(agent.status).toBe(200);
    const { key, message } = await play(world, [{ status: 400, body: { error: { message: 'Enough was seen.' } } }]);
    await beside.post(`${tenant.project}/task-agent/${agent.body.id}/run`, { message }, { prefer: 'respond-async' });
    const [asked] = await world.model.waitForRequests(key, 1);
    expect(asked?.headers.authorization).toBe(`Bearer ${FIRST}`);
  });

  it('of an entry in the models file is used by runs, replaced, and missing once deleted', async () => {
    const task = await makeTask(tenant, { llm_model_id: 'house' });
    const without = await runWith(beside, task);
    expect(without.key).toBeUndefined();
    expect(without.run).toMatchObject({ is_error: true });
    expect(JSON.stringify(without.run)).toContain('HOUSE_KEY');
    expect((await set(KEYED, FIRST)).status).toBe(200);
    // The worker reloads keys if it has none.
    expect(await runWith(beside, task)).toMatchObject({ key: FIRST, run: { is_error: false } });
    expect((await set(KEYED, SECOND, beside)).body).toMatchObject({ last_four: 'bbbb' });
    await eventually(
      () => runWith(administrator, task),
      ({ key }) => key === SECOND,
    );
    expect((await heard(beside.delete(KEYED))).body).toMatchObject({ source: 'none', last_four: null });
    await eventually(
      () => runWith(administrator, task),
      ({ run }) => run.is_error === true && JSON.stringify(run).includes('HOUSE_KEY'),
    );
    expect((await heard(administrator.delete(KEYED))).status).toBe(404);
  });

  it('that the provider rejects or does not confirm is not stored, and the previous one stays', async () => {
    expect((await set(KEYED, FIRST)).status).toBe(200);
    const before = await stored();
    const refused = await set(KEYED, REFUSED);
    expect([refused.status, refused.body.detail[0]]).toMatchObject([
      422,
      { loc: ['body', 'key'], type: 'refused_key', code: 'key_rejected', params: { status: 401 } },
    ]);
    for (const [path, key, expectedMessage] of [
      [KEYED, BROKEN, 'responded with status 500'],
      ['/model_key/AWAY_KEY', FIRST, 'cannot be checked'],
    ] as const) {
      const response = await set(path, key);
      expect([response.status, response.body.detail]).toMatchObject([
        502,
        { reason: 'MODEL_KEY_UNCHECKED', message: expect.stringContaining(expectedMessage) },
      ]);
    }
    const mixedUp = await set('/model_key/OPENAI_API_KEY', 'sk-ant-canary-0000-wrong');
    expect([mixedUp.status, mixedUp.body.detail[0]]).toMatchObject([
      422,
      { type: 'refused_key', code: 'key_of_other_provider', params: { provider: 'Anthropic' } },
    ]);
    expect((await set(KEYED, 'two words')).status).toBe(422);
    expect((await set('/model_key/NOBODY_S_KEY', FIRST)).status).toBe(404);
    expect(await stored()).toEqual(before);
  });

  it('is used only after one in the environment', async () => {
    expect(await keyOf('TEST_MODEL_KEY')).toMatchObject({ source: 'environment', last_four: null, set_by: null });
    const response = await set('/model_key/TEST_MODEL_KEY', SECOND);
    expect([response.status, response.body.detail.reason]).toEqual([409, 'MODEL_KEY_IN_ENVIRONMENT']);
  });

  it('is for platform administrators only', async () => {
    const owner = await tenant.member({ org: 'owner' });
    const support = await tenant.member({});
    await world.db.updateTable('users').set({ system_role: 'support' }).where('id', '=', support.userId).execute();
    for (const client of [owner, support])
      for (const response of [
        await client.get('/model_key'),
        await client.post(KEYED, { key: SECOND }),
        await client.delete(KEYED),
      ])
        expect([response.status, response.body.detail.reason]).toEqual([403, 'PERMISSION_CHECK_FAILED']);
  });

  it('removes its models when it is deleted, and a run that needs one reports it', async () => {
    const agent = await makeAgent(tenant, { llm_model_id: 'gpt-6.1-terra' });
    expect((await heard(administrator.delete('/model_key/OPENAI_API_KEY'))).status).toBe(200);
    expect(await modelsAt(administrator)).not.toContain('gpt-6.1-terra');
    await eventually(
      () => modelsAt(beside),
      (names) => !names.includes('gpt-6.1-terra'),
    );
    const settle = async () => {
      const { body } = await beside.post(`${agent.path}/run`, { message: 'Go.' }, { prefer: 'respond-async' });
      return eventually(
        () => agent.read(body.id),
        ({ status }) => ['held', 'failed', 'completed'].includes(status),
      );
    };
    // The worker notices within its poll interval. From then on a run waits until a person fixes the cause.
    const held = await eventually(settle, ({ status }) => status === 'held');
    expect(JSON.stringify(held)).toContain('no longer configured');
  });

  it('appears in the audit log but in no server log, and only its last characters are shown', async () => {
    const events = await world.db
      .selectFrom('audit_events')
      .select(['event_type', 'org_id', 'resource_id', 'payload'])
      .where('resource_type', '=', 'model_key')
      .execute();
    expect(events).toEqual(
      expect.arrayContaining([
        {
          event_type: 'model_key.set',
          org_id: null,
          resource_id: 'OPENAI_API_KEY',
          payload: { variable: 'OPENAI_API_KEY', last_four: 'aaaa' },
        },
        expect.objectContaining({ event_type: 'model_key.removed', resource_id: 'HOUSE_KEY' }),
      ]),
    );
    const logs = readdirSync(stack.info.dataDir).filter((name) => name.endsWith('.log'));
    expect(logs.length).toBeGreaterThanOrEqual(3);
    const written = logs.map((name) => readFileSync(join(stack.info.dataDir, name), 'utf8'));
    const expectedMessage = [...responses, ...written, JSON.stringify(events), JSON.stringify(await stored())];
    expect(expectedMessage.filter((text) => text.includes('canary'))).toEqual([]);
  });
});
