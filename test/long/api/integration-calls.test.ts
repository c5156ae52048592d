import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getToolResults, makeAgent, play } from '../../support/agents.ts';
import { eventually, type Json, openWorld, type Tenant, type World } from '../../support/client.ts';
import { NEVER, type Scene, startScene } from '../../support/scene.ts';
import { authorize, makeIntegration, openAccount, type TestAccount } from '../../support/services.ts';
import type { Account, ScriptedAnswer } from '../../support/services-server.ts';

let world: World;
let tenant: Tenant;

beforeAll(async () => {
  world = openWorld();
  tenant = await world.tenant();
});
afterAll(() => world.close());

/** An authorized integration with its account. */
interface Connected {
  readonly id: string;
  readonly account: TestAccount;
  /** Names of the tools for models, by tool id. */
  readonly names: Readonly<Record<string, string>>;
}

async function connect(type: string, script: Account = {}): Promise<Connected> {
  const record = await makeIntegration(tenant, type);
  const account = await openAccount(script);
  await authorize(tenant, record.id, account);
  return { id: record.id, account, names: toToolNames(record) };
}

const toToolNames = (record: Json): Record<string, string> =>
  Object.fromEntries(record.available_tools.map((tool: Json) => [tool.id, tool.name]));

const fieldsFor = (...ids: string[]) => ({ integrations: ids.map((id) => ({ project_integration_id: id })) });

/** Runs a model that calls an integration with scripted responses, without approvals unless `policy` is set. */
async function run(
  { id, account, names }: Connected,
  calls: readonly (readonly [tool: string, args: object])[],
  { answers = [], policy = NEVER }: { answers?: readonly ScriptedAnswer[]; policy?: object } = {},
): Promise<Scene & { results: Json[] }> {
  await account.answer(...answers);
  const listApiRequests = calls.map(([tool, args]) => ({ name: names[tool] ?? tool, arguments: args }));
  const scene = await startScene(world, tenant, listApiRequests, { policy, fields: fieldsFor(id) });
  const results =
    scene.run.status === 'completed'
      ? (await getToolResults(world, scene.key)).map((text) => JSON.parse(text.replace(/^error: /, '')))
      : [];
  return { ...scene, results };
}

/** Returns the requests to the APIs, except for authorization. */
const listApiRequests = async ({ account }: Connected, path = '/') =>
  (await account.requests()).filter(
    (request) => request.path.startsWith(path) && !/token|access|userinfo|auth\.test|^\/user$/.test(request.path),
  );

const effects = async ({ agent, run: { id } }: Scene): Promise<Json[]> =>
  (await tenant.owner.get(`${agent.path}/run/${id}/effects`)).body.results;

const SHEET = { spreadsheet_id: 'sheet-1', range: 'Budget!A1:B2' };
const ISSUE = { owner: 'acme', repository: 'shop', title: 'It broke' };
const REPO = { owner: 'acme', repository: 'shop' };

describe('an integration of an agent', () => {
  it('is attached by users who can use it, with tools that it has', async () => {
    const { id } = await makeIntegration(tenant, 'github');
    const fields = (integrations: unknown) => ({ name: 'A', instruction: 'x', llm_model_id: 'scripted', integrations });
    const item = { project_integration_id: id, allowed_tool_ids: ['get_issue'] };
    const made = await makeAgent(tenant, fields([item]));
    expect(made.record.integrations).toEqual([item]);
    const attach = (items: unknown, client = tenant.owner) =>
      client.post(`${tenant.project}/task-agent`, fields(items));
    const refused = (...at: (string | number)[]) => ({
      status: 422,
      body: { detail: [{ loc: ['body', 'integrations', ...at] }] },
    });
    const wrong = [{ ...item, allowed_tool_ids: ['get_issue', 'nothing'] }];
    expect(await attach(wrong)).toMatchObject(refused(0, 'allowed_tool_ids', 1));
    expect(await attach([item, item])).toMatchObject(refused(1, 'project_integration_id'));
    const foreign = await world.tenant();
    const other = await makeIntegration(foreign, 'github');
    for (const project_integration_id of [other.id, tenant.projectId])
      expect(await attach([{ project_integration_id }])).toMatchObject(refused(0, 'project_integration_id'));
    const viewer = await tenant.member({ project: 'viewer' });
    const grants = `${tenant.project}/task-agent/${made.id}/iam/members/user:${viewer.userId}`;
    await tenant.owner.post(grants, { add: ['editor'] });
    const more = { integrations: [item, { project_integration_id: (await makeIntegration(tenant, 'slack')).id }] };
    expect(await viewer.post(made.path, more)).toMatchObject({ status: 403 });
    expect(await viewer.post(made.path, { instruction: 'y', integrations: [item] })).toMatchObject({ status: 200 });
    for (const allowed_tool_ids of [null, ['get_issue', 'create_issue']])
      expect(await viewer.post(made.path, { integrations: [{ ...item, allowed_tool_ids }] })).toMatchObject({
        status: 403,
      });
    expect((await tenant.owner.get(made.path)).body.revisions[0].integrations).toEqual([item]);
    const less = { integrations: [{ ...item, allowed_tool_ids: [] }] };
    expect(await viewer.post(made.path, less)).toMatchObject({ status: 200, body: { revisions: [less, {}, {}] } });
  });

  it('passes what it reads to the model, and the run lists the tools that it called', async () => {
    const sheets = await connect('google_sheets');
    const values = { range: SHEET.range, values: [['a', 1]] };
    const scene = await run(sheets, [['read_values', { ...SHEET, values_as: 'FORMULA' }]], {
      answers: [{ body: values }],
    });
    expect(scene.run).toMatchObject({ status: 'completed', integration_tools_invoked: [sheets.names.read_values] });
    expect(scene.results).toEqual([{ status: 200, body: values }]);
    expect(await listApiRequests(sheets)).toMatchObject([
      {
        method: 'GET',
        host: 'sheets.googleapis.com',
        path: '/v4/spreadsheets/sheet-1/values/Budget!A1%3AB2?valueRenderOption=FORMULA',
        headers: { authorization: expect.stringContaining('at-canary') },
      },
    ]);
    expect(await effects(scene)).toEqual([]);
    expect(JSON.stringify(await scene.agent.follow(scene.run.id))).not.toContain('at-canary');
  });

  it('writes once after an approval, as the ledger shows', async () => {
    const github = await connect('github');
    const scene = await run(github, [['create_issue', ISSUE]], {
      answers: [{ status: 201, body: { number: 7 } }],
      policy: { default: 'destructive', rules: [] },
    });
    expect(scene.run.status).toBe('waiting_for_human');
    expect(scene.requests).toMatchObject([{ tool_name: github.names.create_issue, tool_type: 'integration' }]);
    expect(await listApiRequests(github)).toEqual([]);
    await scene.agent.approve(scene.requests[0].id);
    await scene.agent.resume(scene.requests[0].id);
    const sent = await listApiRequests(github);
    expect(sent).toMatchObject([
      { method: 'POST', path: '/repos/acme/shop/issues', headers: { accept: 'application/vnd.github+json' } },
    ]);
    expect(JSON.parse(sent[0]?.body ?? '')).toEqual({ title: 'It broke' });
    expect(await effects(scene)).toMatchObject([{ tool_name: github.names.create_issue, status: 'done' }]);
    expect(await getToolResults(world, scene.key)).toEqual(['{"status":201,"body":{"number":7}}']);
  });

  it('offers only tools that are enabled and allowed', async () => {
    const github = await connect('github');
    await tenant.owner.post(`${tenant.project}/integration/${github.id}`, {
      config: { enabled_tools: ['get_issue', 'create_issue'] },
    });
    const attachment = { project_integration_id: github.id, allowed_tool_ids: ['get_issue', 'list_issues'] };
    const script = await play(world, [{ text: 'Done.' }]);
    const agent = await makeAgent(tenant, { builtin_tools: [], integrations: [attachment] });
    await agent.run(script.message);
    const [request] = await world.model.requests(script.key);
    const { tools } = (request?.body ?? { tools: [] }) as { tools: { function: { name: string } }[] };
    expect(tools.map((tool) => tool.function.name)).toEqual([github.names.get_issue]);
  });

  it('says how to read the next page and how to continue a truncated response', async () => {
    const calendar = await connect('google_calendar');
    const long = 'é'.repeat(50_000);
    const { results } = await run(
      calendar,
      [
        ['list_events', { calendar_id: 'primary' }],
        ['get_event', { calendar_id: 'primary', event_id: 'a' }],
        ['get_event', { calendar_id: 'primary', event_id: 'a', answer_from: 32_000 }],
      ],
      {
        answers: [
          { path: '/calendar/v3/calendars/primary/events?', body: { items: [], nextPageToken: 'p2' } },
          { path: '/calendar/v3/calendars/primary/events/a', body: { long } },
          { path: '/calendar/v3/calendars/primary/events/a', body: { long } },
        ],
      },
    );
    expect(results[0]).toMatchObject({ next_page: { page_token: 'p2' } });
    const whole = JSON.stringify({ long });
    expect(results[1]).toMatchObject({
      cut: { from: 0, to: 32_000, of: whole.length },
      read_on: { answer_from: 32_000 },
    });
    expect(results[1].body + results[2].body).toBe(whole);
    expect(results[2].read_on).toBeUndefined();
    const github = await connect('github');
    const link =
      '<https://api.github.com/repositories/1/issues?page=3&per_page=1>; rel="next", <https://x.example?page=9>; rel="last"';
    const issues = await run(github, [['list_issues', { ...REPO, page: 2 }]], {
      answers: [{ headers: { link }, body: [] }],
    });
    expect(issues.results).toEqual([{ status: 200, body: [], next_page: { page: 3 } }]);
  });

  it('stores binary content as files of the run, and decodes base64url texts', async () => {
    const github = await connect('github');
    const file = await run(github, [['read_file', { ...REPO, path: 'logo.bin' }]], { answers: [{ bytes: 5000 }] });
    const [{ file: kept }] = file.results;
    expect(kept).toMatchObject({ size: 5000, media_type: 'application/octet-stream' });
    expect(file.run.files).toMatchObject([{ name: kept.name, size: 5000 }]);
    const mail = await connect('google_gmail');
    const data = Buffer.from('Guten Tag, Jürgen').toString('base64url');
    const read = await run(mail, [['read_message', { message_id: 'm1' }]], {
      answers: [{ body: { payload: { parts: [{ body: { data } }] } } }],
    });
    expect(read.results[0].body.payload.parts[0].body.data).toBe('Guten Tag, Jürgen');
  });

  it('sends mail as approved, without headers that the model made up', async () => {
    const mail = await connect('google_gmail');
    const words = { to: ['ann@example.com'], subject: 'Hello', text: 'Dear Ann' };
    const { results } = await run(mail, [
      ['send_message', words],
      ['send_message', { ...words, subject: 'Hello\r\nBcc: eve@example.com' }],
    ]);
    expect(results[0]).toMatchObject({ status: 200 });
    expect(results[1]).toMatchObject({ reason: 'TOOL_FAILED', message: expect.stringContaining('subject') });
    const sent = await listApiRequests(mail);
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({ path: '/upload/gmail/v1/users/me/messages/send?uploadType=media' });
    expect(sent[0]?.body).toContain('To: ann@example.com\r\nSubject: Hello\r\n');
  });
});

describe('an API that does not respond as requested', () => {
  it('is retried after the delay that it requests unless that is too long, and writes are retried only if they certainly had no effect', async () => {
    const github = await connect('github');
    const soon = { status: 429, headers: { 'retry-after': '0' } };
    const read = await run(github, [['get_issue', { ...REPO, number: 1 }]], {
      answers: [soon, { status: 503, headers: { 'retry-after': '0' } }, { body: { number: 1 } }],
    });
    expect(read.results).toEqual([{ status: 200, body: { number: 1 } }]);
    expect(await listApiRequests(github)).toHaveLength(3);
    const write = await run(github, [['create_issue', ISSUE]], { answers: [soon, { body: { number: 2 } }] });
    expect(write.results).toEqual([{ status: 200, body: { number: 2 } }]);
    const storm = await run(github, [['get_issue', { ...REPO, number: 3 }]], {
      answers: [soon, soon, soon, soon, soon],
    });
    expect(storm.results).toMatchObject([{ reason: 'TOOL_FAILED', message: expect.stringContaining('429') }]);
    expect(await listApiRequests(github, '/repos/acme/shop/issues/3')).toHaveLength(4);
    const late = await run(await connect('github'), [['get_issue', { ...REPO, number: 4 }]], {
      answers: [{ status: 429, headers: { 'retry-after': '3600' } }],
    });
    expect(late.results).toMatchObject([{ message: expect.stringContaining('3600 s') }]);
    const runs = (await tenant.owner.get(`${storm.agent.path}/run?had_integration_tool_fail=true`)).body.results;
    expect(runs.map((row: Json) => row.id)).toEqual([storm.run.id]);
  });

  it.each<[string, ScriptedAnswer, string]>([
    ['an error', { status: 404, body: { message: 'Not Found' } }, '404: {"message":"Not Found"}'],
    ['an error page', { status: 500, body: '<h1>Oops</h1>', headers: { 'content-type': 'text/html' } }, '500'],
  ])('that responds to a read with %s returns that error to the model', async (_name, answer, words) => {
    const { results } = await run(await connect('github'), [['get_issue', { ...REPO, number: 1 }]], {
      answers: [answer],
    });
    expect(results).toMatchObject([{ reason: 'TOOL_FAILED', message: expect.stringContaining(words) }]);
  });

  it('can respond with a web page, fifty megabytes or endless nesting, or echo its secret', async () => {
    const github = await connect('github');
    const html = { headers: { 'content-type': 'text/html' }, body: `<html>${'x'.repeat(9000)}` };
    const big = { headers: { 'content-type': 'application/json' }, bytes: 50_000_000 };
    const deep = '['.repeat(5000) + ']'.repeat(5000);
    const read = ['get_issue', { ...REPO, number: 1 }] as const;
    for (const [answer, check] of [
      [html, (results: Json) => expect(results).toMatchObject({ note: expect.stringContaining('web page') })],
      [
        big,
        (results: Json) =>
          expect(results.cut).toMatchObject({ from: 0, to: 32_000, of: expect.stringContaining('more than') }),
      ],
      [
        { bytes: 50_000_000 },
        (results: Json) => expect(results).toMatchObject({ note: expect.stringContaining('not stored') }),
      ],
      [{ body: deep }, (results: Json) => expect(results).toEqual({ status: 200, body: deep })],
      [{ echo: true }, (results: Json) => expect(results.body.headers.authorization).toBe('Bearer [removed]')],
    ] as const) {
      const { results } = await run(github, [read], { answers: [answer] });
      expect(JSON.stringify(results).length).toBeLessThan(70_000);
      check(results[0]);
    }
  });

  it('that leaves open whether a write happened leads to a question to a person, and is not called again before a no', async () => {
    const github = await connect('github');
    const scene = await run(github, [['create_issue', ISSUE]], { answers: [{ status: 502, body: 'bad gateway' }] });
    expect(scene.run).toMatchObject({ status: 'waiting_for_human', waiting_for: { kind: 'approval' } });
    expect(scene.requests).toMatchObject([{ kind: 'confirm_effect' }]);
    expect(await listApiRequests(github)).toHaveLength(1);
    await scene.agent.reject(scene.requests[0].id);
    const over = await scene.agent.resume(scene.requests[0].id);
    expect(over.body).toMatchObject({ status: 'completed' });
    expect(await listApiRequests(github)).toHaveLength(2);
  });

  it('that responds with ok: false in a 200 has failed and written nothing', async () => {
    const slack = await connect('slack');
    const scene = await run(slack, [['send_message', { channel: 'C1', text: 'Hi' }]], {
      answers: [{ body: { ok: false, error: 'channel_not_found' } }],
    });
    expect(scene.results).toMatchObject([
      { reason: 'TOOL_FAILED', message: expect.stringContaining('channel_not_found') },
    ]);
    expect(await effects(scene)).toMatchObject([{ status: 'failed' }]);
  });
});

describe('an invalid token', () => {
  it('is refreshed once, and the call is made', async () => {
    const docs = await connect('google_docs');
    await docs.account.end('access');
    // Otherwise a rejected new token would be refreshed again and again.
    await sql`update connection_credentials set obtained_at = now() - interval '30 minutes' where id = ${docs.id}`.execute(
      world.db,
    );
    const { results } = await run(docs, [['read_document', { document_id: 'd1' }]], {
      answers: [{ body: { title: 'T' } }],
    });
    expect(results).toMatchObject([{ status: 200, body: { title: 'T' } }]);
    const grants = (await docs.account.requests()).filter((request) => request.path === '/token');
    expect(grants.map((request) => new URLSearchParams(request.body).get('grant_type'))).toEqual([
      'authorization_code',
      'refresh_token',
    ]);
  });

  it.each<[string, string, object]>([
    ['google_sheets', 'append_rows', { ...SHEET, rows: [['a']] }],
    ['github', 'create_issue', ISSUE],
    ['slack', 'send_message', { channel: 'C1', text: 'Hi' }],
  ])(
    'with %s that cannot be refreshed lets the call wait for a new authorization, and the call is then made once',
    async (type, tool, args) => {
      const lost = await connect(type);
      await lost.account.end('grant');
      const scene = await run(lost, [[tool, args]]);
      expect(scene.run).toMatchObject({ status: 'waiting_for_human', waiting_for: { kind: 'reconnect' } });
      expect(scene.run.waiting_for.detail).toContain('authorize');
      const state = (await tenant.owner.get(`${tenant.project}/integration/${lost.id}`)).body;
      expect(state.status).toBe('needs_authorization');
      const again = await openAccount();
      await authorize(tenant, lost.id, again);
      const over = await eventually(
        () => scene.agent.read(scene.run.id),
        (row) => row.completed !== null,
      );
      expect(over).toMatchObject({ status: 'completed' });
      expect(await listApiRequests({ ...lost, account: again })).toHaveLength(1);
      expect(await effects(scene)).toMatchObject([{ status: 'done' }]);
    },
  );

  it('that is missing or was revoked lets the call wait too, and the call ends when the integration is deleted', async () => {
    const github = await connect('github');
    await tenant.owner.post(`${tenant.project}/integration/${github.id}/disconnect`);
    const scene = await run(github, [['get_issue', { ...REPO, number: 1 }]]);
    expect(scene.run).toMatchObject({ waiting_for: { kind: 'reconnect' } });
    await tenant.owner.delete(`${tenant.project}/integration/${github.id}`);
    const over = await eventually(
      () => scene.agent.read(scene.run.id),
      (row) => row.completed !== null,
    );
    expect(over).toMatchObject({ status: 'completed' });
    expect((await getToolResults(world, scene.key)).join()).toContain('was deleted');
    expect(await listApiRequests(github)).toEqual([]);
  });
});

describe('an API with a document', () => {
  const servicesUrl = async () => (await import('vitest')).inject('servers').servicesUrl;
  const document = {
    openapi: '3.0.3',
    info: { title: 'Orders', version: '1' },
    paths: {
      '/orders': {
        get: {
          operationId: 'listOrders',
          parameters: [{ name: 'tag', in: 'query', schema: { type: 'array', items: { type: 'string' } } }],
          responses: { 200: { description: 'ok' } },
        },
        post: {
          operationId: 'createOrder',
          parameters: [{ name: 'Idempotency-Key', in: 'header', schema: { type: 'string' } }],
          requestBody: {
            content: { 'application/json': { schema: { type: 'object', properties: { item: { type: 'string' } } } } },
          },
          responses: { 200: { description: 'ok' } },
        },
      },
    },
  };

  it.each(['bearer', 'header', 'query', 'basic'])(
    'is called with its key as %s, at its own address only, with the call’s id as idempotency key if supported',
    async (kind) => {
      const account = await openAccount();
      const key = account.name;
      const credential = {
        bearer: { kind, value: key },
        header: { kind, name: 'X-Api-Key', value: key },
        query: { kind, name: 'key', value: key },
        basic: { kind, username: 'me', password: key },
      }[kind];
      const config = { document, base_url: `${await servicesUrl()}/orders.example`, credential };
      const { id } = await makeIntegration(tenant, 'openapi', { config });
      const path = `${tenant.project}/integration/${id}`;
      const all = (await tenant.owner.get(`${path}?include_disabled_tools=true`)).body.available_tools;
      const ids = all.map((tool: Json) => tool.id);
      const enabled = (await tenant.owner.post(path, { config: { enabled_tools: ids } })).body;
      const [list, create] = enabled.available_tools.map((tool: Json) => tool.name);
      await account.answer({ body: { orders: [] } }, { echo: true });
      const calls = [
        { name: list, arguments: { tag: ['a', 'b'] } },
        { name: create, arguments: { body: { item: 'Lamp' } } },
      ];
      const scene = await startScene(world, tenant, calls, { policy: NEVER, fields: fieldsFor(id) });
      expect(scene.run.status).toBe('completed');
      const requests = await account.requests();
      const [read, write] = [
        requests.find(({ method }) => method === 'GET'),
        requests.find(({ method }) => method === 'POST'),
      ];
      expect(read?.path).toContain('/orders?tag=a&tag=b');
      expect(write).toMatchObject({ body: '{"item":"Lamp"}' });
      const [{ tool_call_id }] = await effects(scene);
      expect(write?.headers['idempotency-key']).toBe(tool_call_id);
      const results = await getToolResults(world, scene.key);
      expect(results.join()).toContain('[removed]');
      for (const text of [...results, JSON.stringify(await scene.agent.follow(scene.run.id))])
        expect(text).not.toContain(key);
    },
  );
});
