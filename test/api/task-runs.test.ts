import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Client, eventually, type Json, openWorld, type Tenant, type World } from '../support/client.ts';
import { findProfileApi } from '../support/profile-api.ts';
import { MODEL_KEY } from '../support/stack.ts';

let world: World;
let tenant: Tenant;
let tasks: string;

beforeAll(async () => {
  world = openWorld();
  tenant = await world.tenant();
  tasks = `${tenant.project}/task`;
});
afterAll(() => world.close());

/** A new task whose prompt is its one variable `text`. */
async function create(fields: object = {}, owner = tenant): Promise<Json> {
  const answer = await owner.owner.post(`${owner.project}/task`, {
    name: `T ${randomUUID()}`,
    enabled: true,
    llm_model_id: 'scripted',
    system_prompt: '',
    user_prompt: '{text}',
    ...fields,
  });
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body;
}

const JSON_TASK = { output_modality: 'json', output_format: { mood: { type: 'str', options: ['good', 'bad'] } } };

/** A new script for one run, and the input that uses it. */
async function scripted(steps: Parameters<World['model']['script']>[1], by: 'turn' | 'call' = 'turn') {
  const key = `task-runs-${randomUUID()}`;
  await world.model.script(key, steps, { by });
  return { key, task_input: { text: `Go ${world.model.marker(key)}` } };
}

async function runRows(taskId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from task_runs where task_id = ${taskId}`.execute(
    world.db,
  );
  return rows[0]?.n ?? -1;
}

async function creditsOf(orgId: string): Promise<string> {
  const { rows } = await sql<{
    credits: string;
  }>`select credits::text from organization_accounts where org_id = ${orgId}`.execute(world.db);
  return rows[0]?.credits ?? '';
}

const messagesOf = (record: { body: unknown }) =>
  (record.body as { messages: { role: string; content: Json }[] }).messages;

describe('a task run', () => {
  it('returns the complete record, which a later read repeats', async () => {
    const task = await create({ user_prompt: 'Say {word} {count} times: {list}' });
    const task_input = { word: 'hi {count}', count: 2, list: ['a', 1], unused: null };
    const run = await tenant.owner.post(`${tasks}/${task.id}/run`, { task_input, task_reference: 'ticket 4711' });
    const revisionId = task.revisions[0].id;
    expect(run.status).toBe(200);
    expect(run.headers.get('x-task-run-id')).toBe(run.body.id);
    expect(run.headers.get('x-task-revision-id')).toBe(revisionId);
    expect(run.body).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
      created_by: `user:${tenant.userId}`,
      task_id: task.id,
      task: { id: task.id, name: task.name, deleted: false },
      task_revision_id: revisionId,
      status: 'completed',
      response: 'echo: Say hi {count} 2 times: ["a",1]',
      run_data: { submitted: task_input },
      files: [],
      is_error: false,
      error: null,
      guardrail_hits: [],
      llm_retries: 0,
      used_fallback_model: false,
      stream: false,
      input_tokens: 10,
      output_tokens: 5,
      total_tokens: 15,
      cached_input_tokens: 0,
      cache_write_tokens: 0,
      reasoning_tokens: 0,
      finish_reason: 'stop',
      finish_detail: 'stop',
      sources: [],
      charged_credits: '0.002',
      usage_estimated: false,
      warnings: [],
      waiting_for: null,
      llm_call_timing: expect.any(Number),
      reference: 'ticket 4711',
      context_id: null,
      feedback_count: 0,
      reporting_group_id: null,
      trigger_type: 'api',
      trigger_id: null,
      created: expect.stringMatching(/Z$/),
      started: expect.stringMatching(/Z$/),
      completed: expect.stringMatching(/Z$/),
    });
    const again = await tenant.owner.get(`${tasks}/${task.id}/run/${run.body.id}`);
    expect(again.body).toEqual(run.body);
    expect(again.headers.get('x-task-revision-id')).toBe(revisionId);
  });

  it('sends the model its prompts and settings with the key of its provider', async () => {
    const task = await create({ system_prompt: 'You are {role}.', llm_config: { temperature: 0.25, max_tokens: 77 } });
    const { key, task_input } = await scripted([{ text: 'done' }]);
    await tenant.owner.post(`${tasks}/${task.id}/run`, { task_input: { ...task_input, role: 'terse' } });
    const [request] = await world.model.requests(key);
    expect(request?.headers.authorization).toBe(`Bearer ${MODEL_KEY}`);
    expect(request?.body).toMatchObject({ model: 'scripted', temperature: 0.25, max_tokens: 77 });
    expect(messagesOf(request!)).toEqual([
      { role: 'system', content: 'You are terse.' },
      { role: 'user', content: task_input.text },
    ]);
  });

  it('without all prompt variables returns a 422 that names each missing one, and creates no run', async () => {
    const task = await create({ system_prompt: 'Be {tone}.', user_prompt: '{a} {b}' });
    const answer = await tenant.owner.post(`${tasks}/${task.id}/run`, { task_input: { a: 'given' } });
    expect(answer.status).toBe(422);
    expect(answer.body.detail.map((item: Json) => [item.loc, item.type])).toEqual([
      [['body', 'task_input', 'tone'], 'missing'],
      [['body', 'task_input', 'b'], 'missing'],
    ]);
    expect(await runRows(task.id)).toBe(0);
  });

  it('of a disabled task returns 409 and creates no run', async () => {
    const task = await create({ enabled: false });
    const answer = await tenant.owner.post(`${tasks}/${task.id}/run`, { task_input: { text: 'x' } });
    expect(answer.status).toBe(409);
    expect(answer.body.detail).toMatchObject({ reason: 'TASK_DISABLED', taskDisabledError: { task_id: task.id } });
    expect(await runRows(task.id)).toBe(0);
  });
});

describe('the revision of a task run', () => {
  it('is the one requested by id or by tag, active or not', async () => {
    const task = await create({ user_prompt: 'one {text}', revision_tags: ['v1', 'both'] });
    await tenant.owner.post(`${tasks}/${task.id}`, { user_prompt: 'two {text}', revision_tags: ['v2', 'both'] });
    const { body } = await tenant.owner.get(`${tasks}/${task.id}`);
    const [second, first] = body.revisions;
    for (const [query, revision, response] of [
      ['', first, 'echo: one x'],
      [`?revision_id=${second.id}`, second, 'echo: two x'],
      [`?revision_id=${first.id}`, first, 'echo: one x'],
      [`?revision=${first.id}`, first, 'echo: one x'],
      [`?revision=${second.id}&revision_id=${second.id}`, second, 'echo: two x'],
      ['?revision_tag=v1', first, 'echo: one x'],
      ['?revision_tag=v2', second, 'echo: two x'],
      ['?revision_tag=both', second, 'echo: two x'],
    ] as const) {
      const run = await tenant.owner.post(`${tasks}/${task.id}/run${query}`, { task_input: { text: 'x' } });
      expect([run.body.response, run.body.task_revision_id]).toEqual([response, revision.id]);
      expect(run.headers.get('x-task-revision-id')).toBe(revision.id);
    }
  });

  it('returns 404 if this task has no such revision or tag', async () => {
    const [task, outsider] = [await create(), await create()];
    for (const query of [
      `revision_id=${randomUUID()}`,
      `revision_id=${outsider.revisions[0].id}`,
      'revision_tag=nowhere',
    ]) {
      const answer = await tenant.owner.post(`${tasks}/${task.id}/run?${query}`, { task_input: { text: 'x' } });
      expect(answer.status).toBe(404);
      expect(answer.body.detail.resourceNotFoundError.field).toBe('task_revision');
    }
    expect(await runRows(task.id)).toBe(0);
  });

  it('is selected among the active ones by weight', async () => {
    const task = await create({ user_prompt: 'never {text}' });
    const { body } = await tenant.owner.post(`${tasks}/${task.id}`, { user_prompt: 'left {text}' });
    const { body: three } = await tenant.owner.post(`${tasks}/${task.id}`, { user_prompt: 'right {text}' });
    await tenant.owner.post(`${tasks}/${task.id}`, {
      active_revisions: [
        { task_revision_id: body.revisions[0].id, weight: 0.5 },
        { task_revision_id: three.revisions[0].id, weight: 0.5 },
      ],
    });
    const seen = new Set<string>();
    // Forty fair draws all have the same result once in 5 × 10¹¹ times.
    for (let round = 0; round < 8 && seen.size < 2; round++) {
      const runs = await Promise.all(
        [1, 2, 3, 4, 5].map(() => tenant.owner.post(`${tasks}/${task.id}/run`, { task_input: { text: 'x' } })),
      );
      for (const run of runs) seen.add(run.body.response);
    }
    expect([...seen].toSorted()).toEqual(['echo: left x', 'echo: right x']);
  });
});

describe('a run with JSON output', () => {
  it('returns the value itself and describes its schema to the model', async () => {
    const task = await create(JSON_TASK);
    const { key, task_input } = await scripted([{ text: 'Sure: ```json\n{"mood": "good"}\n```' }]);
    const run = await tenant.owner.post(`${tasks}/${task.id}/run`, { task_input });
    expect(run.body).toMatchObject({ response: { mood: 'good' }, is_error: false, llm_retries: 0 });
    const [request] = await world.model.requests(key);
    expect(JSON.stringify(request?.body)).toContain('"enum":["good","bad"]');
  });

  it('retries with the error in the conversation if the output does not match', async () => {
    const task = await create(JSON_TASK);
    const { key, task_input } = await scripted([{ text: '{"mood": "grim"}' }, { text: '{"mood": "bad"}' }]);
    const run = await tenant.owner.post(`${tasks}/${task.id}/run`, { task_input });
    expect(run.body).toMatchObject({
      response: { mood: 'bad' },
      is_error: false,
      llm_retries: 1,
      input_tokens: 20,
      output_tokens: 10,
      charged_credits: '0.004',
    });
    const requests = await world.model.requests(key);
    expect(requests).toHaveLength(2);
    const [asked, answered, mended] = messagesOf(requests[1]!).slice(-3);
    expect(asked).toEqual(messagesOf(requests[0]!).at(-1));
    expect(answered).toMatchObject({ role: 'assistant', content: '{"mood": "grim"}' });
    expect(mended?.role).toBe('user');
    expect(mended?.content).toContain('mood must be one of "good", "bad"');
  });

  it('fails after the third mismatch, and all three calls are charged', async () => {
    const task = await create(JSON_TASK);
    const { key, task_input } = await scripted([
      { text: 'no json' },
      { text: '{}' },
      { text: '[1]' },
      { text: '{"mood":"bad"}' },
    ]);
    const run = await tenant.owner.post(`${tasks}/${task.id}/run`, { task_input });
    expect(run.status).toBe(200);
    expect(run.body).toMatchObject({
      status: 'failed',
      response: null,
      is_error: true,
      error: { reason: 'OUTPUT_FORMAT_MISMATCH', message: expect.stringContaining('does not match the output format') },
      llm_retries: 2,
      total_tokens: 45,
      charged_credits: '0.006',
    });
    expect(await world.model.requests(key)).toHaveLength(3);
  });
});

describe('files of a run', () => {
  const GIF = Buffer.from('GIF89a and what comes after');
  const PNG = Buffer.from('89504e470d0a1a0a0000', 'hex');

  it('come as base64 in JSON, reach the model and can be downloaded', async () => {
    const task = await create({ file_input_mode: 'any' });
    const { key, task_input } = await scripted([{ text: 'seen' }]);
    const run = await tenant.owner.post(`${tasks}/${task.id}/run`, {
      task_input,
      task_files: [{ name: 'größe 1.png', content: PNG.toString('base64'), media_type: 'image/png' }],
    });
    expect(run.body).toMatchObject({
      response: 'seen',
      files: [{ name: 'größe 1.png', media_type: 'image/png', size: PNG.length }],
    });
    const [request] = await world.model.requests(key);
    expect(JSON.stringify(request?.body)).toContain(PNG.toString('base64'));

    const path = `${tasks}/${task.id}/run/${run.body.id}/file/${encodeURIComponent('größe 1.png')}`;
    for (const [query, disposition] of [
      ['', 'attachment'],
      ['?inline=true', 'inline'],
    ]) {
      const answer = await fetch(tenant.owner.url(path + query), {
        headers: { authorization: `Bearer ${tenant.key}` },
      });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toBe('image/png');
      expect(answer.headers.get('content-disposition')).toBe(
        `${disposition}; filename="gr__e 1.png"; filename*=UTF-8''${encodeURIComponent('größe 1.png')}`,
      );
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
      expect(Buffer.from(await answer.arrayBuffer())).toEqual(PNG);
    }
    expect((await tenant.owner.get(`${tasks}/${task.id}/run/${run.body.id}/file/other.png`)).status).toBe(404);
    const outsider = await create();
    expect((await tenant.owner.get(path.replace(task.id, outsider.id))).status).toBe(404);
  });

  it('come as multipart next to the input', async () => {
    const task = await create({ file_input_mode: 'image' });
    const { key, task_input } = await scripted([{ text: 'two seen' }]);
    const form = new FormData();
    form.set('task_input', JSON.stringify(task_input));
    form.set('task_reference', 'by form');
    form.append('task_file', new Blob([PNG], { type: 'image/png' }), 'a.png');
    form.append('task_file', new Blob([GIF], { type: 'image/png' }), 'b.gif');
    const run = await tenant.owner.post(`${tasks}/${task.id}/run`, form);
    expect(run.status).toBe(200);
    expect(run.body).toMatchObject({ response: 'two seen', reference: 'by form', run_data: { submitted: task_input } });
    expect(run.body.files.map((file: Json) => [file.name, file.media_type, file.size])).toEqual([
      ['a.png', 'image/png', PNG.length],
      ['b.gif', 'image/gif', GIF.length],
    ]);
    const [request] = await world.model.requests(key);
    const sent = JSON.stringify(request?.body);
    expect(sent).toContain(PNG.toString('base64'));
    expect(sent).toContain(GIF.toString('base64'));
  });

  it('that a browser could execute are never displayed inline', async () => {
    const task = await create({ file_input_mode: 'any' });
    const run = await tenant.owner.post(
      `${tasks}/${task.id}/run`,
      {
        task_input: { text: 'x' },
        task_files: [{ name: 'a.html', content: btoa('<script>'), media_type: 'text/html' }],
      },
      { prefer: 'respond-async' },
    );
    expect(run.status).toBe(202);
    const answer = await tenant.owner.get(`${tasks}/${task.id}/run/${run.body.id}/file/a.html?inline=true`);
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment;/);
    expect(answer.headers.get('content-security-policy')).toContain('sandbox');
    expect(answer.text).toBe('<script>');
  });

  it.each([
    ['for a task that takes none', 'none', { name: 'a.png', media_type: 'image/png' }],
    ['of a type that the task does not take', 'image', { name: 'a.pdf', media_type: 'application/pdf' }],
    ['of a type that the task does not take', 'pdf', { name: 'a.png', media_type: 'image/png' }],
    ['of no stated type where one is asked for', 'image_or_pdf', { name: 'a.png' }],
    ['that are not base64', 'any', { name: 'a.png', content: '***' }],
    ['whose name is a path', 'any', { name: '../a.png' }],
  ])('%s (%s) return 422 and create no run', async (_what, file_input_mode, file) => {
    const task = await create({ file_input_mode });
    const answer = await tenant.owner.post(`${tasks}/${task.id}/run`, {
      task_input: { text: 'x' },
      task_files: [{ content: 'AAAA', ...file }],
    });
    expect(answer.status).toBe(422);
    expect(answer.body.detail[0].loc.slice(0, 2)).toEqual(['body', 'task_files']);
    expect(await runRows(task.id)).toBe(0);
  });

  it('with a duplicate name, in a wrong form field, or missing for a required image return 422', async () => {
    const task = await create({ file_input_mode: 'image', image_required: true });
    const file = { name: 'a.png', content: 'AAAA', media_type: 'image/png' };
    const path = `${tasks}/${task.id}/run`;
    const task_input = { text: 'x' };
    expect((await tenant.owner.post(path, { task_input, task_files: [file, file] })).status).toBe(422);
    expect((await tenant.owner.post(path, { task_input })).body.detail[0]).toMatchObject({ type: 'missing' });
    const form = new FormData();
    form.set('task_input', JSON.stringify(task_input));
    form.append('photo', new Blob([PNG], { type: 'image/png' }), 'a.png');
    expect((await tenant.owner.post(path, form)).body.detail[0].loc).toEqual(['body', 'photo']);
    const broken = new FormData();
    broken.set('task_input', '{broken');
    expect((await tenant.owner.post(path, broken)).status).toBe(422);
    expect(await runRows(task.id)).toBe(0);
  });
});

describe('a failing model provider', () => {
  it('is retried after a 500', async () => {
    const task = await create();
    const { key, task_input } = await scripted([{ status: 500 }, { text: 'at last' }], 'call');
    const run = await tenant.owner.post(`${tasks}/${task.id}/run`, { task_input });
    expect(run.body).toMatchObject({ response: 'at last', is_error: false, llm_retries: 1, charged_credits: '0.002' });
    expect(await world.model.requests(key)).toHaveLength(2);
  });

  it('is retried after the delay of its 429, and the run reports it', async () => {
    const task = await create();
    const { key, task_input } = await scripted(
      [{ status: 429, headers: { 'retry-after': '1' } }, { text: 'ok' }],
      'call',
    );
    const run = await tenant.owner.post(`${tasks}/${task.id}/run`, { task_input });
    expect(run.body).toMatchObject({ response: 'ok', llm_retries: 1 });
    const [first, second] = await world.model.requests(key);
    expect(second!.at - first!.at).toBeGreaterThanOrEqual(1000);

    const long = await scripted([{ status: 429, headers: { 'retry-after': '200' } }]);
    const parked = await tenant.owner.post(
      `${tasks}/${task.id}/run`,
      { task_input: long.task_input },
      { prefer: 'respond-async' },
    );
    const waiting = await eventually(
      async () => (await tenant.owner.get(`${tasks}/${task.id}/run/${parked.body.id}`)).body,
      (body) => body.waiting_for?.kind === 'retry',
    );
    expect(waiting).toMatchObject({ status: 'running', waiting_for: { kind: 'retry' } });
    const seconds = (Date.parse(waiting.waiting_for.until) - Date.parse(waiting.waiting_for.since)) / 1000;
    expect(Math.round(seconds)).toBe(200);
    expect(await world.model.requests(long.key)).toHaveLength(1);
  });

  it('is not retried after a 400: the run fails with the reason, in a 200', async () => {
    const task = await create();
    const { key, task_input } = await scripted([{ status: 400, body: { error: { message: 'no such parameter' } } }]);
    const run = await tenant.owner.post(`${tasks}/${task.id}/run`, { task_input });
    expect(run.status).toBe(200);
    expect(run.body).toMatchObject({
      status: 'failed',
      is_error: true,
      response: null,
      error: { reason: 'MODEL_REJECTED', message: expect.stringContaining('no such parameter') },
      llm_retries: 0,
      charged_credits: '0',
    });
    expect(await world.model.requests(key)).toHaveLength(1);
  });

  it('is replaced by the fallback model, with its own settings', async () => {
    const task = await create({ fallback_llm_model_id: 'fallback', fallback_llm_config: { temperature: 0.75 } });
    const { key, task_input } = await scripted([{ status: 400 }, { text: 'from the other' }], 'call');
    const run = await tenant.owner.post(`${tasks}/${task.id}/run`, { task_input });
    expect(run.body).toMatchObject({ response: 'from the other', is_error: false, used_fallback_model: true });
    const requests = await world.model.requests(key);
    expect(requests.map((request) => (request.body as Json).model)).toEqual(['scripted', 'fallback']);
    expect(requests[1]?.body).toMatchObject({ temperature: 0.75 });
  });

  it('is reported with the number of attempts if the fallback model fails too', async () => {
    const task = await create({ fallback_llm_model_id: 'fallback' });
    const refusal = { status: 400, body: { error: { message: 'not this one' } } };
    const both = await scripted([refusal, refusal], 'call');
    const refused = await tenant.owner.post(`${tasks}/${task.id}/run`, { task_input: both.task_input });
    expect(refused.body).toMatchObject({ status: 'failed', llm_retries: 0, used_fallback_model: true });
    expect(await world.model.requests(both.key)).toHaveLength(2);
    const again = await scripted([{ status: 503, headers: { 'retry-after': '0' } }, refusal], 'call');
    const path = `${tasks}/${task.id}/run?use_fallback_model=true`;
    const ended = await tenant.owner.post(path, { task_input: again.task_input });
    expect(ended.body).toMatchObject({ status: 'failed', llm_retries: 1, used_fallback_model: true });
    const alone = await scripted([refusal], 'call');
    const plain = await tenant.owner.post(`${tasks}/${(await create()).id}/run`, { task_input: alone.task_input });
    expect(plain.body).toMatchObject({ status: 'failed', llm_retries: 0, used_fallback_model: false });
  });

  it('is skipped if the run requests the fallback model', async () => {
    const task = await create({ fallback_llm_model_id: 'fallback' });
    const { key, task_input } = await scripted([{ text: 'at once' }]);
    const run = await tenant.owner.post(`${tasks}/${task.id}/run?use_fallback_model=true`, { task_input });
    expect(run.body).toMatchObject({ response: 'at once', used_fallback_model: true, charged_credits: '0' });
    const requests = await world.model.requests(key);
    expect(requests.map((request) => (request.body as Json).model)).toEqual(['fallback']);
  });

  it('cannot put its key into a response', async () => {
    const task = await create();
    const words = { error: { message: `Incorrect API key provided: ${MODEL_KEY}. Send Bearer ${MODEL_KEY}.` } };
    for (const status of [400, 401]) {
      const { task_input } = await scripted([{ status, body: words }]);
      const run = await tenant.owner.post(`${tasks}/${task.id}/run`, { task_input });
      expect(run.body.is_error).toBe(true);
      expect(run.body.error.message).toContain('Incorrect API key provided');
      expect(run.text).not.toContain(MODEL_KEY);
      const list = await tenant.owner.get(`${tasks}/${task.id}/run`);
      expect(list.body.results[0].id).toBe(run.body.id);
      expect(list.text).not.toContain(MODEL_KEY);
    }
  });
});

describe('the cost of a run', () => {
  it('is exact, and is charged to the account of the organization once', async () => {
    const payer = await world.tenant();
    const task = await create({}, payer);
    const path = `${payer.project}/task/${task.id}/run`;
    const usage = { prompt_tokens: 7, completion_tokens: 3 };
    const charged: string[] = [];
    for (let round = 0; round < 3; round++) {
      const { task_input } = await scripted([{ text: 'ok', usage }]);
      const run = await payer.owner.post(path, { task_input });
      charged.push(run.body.charged_credits);
      expect(run.body).toMatchObject({ input_tokens: 7, output_tokens: 3, total_tokens: 10 });
    }
    expect(charged).toEqual(['0.0013', '0.0013', '0.0013']);
    expect(await creditsOf(payer.orgId)).toBe('999.9961');
    const { body } = await payer.owner.get(`/org/${payer.orgId}`);
    expect(body.account.credits).toBe(999);
  });

  it('requires credits before a run is created: an empty account returns 402', async () => {
    const poor = await world.tenant();
    const task = await create({}, poor);
    await sql`update organization_accounts set credits = 0 where org_id = ${poor.orgId}`.execute(world.db);
    const answer = await poor.owner.post(`${poor.project}/task/${task.id}/run`, { task_input: { text: 'x' } });
    expect(answer.status).toBe(402);
    expect(answer.body.detail).toMatchObject({
      reason: 'INSUFFICIENT_CREDITS',
      insufficientCreditsError: { organization_id: poor.orgId },
    });
    expect(await runRows(task.id)).toBe(0);
  });
});

describe('the Prefer header', () => {
  it.each(['respond-async', 'wait=0', 'respond-async, wait=10'])(
    '%s returns 202 before the run has ended',
    async (prefer) => {
      const task = await create();
      const gate = randomUUID();
      const { key, task_input } = await scripted([{ text: 'later', gate }]);
      const queued = await tenant.owner.post(`${tasks}/${task.id}/run`, { task_input }, { prefer });
      expect(queued.status).toBe(202);
      expect(queued.headers.get('x-task-run-id')).toBe(queued.body.id);
      // A run that a caller waits for, even briefly, may have started.
      const states = prefer.startsWith('respond-async') ? ['queued'] : ['queued', 'running'];
      expect(states).toContain(queued.body.status);
      expect(queued.body).toMatchObject({ response: null, completed: null, is_error: false });
      await world.model.waitForRequests(key, 1);
      const path = `${tasks}/${task.id}/run/${queued.body.id}`;
      expect((await tenant.owner.get(path)).body).toMatchObject({ status: 'running', completed: null });
      await world.model.open(gate);
      const ended = await eventually(
        async () => (await tenant.owner.get(path)).body,
        (body) => body.completed !== null,
      );
      expect(ended).toMatchObject({ status: 'completed', response: 'later' });
    },
  );

  it('has a default below proxy timeouts: 202 with the run and its address, and the result for a repeat', async () => {
    const hasty = new Client(await findProfileApi('impatient'), tenant.key);
    const task = await create();
    const gate = randomUUID();
    const { task_input } = await scripted([{ text: 'later', gate }]);
    const headers = { 'idempotency-key': randomUUID() };
    const first = await hasty.post(`${tasks}/${task.id}/run`, { task_input }, headers);
    expect([first.status, first.body.completed]).toEqual([202, null]);
    const { pathname } = new URL(first.headers.get('location') ?? '');
    expect(pathname).toBe(`/api/v1${tasks}/${task.id}/run/${first.body.id}`);
    const again = hasty.post(`${tasks}/${task.id}/run`, { task_input }, { ...headers, prefer: 'wait=60' });
    await world.model.open(gate);
    expect(await again).toMatchObject({ status: 200, body: { id: first.body.id, response: 'later' } });
    const late = await hasty.post(`${tasks}/${task.id}/run`, { task_input }, headers);
    expect([late.status, late.headers.get('location')]).toEqual([200, null]);
  });

  it('wait=30 returns 200 if the run ends before', async () => {
    const task = await create();
    const run = await tenant.owner.post(
      `${tasks}/${task.id}/run`,
      { task_input: { text: 'x' } },
      { prefer: 'wait=30' },
    );
    expect([run.status, run.body.response]).toEqual([200, 'echo: x']);
  });
});

describe('an Idempotency-Key', () => {
  it('returns the first response again, from one run', async () => {
    const task = await create();
    const { key, task_input } = await scripted([{ text: 'once' }]);
    const headers = { 'idempotency-key': randomUUID() };
    const first = await tenant.owner.post(`${tasks}/${task.id}/run`, { task_input }, headers);
    const again = await tenant.owner.post(`${tasks}/${task.id}/run`, { task_input }, headers);
    expect(first.status).toBe(200);
    expect([again.status, again.text]).toEqual([first.status, first.text]);
    for (const name of ['x-task-run-id', 'x-task-revision-id', 'content-type']) {
      expect(again.headers.get(name)).toBe(first.headers.get(name));
    }
    expect(await runRows(task.id)).toBe(1);
    expect(await world.model.requests(key)).toHaveLength(1);
  });

  it('with another body or query returns 409', async () => {
    const task = await create();
    const headers = { 'idempotency-key': randomUUID() };
    const path = `${tasks}/${task.id}/run`;
    expect((await tenant.owner.post(path, { task_input: { text: 'a' } }, headers)).status).toBe(200);
    const other = await tenant.owner.post(path, { task_input: { text: 'b' } }, headers);
    expect(other.status).toBe(409);
    expect(other.body.detail.reason).toBe('IDEMPOTENCY_KEY_REUSED');
    const same = await tenant.owner.post(path, '{ "task_input" : {"text": "a"} }', headers);
    expect(same.status).toBe(200);
    expect(await runRows(task.id)).toBe(1);
  });

  it('creates one run for concurrent duplicates, which all get its response', async () => {
    const task = await create();
    const gate = randomUUID();
    const { key, task_input } = await scripted([{ text: 'one', gate }]);
    const headers = { 'idempotency-key': randomUUID() };
    const asked = [1, 2, 3, 4, 5].map(() => tenant.owner.post(`${tasks}/${task.id}/run`, { task_input }, headers));
    await world.model.waitForRequests(key, 1);
    await world.model.open(gate);
    const responses = await Promise.all(asked);
    expect(responses.map((answer) => [answer.status, answer.body.response])).toEqual(Array(5).fill([200, 'one']));
    expect(new Set(responses.map((answer) => answer.body.id)).size).toBe(1);
    expect(await runRows(task.id)).toBe(1);
    expect(await world.model.requests(key)).toHaveLength(1);
  });

  it('applies to one caller and one path only', async () => {
    const [task, second] = [await create(), await create()];
    const editor = await tenant.member({ org: 'editor' });
    const headers = { 'idempotency-key': randomUUID() };
    const body = { task_input: { text: 'x' } };
    const runs = [
      await tenant.owner.post(`${tasks}/${task.id}/run`, body, headers),
      await editor.post(`${tasks}/${task.id}/run`, body, headers),
      await tenant.owner.post(`${tasks}/${second.id}/run`, body, headers),
    ];
    expect(new Set(runs.map((run) => run.body.id)).size).toBe(3);
  });

  it('stores no rejection, and must be printable text', async () => {
    const task = await create({ enabled: false });
    const headers = { 'idempotency-key': randomUUID() };
    const body = { task_input: { text: 'x' } };
    expect((await tenant.owner.post(`${tasks}/${task.id}/run`, body, headers)).status).toBe(409);
    const long = await tenant.owner.post(`${tasks}/${task.id}/run`, body, { 'idempotency-key': 'k'.repeat(256) });
    expect(long.status).toBe(422);
    expect(long.body.detail[0].loc).toEqual(['header', 'idempotency-key']);
    await tenant.owner.post(`${tasks}/${task.id}`, { enabled: true });
    expect((await tenant.owner.post(`${tasks}/${task.id}/run`, body, headers)).status).toBe(200);
    expect(await runRows(task.id)).toBe(1);
  });
});

describe('lists of task runs', () => {
  it('filter by task, revision, outcome and time', async () => {
    const own = await world.tenant();
    const [task, second] = [await create({}, own), await create({}, own)];
    const run = async (id: string, body: object) => (await own.owner.post(`${own.project}/task/${id}/run`, body)).body;
    const bad = await scripted([{ status: 400 }]);
    const good = await run(task.id, { task_input: { text: 'x' } });
    const failed = await run(task.id, bad);
    const elsewhere = await run(second.id, { task_input: { text: 'y' } });
    const ids = async (path: string) =>
      (await own.owner.get(own.project + path)).body.results.map((row: Json) => row.id);
    const all = [elsewhere.id, failed.id, good.id];

    expect(await ids(`/task/${task.id}/run`)).toEqual([failed.id, good.id]);
    expect(await ids('/task_run')).toEqual(all);
    expect(await ids(`/task_run?task_id=${second.id}`)).toEqual([elsewhere.id]);
    expect(await ids(`/task_run?task_revision_id=${task.revisions[0].id}`)).toEqual([failed.id, good.id]);
    expect(await ids('/task_run?status=error')).toEqual([failed.id]);
    expect(await ids(`/task_run?status=success&task_id=${task.id}`)).toEqual([good.id]);
    expect(await ids(`/task_run?start_date=${failed.created}`)).toEqual([elsewhere.id, failed.id]);
    expect(await ids(`/task_run?end_date=${failed.created}`)).toEqual([good.id]);
    expect(await ids(`/task_run?task_id=${randomUUID()}`)).toEqual([]);

    await sql`update task_runs set created = now() - interval '8 days' where id = ${good.id}`.execute(world.db);
    expect(await ids('/task_run')).toEqual([elsewhere.id, failed.id]);
    expect(await ids('/task_run?start_date=2020-01-01T00:00:00Z')).toEqual(all);
    const old = new Date(Date.now() - 7.5 * 86_400_000).toISOString();
    expect(await ids(`/task_run?end_date=${old}`)).toEqual([good.id]);
    expect(await ids('/task_run?end_date=2100-01-01')).toEqual([elsewhere.id, failed.id]);
    expect(await ids(`/task/${task.id}/run`)).toEqual([failed.id, good.id]);
  });

  it('contain nothing of another task, project or tenant', async () => {
    const outsider = await world.tenant();
    const [task, second, theirs] = [await create(), await create(), await create({}, outsider)];
    const run = await tenant.owner.post(`${tasks}/${task.id}/run`, { task_input: { text: 'x' } });
    expect((await tenant.owner.get(`${tasks}/${second.id}/run/${run.body.id}`)).status).toBe(404);
    expect((await outsider.owner.get(`${outsider.project}/task/${theirs.id}/run/${run.body.id}`)).status).toBe(404);
    expect((await outsider.owner.get(`${outsider.project}/task_run?task_id=${task.id}`)).body.results).toEqual([]);
  });
});

describe('the visibility of runs', () => {
  it.each([
    ['owner_only', { owner: true, editor: false, viewer: false }],
    ['editors_and_owners', { owner: true, editor: true, viewer: false }],
    ['all_viewers', { owner: true, editor: true, viewer: true }],
  ])('%s applies to each run, its files and every list', async (task_run_visibility, allowed) => {
    const own = await world.tenant();
    const task = await create({ task_run_visibility, file_input_mode: 'any' }, own);
    const run = await own.owner.post(`${own.project}/task/${task.id}/run`, {
      task_input: { text: 'x' },
      task_files: [{ name: 'a.png', content: btoa('GIF89a') }],
    });
    for (const [role, sees] of Object.entries(allowed)) {
      const client = await own.member({ project: role });
      const path = `${own.project}/task/${task.id}/run`;
      for (const below of [`/${run.body.id}`, `/${run.body.id}/file/a.png`]) {
        expect((await client.get(path + below)).status, `${role} ${below}`).toBe(sees ? 200 : 403);
      }
      for (const list of [path, `${own.project}/task_run`])
        expect((await client.get(list)).body.results, role).toHaveLength(sees ? 1 : 0);
    }
  });
});
