import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeAgent, makeTask, play } from '../support/agents.ts';
import {
  Client,
  eventually,
  type Json,
  openWorld,
  type StreamEvent,
  type Tenant,
  type World,
} from '../support/client.ts';
import { getOpenApiOrigin, startExtraApi } from '../support/identity.ts';

let world: World;
let tenant: Tenant;
/** The tenant's owner on the second API process. */
let elsewhere: Client;
let task: Json;

beforeAll(async () => {
  world = openWorld();
  tenant = await world.tenant();
  elsewhere = new Client(getOpenApiOrigin(world.stack), tenant.key);
  task = await textTask();
});
afterAll(async () => {
  await world.close();
});

type Steps = Parameters<World['model']['script']>[1];

const textTask = (fields: object = {}, of = tenant) =>
  makeTask(of, { system_prompt: '', user_prompt: '{text}', ...fields });
const pathOf = (made: Json, of = tenant) => `${of.project}/task/${made.id}`;
const kinds = (events: readonly StreamEvent[]) => events.map(({ event }) => event);
const isText = ({ event }: StreamEvent) => event === 'text';
/** The rest of a text without its voided parts. */
function textOf(events: readonly StreamEvent[]): string {
  const since = events.findLastIndex(({ event }) => event === 'text_restarted' || event === 'no_text');
  return events
    .slice(since + 1)
    .filter(isText)
    .map(({ data }) => data.text)
    .join('');
}

/** A run whose model follows the steps, one per call. */
async function begin(steps: Steps, made: Json = task, body: object = { stream: true }) {
  const key = `task-streams-${randomUUID()}`;
  await world.model.script(key, steps, { by: 'call' });
  const task_input = { text: `Go ${world.model.marker(key)}` };
  const run = await tenant.owner.post(`${pathOf(made)}/run`, { task_input, ...body }, { prefer: 'respond-async' });
  expect(run.status, run.text).toBe(202);
  const path = `${pathOf(made)}/run/${run.body.id}`;
  return { key, task_input, id: run.body.id as string, path, events: `${path}/events` };
}

/** A run that stops after its first two chunks of text until the gate opens. */
async function halfway(made: Json = task, after: Steps = []) {
  const gate = randomUUID();
  const first = { chunks: ['It ', 'is ', 'forty-', 'two.'], gate_after_chunks: { count: 2, gate } };
  const run = await begin([first, ...after], made);
  const open = () => world.model.open(gate);
  const stream = await tenant.owner.stream(run.events);
  await eventually(
    async () => textOf(stream.events),
    (text) => text === 'It is ',
  );
  return { ...run, stream, open };
}

const ended = (path: string) =>
  eventually(
    async () => (await tenant.owner.get(path)).body,
    (run) => run.completed !== null,
  );
const read = async (client: Client, path: string, lastEventId?: string) =>
  (await client.stream(path, lastEventId === undefined ? {} : { lastEventId })).end();

describe('the text stream of a task run', () => {
  it('is sent while the model generates, complete and in order, and ends with done', async () => {
    const { stream, open, path, id } = await halfway();
    expect(kinds(stream.events)).not.toContain('done');
    await open();
    const events = await stream.end();
    expect(textOf(events)).toBe('It is forty-two.');
    expect(new Set(kinds(events.slice(0, -1)))).toEqual(new Set(['text']));
    const run = await ended(path);
    expect(run).toMatchObject({ stream: true, response: 'It is forty-two.' });
    const usage = {
      input_tokens: 10,
      output_tokens: 5,
      total_tokens: 15,
      charged_credits: run.charged_credits,
      estimated: false,
    };
    const done = { run_id: id, status: 'completed', output: 'It is forty-two.', usage };
    expect(events.at(-1)).toMatchObject({ position: 'done', event: 'done', data: done });
  });

  it('continues with Last-Event-ID at another process, without loss or repeats', async () => {
    const { stream, events: path, open } = await halfway();
    stream.cut();
    const before = await stream.end();
    const rest = await elsewhere.stream(path, { lastEventId: before.at(-1)!.position });
    await open();
    const after = await rest.end();
    expect(textOf([...before, ...after])).toBe('It is forty-two.');
    expect(after.at(-1)?.event).toBe('done');
    expect(await read(elsewhere, path, after.at(-2)!.position)).toEqual(after.slice(-1));
    expect(await read(elsewhere, `${path}?after=${before[0]!.position}`)).toMatchObject([
      { data: { text: textOf([...before, ...after]).slice(before[0]!.data.text.length) } },
      { event: 'done' },
    ]);
    expect((await elsewhere.stream(path, { lastEventId: 'done' })).status).toBe(204);
  });

  it('is the same for every follower, at any start time and through any process', async () => {
    const { stream, events: path, open } = await halfway();
    const late = await Promise.all([tenant.owner, elsewhere].map((client) => client.stream(path)));
    await open();
    for (const follower of [stream, ...late]) {
      const events = await follower.end();
      expect([textOf(events), events.at(-1)?.data.output]).toEqual(['It is forty-two.', 'It is forty-two.']);
    }
    expect(kinds(await read(elsewhere, path))).toEqual(['text', 'done']);
  });

  it('starts with one request that accepts a stream, and an Idempotency-Key replays it', async () => {
    const gate = randomUUID();
    const key = `task-streams-${randomUUID()}`;
    await world.model.script(key, [{ chunks: ['On', 'ce.'], gate_after_chunks: { count: 1, gate } }], { by: 'call' });
    const body = { task_input: { text: world.model.marker(key) } };
    const options = { body, headers: { 'idempotency-key': randomUUID() } };
    const first = await tenant.owner.stream(`${pathOf(task)}/run`, options);
    await first.until(isText);
    const meanwhile = await elsewhere.stream(`${pathOf(task)}/run`, options);
    await meanwhile.until(isText);
    await world.model.open(gate);
    const events = await first.end();
    expect([textOf(events), events.at(-1)?.data.output]).toEqual(['Once.', 'Once.']);
    expect(textOf(await meanwhile.end())).toBe('Once.');
    expect(textOf(await (await tenant.owner.stream(`${pathOf(task)}/run`, options)).end())).toBe('Once.');
    expect(await world.model.requests(key)).toHaveLength(1);
    const other = { ...options, body: { ...body, stream: false } };
    expect((await tenant.owner.stream(`${pathOf(task)}/run`, other)).status).toBe(409);
  });

  it('is complete for huge text with split characters, for early, reconnecting and late readers', async () => {
    const gate = randomUUID();
    const part = `${'0123456789 é '.repeat(6000)}\uD83D`;
    const chunks = Array.from({ length: 14 }, (_, at) => `${at === 0 ? '' : '\uDE00'}${part}`);
    const run = await begin([{ chunks: [...chunks, '\uDE00.'], gate_after_chunks: { count: 7, gate } }]);
    const whole = `${chunks.join('')}\uDE00.`;
    expect(whole.length).toBeGreaterThan(1_000_000);
    const stream = await tenant.owner.stream(run.events);
    const first = await stream.until(isText);
    await world.model.open(gate);
    const events = await stream.end();
    expect(events.every(({ data }) => (data.text ?? '').isWellFormed())).toBe(true);
    expect(textOf(events) === whole).toBe(true);
    expect(events.at(-1)?.data.output === whole).toBe(true);
    const rest = await read(elsewhere, run.events, first.position);
    expect(`${first.data.text}${textOf(rest)}` === whole).toBe(true);
    expect(textOf((await elsewhere.get(run.events)).body.events) === whole).toBe(true);
  });

  it('can be requested by a form as well', async () => {
    const form = new FormData();
    form.set('task_input', JSON.stringify({ text: 'hello' }));
    form.set('stream', 'true');
    const run = await tenant.owner.post(`${pathOf(task)}/run`, form);
    expect([run.status, run.body]).toMatchObject([200, { stream: true }]);
    expect(textOf(await read(tenant.owner, `${pathOf(task)}/run/${run.body.id}/events`))).toBe('echo: hello');
    form.set('stream', 'perhaps');
    const refused = await tenant.owner.post(`${pathOf(task)}/run`, form);
    expect([refused.status, refused.body.detail]).toMatchObject([422, [{ loc: ['body', 'stream'] }]]);
  });

  it('has the raw JSON output of the model, and voids it if it does not match', async () => {
    const output_format = { mood: { type: 'str', options: ['good', 'bad'] } };
    const made = await textTask({ output_modality: 'json', output_format });
    const gate = randomUUID();
    const mismatch = { chunks: ['{"mood": ', '"so so"}'], gate_after_chunks: { count: 1, gate: randomUUID() } };
    const run = await begin([mismatch, { text: '{"mood": "good"}', gate }], made);
    const stream = await tenant.owner.stream(run.events);
    await stream.until(isText);
    await world.model.open(mismatch.gate_after_chunks.gate);
    await stream.until(({ event }) => event === 'text_restarted');
    expect(textOf(stream.events)).toBe('');
    await world.model.open(gate);
    const events = await stream.end();
    expect(textOf(events)).toBe('{"mood": "good"}');
    expect(events.at(-1)?.data).toMatchObject({ status: 'completed', output: { mood: 'good' } });
  });
});

describe('a failed attempt', () => {
  it('voids its text for followers, reconnecting and late readers', async () => {
    const gate = randomUUID();
    const run = await begin([
      { chunks: ['Half ', 'of', ' it'], gate_after_chunks: { count: 1, gate }, cut_after_chunks: 2 },
      { chunks: ['All ', 'of it.'] },
    ]);
    const stream = await tenant.owner.stream(run.events);
    const said = await stream.until(isText);
    await world.model.open(gate);
    const events = await stream.end();
    expect(kinds(events)).toContain('text_restarted');
    expect(textOf(events)).toBe('All of it.');
    expect(events.at(-1)?.data).toMatchObject({ status: 'completed', output: 'All of it.' });
    const back = await read(elsewhere, run.events, said.position);
    expect([kinds(back), textOf(back)]).toEqual([['text_restarted', 'text', 'done'], 'All of it.']);
    const late = await read(elsewhere, run.events);
    expect([kinds(late), textOf(late)]).toEqual([['text', 'done'], 'All of it.']);
  });

  it('without a retry leaves no text, but its error and done', async () => {
    const run = await begin([{ status: 400, body: { error: { message: 'no' } } }]);
    const events = await read(tenant.owner, run.events);
    expect(kinds(events)).toEqual(['error', 'done']);
    expect(events[0]?.data).toMatchObject({ reason: 'MODEL_REJECTED', message: expect.any(String) });
    expect(events[1]?.data).toMatchObject({ status: 'failed', output: null });
    expect(await read(tenant.owner, run.events, 'error')).toEqual(events.slice(1));
  });

  it('can send its error under another name than that of EventSource, on request', async () => {
    const run = await begin([{ status: 400, body: { error: { message: 'no' } } }]);
    const named = await read(tenant.owner, `${run.events}?error_event=run_error`);
    expect(kinds(named)).toEqual(['run_error', 'done']);
    expect([named[0]?.position, named[0]?.data.reason]).toEqual(['error', 'MODEL_REJECTED']);
    expect(kinds(await read(tenant.owner, `${run.events}?error_event=error`))).toEqual(['error', 'done']);
    expect(await tenant.owner.get(`${run.events}?error_event=run_error`)).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['query', 'error_event'] }] },
    });
    const { message } = await play(world, [{ status: 400, body: { error: { message: 'no' } } }]);
    const agent = await makeAgent(tenant);
    const stream = await tenant.owner.stream(`${agent.path}/run?error_event=run_error`, { body: { message } });
    const received = await stream.end();
    expect(kinds(received).slice(-2)).toEqual(['run_error', 'done']);
    const id = received[0]?.data.run_id;
    const again = await tenant.owner.stream(`${agent.path}/run/${id}/events?error_event=run_error`);
    expect(kinds(await again.end())).toEqual(kinds(received));
    expect((await tenant.owner.post(`${agent.path}/run?error_event=run_error`, { message })).status).toBe(422);
  });
});

describe('a run that is stopped in mid-stream', () => {
  it('ends its stream at once and keeps its text', async () => {
    const { stream, path, events } = await halfway();
    expect((await tenant.owner.post(`${path}/cancel`, {})).status).toBe(200);
    const received = await stream.end();
    expect(kinds(received).filter((kind) => kind !== 'text')).toEqual(['error', 'done']);
    expect(received.at(-1)?.data).toMatchObject({ status: 'cancelled', output: null });
    expect(textOf(await read(elsewhere, events))).toBe('It is ');
  });
});

describe('no text', () => {
  const rows = async (id: string): Promise<Json[]> =>
    (await sql<Json>`select * from task_run_texts where run_id = ${id}`.execute(world.db)).rows;

  it('is sent or stored for a run that was started without stream', async () => {
    const run = await begin([{ text: 'Quietly.' }], task, {});
    const events = await read(tenant.owner, run.events);
    expect(events).toMatchObject([
      { event: 'no_text', data: { reason: 'not_asked' } },
      { event: 'done', data: { output: 'Quietly.' } },
    ]);
    expect(await read(tenant.owner, run.events, events[0]!.position)).toEqual(events.slice(1));
    expect(await rows(run.id)).toEqual([]);
    expect(await world.model.requests(run.key)).toHaveLength(1);
    expect((await ended(run.path)).stream).toBe(false);
  });

  it.each([
    ['masks', 'mask', { response: '[secret] it is.', is_error: false }],
    ['blocks', 'block', { response: null, is_error: true }],
  ])('remains if an output guardrail %s it, at any moment', async (_does, action, end) => {
    const made = await textTask({ guardrails: { output: [{ guardrail: 'secrets', action }] } });
    const gate = randomUUID();
    const run = await begin([{ text: 'AKIAIOSFODNN7EXAMPLF it is.', gate }], made);
    const stream = await tenant.owner.stream(run.events);
    await stream.until(({ event }) => event === 'no_text');
    await world.model.open(gate);
    const events = await stream.end();
    expect(kinds(events).filter((kind) => kind !== 'error')).toEqual(['no_text', 'done']);
    expect(events[0]?.data).toEqual({ reason: 'guardrail' });
    const stored = JSON.stringify([events, await rows(run.id)]);
    expect(stored).not.toContain('AKIA');
    expect(await ended(run.path)).toMatchObject({ is_error: end.is_error });
    expect(events.at(-1)?.data.output === null).toBe(end.response === null);
  });

  it('is held back by a guardrail that only flags', async () => {
    const made = await textTask({ guardrails: { output: [{ guardrail: 'secrets', action: 'flag' }] } });
    const run = await begin([{ text: 'AKIAIOSFODNN7EXAMPLF it is.' }], made);
    expect(textOf(await read(tenant.owner, run.events))).toBe('AKIAIOSFODNN7EXAMPLF it is.');
  });

  it('is sent if the output is a file', async () => {
    const made = await textTask({ output_modality: 'pdf' });
    const run = await begin([{ text: '# A title' }], made);
    const events = await read(tenant.owner, run.events);
    expect(events).toMatchObject([{ event: 'no_text', data: { reason: 'file' } }, { event: 'done' }]);
    expect(events[1]?.data.output).toBe((await ended(run.path)).response);
  });
});

describe('events as JSON', () => {
  it('contain the text so far, also after an event', async () => {
    const { stream, events: path, open, id } = await halfway();
    const now = await tenant.owner.get(path);
    expect(now.body).toMatchObject({ run_id: id, status: 'running', events: [{ event: 'text' }] });
    expect(textOf(now.body.events)).toBe('It is ');
    await open();
    await stream.end();
    const rest = await tenant.owner.get(`${path}?after=${now.body.events[0].id}`);
    expect(rest.body.events).toMatchObject([
      { event: 'text', data: { text: 'forty-two.' } },
      { id: 'done', event: 'done', data: { output: 'It is forty-two.' } },
    ]);
    expect((await tenant.owner.get(`${path}?after=done`)).body.events).toEqual([]);
  });

  it('and as a stream reject an id that the run did not send', async () => {
    const { events: path, open, stream } = await halfway();
    for (const accept of ['text/event-stream', 'application/json']) {
      for (const bad of ['abc', '1', '-1-2', '1-99', '7-0', 'done', 'error'])
        expect((await tenant.owner.get(path, { accept, 'last-event-id': bad })).status, bad).toBe(400);
      expect((await tenant.owner.get(`${path}?after=abc`, { accept })).status).toBe(422);
    }
    await open();
    await stream.end();
  });
});

describe('a user who may not read a run', () => {
  const statusOf = async (client: Client, path: string): Promise<number> => (await client.stream(path)).status;

  it('of another tenant gets nothing of it', async () => {
    const { events: path, open, id } = await halfway();
    const outsider = await world.tenant();
    const theirs = await textTask({}, outsider);
    expect(await statusOf(outsider.owner, path)).toBe(403);
    expect(await statusOf(outsider.owner, `${pathOf(theirs, outsider)}/run/${id}/events`)).toBe(404);
    expect(await statusOf(new Client(tenant.owner.base, undefined), path)).toBe(401);
    await open();
  });

  it('that is for owners only cannot follow it', async () => {
    const made = await textTask({ task_run_visibility: 'owner_only' });
    const run = await begin([{ text: 'Hush.' }], made);
    const editor = await tenant.member({ project: 'editor' });
    expect(await statusOf(editor, run.events)).toBe(403);
    expect((await editor.get(run.events)).status).toBe(403);
    expect(textOf(await read(tenant.owner, run.events))).toBe('Hush.');
  });

  it('but has the token of the task follows only runs of that token', async () => {
    const made = await textTask({ public: true });
    const other = await textTask({ public: true });
    const shown = await tenant.owner.get(pathOf(made));
    const token = new Client(tenant.owner.base, shown.body.access_token);
    const run = await token.post(`${pathOf(made)}/run`, { task_input: { text: 'mine' }, stream: true });
    expect(textOf(await read(token, `${pathOf(made)}/run/${run.body.id}/events`))).toBe('echo: mine');
    const streamed = await token.stream(`${pathOf(made)}/run`, { body: { task_input: { text: 'at once' } } });
    expect(textOf(await streamed.end())).toBe('echo: at once');
    const owners = await begin([{ text: 'The owner’s.' }], made);
    expect(await statusOf(token, owners.events)).toBe(403);
    const elsewhereRun = await begin([{ text: 'Of another.' }], other);
    expect(await statusOf(token, elsewhereRun.events)).toBe(403);
  });
});

describe('an API process that is killed', () => {
  it('loses no text: its readers continue elsewhere', async () => {
    const third = await startExtraApi(world.stack, {});
    const { events: path, open, stream } = await halfway();
    const there = await new Client(third.origin, tenant.key).stream(path);
    await there.until(isText);
    third.process.child.kill('SIGKILL');
    const before = await there.end();
    await third.stop();
    const rest = await elsewhere.stream(path, { lastEventId: before.at(-1)!.position });
    await open();
    expect(textOf([...before, ...(await rest.end())])).toBe('It is forty-two.');
    expect(textOf(await stream.end())).toBe('It is forty-two.');
  });
});
