import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { play } from '../support/agents.ts';
import { type ApiResponse, type Json, openWorld, type Tenant, type World } from '../support/client.ts';
import { createPerson } from '../support/identity.ts';

let world: World;
let tenant: Tenant;
let task: Json;
let agent: Json;

const TASK = { enabled: true, llm_model_id: 'scripted', system_prompt: '', user_prompt: 'Say {word}.' };
const AGENT = { instruction: 'Help.', llm_model_id: 'scripted' };

beforeAll(async () => {
  world = openWorld();
  tenant = await world.tenant();
  task = (await tenant.owner.post(`${tenant.project}/task`, { ...TASK, name: 'Forms' })).body;
  agent = (await tenant.owner.post(`${tenant.project}/task-agent`, { ...AGENT, name: 'Forms' })).body;
});
afterAll(() => world.close());

const placesIn = (answer: ApiResponse): Json[] => answer.body.detail.map((item: Json) => item.loc);

describe('null in a request body', () => {
  it('counts as omitted for an optional field of a create, at every depth', async () => {
    const answer = await tenant.owner.post(`${tenant.project}/task-agent`, {
      ...AGENT,
      name: 'Nulls',
      description: null,
      mode: null,
      max_turns: null,
      task_tools: [{ task_id: task.id, is_output_formatter: null }],
      approval_policy: { default: null, rules: [{ tool: 'calculator', mode: 'always', expires_in: null }] },
    });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      description: '',
      mode: 'agentic',
      task_tools: [{ task_id: task.id, is_output_formatter: false }],
      approval_policy: { default: 'destructive', rules: [{ tool: 'calculator', mode: 'always' }] },
    });
    expect(answer.body.approval_policy.rules[0]).not.toHaveProperty('expires_in');
  });

  it('is ignored on an update for a field that is never null, and clears one that can be', async () => {
    const path = `${tenant.project}/task-agent/${agent.id}`;
    const set = await tenant.owner.post(path, { description: 'Kept', max_credits: '5' });
    expect(set.body.revisions[0].max_credits).toBe('5');
    const cleared = await tenant.owner.post(path, { name: null, description: null, max_credits: null });
    expect(cleared.status).toBe(200);
    expect(cleared.body).toMatchObject({ name: 'Forms', description: 'Kept' });
    expect(cleared.body.revisions[0].max_credits).toBeNull();
  });

  it('returns 422 for a required field', async () => {
    const answer = await tenant.owner.post(`${tenant.project}/task-agent`, { ...AGENT, name: null });
    expect(answer.status).toBe(422);
    expect(placesIn(answer)).toEqual([['body', 'name']]);
  });

  it('counts as omitted in the settings of a type too, and in the values of a map', async () => {
    const guardrail = { guardrail: 'length', config: { max_characters: 900, min_characters: null } };
    const processor = { param_name: 'word', input_processor: 'document_content_extractor', config: { strategy: null } };
    const made = await tenant.owner.post(`${tenant.project}/task`, {
      ...TASK,
      name: 'Null settings',
      guardrails: { input: [guardrail] },
      input_processors: [processor],
    });
    expect(made.body.revisions).toMatchObject([
      { guardrails: { input: [{ config: { max_characters: 900 } }] }, input_processors: [{ config: {} }] },
    ]);
    expect(JSON.stringify(made.body.revisions)).not.toMatch(/min_characters|strategy/);
    const config = { to: ['a@b.example'], subject: null };
    const forwarder = await tenant.owner.post(`${tenant.project}/task_forwarder`, { type: 'email', name: 'N', config });
    expect(forwarder.body.config).toEqual({ to: ['a@b.example'] });
    const edited = await tenant.owner.post(`${tenant.project}/task_forwarder/${forwarder.body.id}`, {
      config: { ...config, text: null },
    });
    expect([edited.status, edited.body.config]).toEqual([200, { to: ['a@b.example'] }]);
    const set = await tenant.owner.post(`${tenant.project}/task/${task.id}/eval/set`, {
      name: 'Null settings',
      task_run_ids: [],
      scorers: [{ scorer: 'latency', config: { max_ms: 5, times_reference: null } }],
    });
    expect(set.body.scorers).toEqual([{ scorer: 'latency', config: { max_ms: 5 } }]);
    const dependency = { type: 'mcp_server', server_url: 'https://mcp.example.com/mcp', slug: null, name: null };
    const skill = await tenant.owner.post(`${tenant.project}/skill`, {
      display_name: 'Null settings',
      instructions: 'Do.',
      assets: { 'a.bin': { content: 'AAAA', media_type: null } },
      capabilities: { schema_version: 1, dependencies: [{ ...dependency, required: null }] },
    });
    const content = await tenant.owner.get(`${tenant.project}/skill/${skill.body.id}/content`);
    const { slug: _, name: __, ...kept } = dependency;
    expect(content.body).toMatchObject({ assets: { 'a.bin': { size: 3 } } });
    expect(content.body.capabilities.dependencies).toEqual([{ ...kept, required: true }]);
  });

  it('is preserved in a value that belongs to the caller', async () => {
    const run = await tenant.owner.post(`${tenant.project}/task/${task.id}/run`, {
      task_input: { word: 'a', more: null },
      task_files: null,
    });
    expect(run.status).toBe(200);
    expect(run.body.run_data.submitted).toEqual({ word: 'a', more: null });
  });
});

describe('an identifier in upper case', () => {
  const capitals = (id: string) => id.toUpperCase();

  it('in a body means the same as in lower case, at every depth, and is stored in lower case', async () => {
    const skill = (await tenant.owner.post(`${tenant.project}/skill`, { display_name: 'C', instructions: 'Do.' })).body;
    const attached = {
      task_tools: [{ task_id: capitals(task.id) }],
      skills: [{ skill_id: capitals(skill.id), skill_revision_id: capitals(skill.active_revision_id) }],
    };
    const made = await tenant.owner.post(`${tenant.project}/task-agent`, { ...AGENT, name: 'Capitals', ...attached });
    expect(made.body).toMatchObject({
      task_tools: [{ task_id: task.id }],
      skills: [{ skill_id: skill.id, skill_revision_id: skill.active_revision_id }],
    });
    const path = `${tenant.project}/task-agent/${made.body.id}`;
    const { message, key } = await play(world, [{ text: 'Done.' }]);
    const run = (await tenant.owner.post(`${path}/run`, { message })).body;
    const [asked] = await world.model.requests(key);
    expect(JSON.stringify(asked?.body)).toContain('"Forms"');
    const { task_agent_revision_id: revision_id, session_id } = run;
    const named = { session_id: capitals(session_id), revision_id: capitals(revision_id) };
    const next = await tenant.owner.post(`${path}/run`, { message: 'Go on.', ...named });
    expect([next.status, next.body.session_id]).toEqual([200, session_id]);
    const edited = (await tenant.owner.post(path, { instruction: 'Help more.' })).body.revisions[0].id;
    const active = await tenant.owner.post(path, { active_revision_id: capitals(edited) });
    expect(active.body).toMatchObject({ active_revision_id: edited });
  });

  it('in a query means the same too, and is preserved in text that belongs to the caller', async () => {
    const word = capitals(task.id);
    const run = (await tenant.owner.post(`${tenant.project}/task/${task.id}/run`, { task_input: { word } })).body;
    expect(run.run_data.submitted).toEqual({ word });
    const [revision] = task.revisions;
    const filter = `task_id=${word}&task_revision_id=${capitals(revision.id)}`;
    const found = await tenant.owner.get(`${tenant.project}/task_run?${filter}`);
    expect(found.body.results.map(({ id }: Json) => id)).toContain(run.id);
    const path = `${tenant.project}/task-agent/${agent.id}/run?revision_id=${capitals(agent.active_revision_id)}`;
    const twice = await tenant.owner.post(path, { message: 'Hi.', revision_id: agent.active_revision_id });
    expect(twice.status).toBe(200);
  });
});

describe('an optional name', () => {
  it('can be omitted for a new OAuth client and in a project update', async () => {
    const client = await tenant.owner.post(`${tenant.project}/oauth_client`, {});
    expect([client.status, client.body.name]).toEqual([200, 'OAuth client']);
    const project = await tenant.owner.post(tenant.project, {});
    expect([project.status, project.body.name]).toEqual([200, 'Test']);
  });
});

describe('a path in a 422', () => {
  it('is a number in a list, and text in an object, whatever it looks like', async () => {
    const weights = [
      { task_revision_id: task.revisions[0].id, weight: 1 },
      { task_revision_id: task.revisions[0].id, weight: 'much' },
    ];
    const inList = await tenant.owner.post(`${tenant.project}/task/${task.id}`, { active_revisions: weights });
    expect(placesIn(inList)).toEqual([['body', 'active_revisions', 1, 'weight']]);
    const unstorable = await tenant.owner.post(`${tenant.project}/task/${task.id}`, { tags: ['a', 'b\u0000'] });
    expect(placesIn(unstorable)).toEqual([['body', 'tags', 1]]);
    const inObject = await tenant.owner.post(`${tenant.project}/task/${task.id}`, { llm_config: { 7: 'a\u0000' } });
    expect(placesIn(inObject)).toEqual([['body', 'llm_config', '7']]);
    const roles = await tenant.owner.post(`/org/${tenant.orgId}/invite`, {
      email_address: 'a@b.example',
      project_roles: { 5: [3] },
    });
    expect(roles.status).toBe(422);
    expect(placesIn(roles)).toContainEqual(['body', 'project_roles', '5', 0]);
    const inQuery = await tenant.owner.get(`${tenant.project}/model?vision=true&vision=perhaps`);
    expect(placesIn(inQuery)).toEqual([['query', 'vision', 1]]);
  });
});

describe('a body without a content type', () => {
  const send = async (headers: Record<string, string>, path: string, body: string) => {
    // Fetch sets no content type for a body of bytes.
    const response = await fetch(tenant.owner.url(path), { method: 'POST', headers, body: Buffer.from(body) });
    return { status: response.status, body: (await response.json()) as Json };
  };

  it('is JSON if the credential is in the Authorization header', async () => {
    const authorization = `Bearer ${tenant.key}`;
    const path = `${tenant.project}/task`;
    const made = await send({ authorization }, path, JSON.stringify({ ...TASK, name: 'Untyped' }));
    expect([made.status, made.body.name]).toEqual([200, 'Untyped']);
    const broken = await send({ authorization }, path, '{"name":');
    expect([broken.status, broken.body.detail.reason]).toEqual([400, 'MALFORMED_BODY']);
  });

  it('is rejected with a session cookie, and if no credential is required', async () => {
    const { browser, signIn } = await createPerson(world);
    await signIn();
    const cookie = [...browser.cookies()].map(([name, { value }]) => `${name}=${value}`).join('; ');
    const own = { cookie, 'sec-fetch-site': 'same-origin' };
    const untyped = await send(own, '/user', '{"bio":"x"}');
    expect([untyped.status, untyped.body.detail.reason]).toEqual([400, 'UNSUPPORTED_CONTENT_TYPE']);
    const typed = await send({ ...own, 'content-type': 'application/json' }, '/user', '{"bio":"x"}');
    expect([typed.status, typed.body.bio]).toEqual([200, 'x']);
    const nobody = await send({}, '/identity/sign-in', '{"email":"a@b.example","password":"x"}');
    expect([nobody.status, nobody.body.detail.reason]).toEqual([400, 'UNSUPPORTED_CONTENT_TYPE']);
  });
});

describe('a text field of a form', () => {
  const run = (fields: Record<string, string>) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    return tenant.owner.post(`${tenant.project}/task/${task.id}/run`, form);
  };

  it('is parsed as JSON only if the schema has an object or a list there', async () => {
    const answer = await run({ task_input: '{"word": "a"}', task_reference: '[4711] {open', unknown: '{not JSON' });
    expect(answer.status).toBe(200);
    expect(answer.body.reference).toBe('[4711] {open');
    const broken = await run({ task_input: '{"word":' });
    expect(broken.status).toBe(422);
    expect(broken.body.detail).toMatchObject([
      { loc: ['body', 'task_input'], type: 'json_invalid', code: 'invalid_json', params: {} },
    ]);
  });
});

describe('a query string', () => {
  it('may contain a repeated key with [] or without', async () => {
    const names = async (query: string) =>
      (await tenant.owner.get(`${tenant.project}/model?${query}`)).body.map((model: Json) => model.name);
    const seeing = await names('vision=true');
    const all = await names('');
    expect(seeing.length).toBeLessThan(all.length);
    expect(await names('vision[]=true')).toEqual(seeing);
    expect(await names('vision%5B%5D=true')).toEqual(seeing);
    for (const both of ['vision=true&vision=false', 'vision[]=true&vision[]=false', 'vision=true&vision[]=false'])
      expect(await names(both)).toEqual(all);
  });

  it('accepts a date alone and a time without an offset as UTC', async () => {
    const [day, time] = new Date(task.created).toISOString().split(/[TZ]/);
    await tenant.owner.post(`${tenant.project}/task/${task.id}/run`, { task_input: { word: 'dated' } });
    const found = async (key: string, moment: string) => {
      const answer = await tenant.owner.get(`${tenant.project}/task_run?${key}=${encodeURIComponent(moment)}`);
      expect(answer.status, moment).toBe(200);
      return answer.body.results.length > 0;
    };
    const before = `${day}T${time}`;
    for (const moment of [`${day}`, before, `${before}Z`, `${before}+00:00`, before.replace('T', ' ')]) {
      expect(await found('start_date', moment), moment).toBe(true);
      expect(await found('end_date', moment), moment).toBe(false);
    }
  });

  it.each(['2026-02-30', '2026-13-01', '0000-01-01', '2026-01-01T25:00', '2026-01-01T00:00+99:00', 'today', '1'])(
    'with the date %s returns 422',
    async (moment) => {
      const query = `start_date=${encodeURIComponent(moment)}`;
      for (const list of ['task_run', 'audit_event']) {
        const answer = await tenant.owner.get(`${tenant.project}/${list}?${query}`);
        expect(answer.status).toBe(422);
        expect(placesIn(answer)).toEqual([['query', 'start_date']]);
      }
    },
  );
});

describe('the Accept header', () => {
  const typeFor = async (path: string, accept: string, body?: object) => {
    const abort = new AbortController();
    const response = await fetch(tenant.owner.url(path), {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${tenant.key}`, 'content-type': 'application/json', accept },
      body: body === undefined ? null : JSON.stringify(body),
      signal: abort.signal,
    });
    abort.abort();
    return response.headers.get('content-type')?.split(';')[0];
  };
  const JSON_TYPE = 'application/json';
  const EVENTS = 'text/event-stream';

  it.each([
    ['*/*', JSON_TYPE],
    ['text/event-stream;q=0, application/json', JSON_TYPE],
    ['text/event-stream;q=0.5, application/json;q=0.9', JSON_TYPE],
    ['application/json;q=0.5, text/event-stream', EVENTS],
    ['text/event-stream, application/json', EVENTS],
    ['application/json, text/event-stream', JSON_TYPE],
    ['application/json;q=0.7, text/event-stream;q=0.7', JSON_TYPE],
    ['text/event-stream;q=0.7, application/json;q=0.7', EVENTS],
    ['text/event-stream, */*;q=0.1', EVENTS],
    ['TEXT/Event-Stream', EVENTS],
    ['text/*', EVENTS],
    ['text/event-stream-other', JSON_TYPE],
    ['text/html', JSON_TYPE],
    ['', JSON_TYPE],
  ])('%j returns %s for every stream', async (accept, type) => {
    const run = await tenant.owner.post(`${tenant.project}/task-agent/${agent.id}/run`, { message: 'hello' });
    const path = `${tenant.project}/task-agent/${agent.id}/run`;
    expect(await typeFor(`${tenant.project}/changes`, accept)).toBe(type);
    expect(await typeFor(`${path}/${run.body.id}/events`, accept)).toBe(type);
    expect(await typeFor(`${path}/${run.body.id}/resume`, accept, {})).toBe(type);
    expect(await typeFor(path, accept, { message: 'hello' })).toBe(type);
  });
});

describe('a name', () => {
  it.each<[string, string, object]>([
    ['an eval set', 'EVALS/set', { task_agent_run_ids: [] }],
    ['a source', '/knowledge_source', { kind: 'web', config: { urls: ['https://a.example/'] } }],
    ['a partner', '/partner', { description: '' }],
    ['an integration', '/integration', { type: 'github' }],
    ['an MCP server', '/task_mcp_server', { server_url: 'http://127.0.0.1:9/mcp' }],
    ['a forwarder', '/task_forwarder', { type: 'webhook', config: { url: 'https://a.example/' } }],
    ['a tag', '/task/tag', {}],
    ['a reporting group', '/reporting-groups', {}],
    ['an OAuth client', '/oauth_client', {}],
  ])('of %s has no invisible characters', async (_, place, rest) => {
    const evals = `${tenant.project}/task-agent/${agent.id}/eval`;
    const path = place === '/partner' ? place : `${place.startsWith('EVALS') ? '' : tenant.project}${place}`;
    for (const name of ['Shop\u200B', '\u202Epohs', 'Shop\nShop', '\u2800']) {
      const answer = await tenant.owner.post(path.replace('EVALS', evals), { ...rest, name });
      expect([answer.status, placesIn(answer)], JSON.stringify(name)).toEqual([422, [['body', 'name']]]);
    }
  });

  it('of a collection or a document has none either, and they are removed from titles of files', async () => {
    for (const [path, body] of [
      ['/collection', {}],
      ['/document', { text: 'a' }],
    ] as const) {
      const answer = await tenant.owner.post(`${tenant.project}${path}`, { ...body, title: 'Terms\u200B' });
      expect([answer.status, placesIn(answer)], path).toEqual([422, [['body', 'title']]]);
    }
    const form = new FormData();
    form.set('data', '{}');
    form.set('files', new Blob(['Goods may be returned.']), 'Terms\u200B.txt');
    const { body } = await tenant.owner.post(`${tenant.project}/document/upload`, form);
    expect(body.documents).toMatchObject([{ title: 'Terms.txt' }]);
  });
});
