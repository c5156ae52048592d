import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getToolResults, makeAgent, makeTask, play, type Receiver, startReceiver } from '../support/agents.ts';
import { type ApiResponse, Client, type Json, openWorld, type Tenant, type World } from '../support/client.ts';
import { createRevision, runEval, startEval, waitForEval } from '../support/evals.ts';
import { makeForwarder } from '../support/forwarders.ts';
import { ALWAYS, getReason, NEVER, post, sum } from '../support/scene.ts';

let world: World;
let tenant: Tenant;
let foreign: Tenant;
let receiver: Receiver;

beforeAll(async () => {
  world = openWorld();
  [tenant, foreign] = await Promise.all([world.tenant(), world.tenant()]);
  receiver = await startReceiver();
});
afterAll(async () => {
  await receiver.close();
  await world.close();
});

const pathOf = (task: Json) => `${tenant.project}/task/${task.id}`;
const receivedAt = (path: string) => receiver.received.filter((request) => request.path === path).length;
async function ok(response: Promise<ApiResponse>): Promise<Json> {
  const { status, body, text } = await response;
  expect(status, text).toBe(200);
  return body;
}
const problemsOf = ({ status, body, text }: ApiResponse) => {
  expect(status, text).toBe(422);
  return [...new Set(body.detail.map(({ loc }: Json) => loc.slice(1).join('.')))];
};
const put = (path: string, body: object) => tenant.owner.request('PUT', path, body);
const verdictsOf = (run: Json) => run.results.map((result: Json) => result.verdict);
const idsOf = (rows: readonly Json[]) => rows.map((row) => row.id);
/** A model that returns these texts, one after the other, for any run. */
const saying = async (...texts: readonly string[]) => {
  const { message } = await play(
    world,
    texts.map((text) => ({ text })),
    { by: 'call' },
  );
  return message;
};

/** A task with one run per list of texts, whose first text is the output of that run, and a newer revision. */
async function evaluable(...responses: readonly string[][]) {
  const task = await makeTask(tenant);
  const path = pathOf(task);
  const runs: Json[] = [];
  for (const texts of responses)
    runs.push(await ok(tenant.owner.post(`${path}/run`, { task_input: { text: await saying(...texts) } })));
  const candidate = await createRevision(tenant, path, { system_prompt: 'Do it well.' });
  return { task, path, runs, candidate, reference: task.revisions[0].id };
}
const makeSet = (path: string, body: object) => ok(tenant.owner.post(`${path}/eval/set`, { name: 'Set', ...body }));

describe('an eval of a task', () => {
  it('compares a candidate with past runs: each case with its verdict and both runs, and their totals', async () => {
    const { task, path, runs, candidate } = await evaluable(['A b', 'a  B'], ['X', 'Y']);
    const ids = idsOf(runs);
    const set = await makeSet(path, { name: 'May', task_run_ids: ids });
    expect(set).toMatchObject({ task_id: task.id, name: 'May', description: '', task_run_ids: ids, case_count: 2 });
    const run = await runEval(tenant, path, { eval_set_id: set.id, candidate_revision_id: candidate, parallelism: 1 });
    expect(run).toMatchObject({
      status: 'completed',
      task_id: task.id,
      candidate_revision_id: candidate,
      eval_set_id: set.id,
      judge_model_id: null,
      scorers: [{ scorer: 'same', config: {} }],
      parallelism: 1,
      case_count: 2,
      pass_count: 1,
      fail_count: 1,
      error_count: 0,
      skip_count: 0,
      pass_rate: 0.5,
      error_message: null,
      previous: null,
    });
    expect(run.confidence_interval.low).toBeCloseTo(0.0945, 4);
    expect(run.confidence_interval.high).toBeCloseTo(0.9055, 4);
    expect(run.results.map((result: Json) => [result.reference_run_id, result.verdict])).toEqual([
      [ids[0], 'pass'],
      [ids[1], 'fail'],
    ]);
    const [{ id, candidate_run_id }] = run.results;
    const made = await ok(tenant.owner.get(`${path}/run/${candidate_run_id}`));
    expect(made).toMatchObject({ trigger_type: 'eval', trigger_id: run.id, task_revision_id: candidate });
    const detail = await ok(tenant.owner.get(`${path}/eval/run/${run.id}/result/${id}`));
    expect(detail).toMatchObject({
      input: runs[0].run_data.submitted,
      reference: { run_id: ids[0], output: 'A b', calls: [] },
      candidate: { run_id: candidate_run_id, output: 'a  B' },
    });
    const listed = await ok(tenant.owner.get(`${path}/eval/run?limit=1`));
    expect(listed.results).toMatchObject([{ id: run.id, pass_count: 1 }]);
    expect(listed.results[0]).not.toHaveProperty('results');
  });

  it('reports what changed since the previous eval of the same set', async () => {
    const { path, runs } = await evaluable(['A', 'A', 'B'], ['X', 'Y', 'X'], ['Z', 'Z', 'Z']);
    const set = await makeSet(path, { task_run_ids: idsOf(runs) });
    const first = await runEval(tenant, path, { eval_set_id: set.id });
    const second = await runEval(tenant, path, { eval_set_id: set.id });
    expect([verdictsOf(first), verdictsOf(second)]).toEqual([
      ['pass', 'fail', 'pass'],
      ['fail', 'pass', 'pass'],
    ]);
    expect(second.results.map((result: Json) => result.previous_verdict)).toEqual(['pass', 'fail', 'pass']);
    const [broken, mended] = idsOf(second.results);
    expect(second.previous).toMatchObject({
      eval_run_id: first.id,
      newly_failing: [broken],
      newly_passing: [mended],
    });
  });

  it('uses the newest runs of other revisions by default, except runs of evals', async () => {
    const { path, runs, candidate } = await evaluable(['1', '1', '1'], ['2', '2', '2'], ['3', '3', '3']);
    await ok(tenant.owner.post(`${path}/run?revision_id=${candidate}`, { task_input: { text: await saying('own') } }));
    const newest = await runEval(tenant, path, { last_n: 2 });
    const referred = (run: Json) => run.results.map((result: Json) => result.reference_run_id);
    expect(referred(newest)).toEqual([runs[2].id, runs[1].id]);
    expect(referred(await runEval(tenant, path))).toEqual(idsOf(runs).reverse());
  });

  it('compares given cases with their expected output, and marks cases that have none', async () => {
    const { path, runs, candidate } = await evaluable(['A', 'B']);
    const own = await ok(
      tenant.owner.post(`${path}/run?revision_id=${candidate}`, { task_input: { text: await saying('C') } }),
    );
    const set = await makeSet(path, {
      description: 'Given',
      task_run_ids: [own.id],
      scorers: [{ scorer: 'exact' }],
      cases: [
        { task_input: { text: await saying('Yes') }, expected: 'Yes' },
        { name: 'In lower case', task_input: { text: await saying('yes') }, expected: 'Yes' },
        { reference_run_id: runs[0].id, expected: 'B' },
        { task_input: { text: await saying('?') } },
        { task_input: { other: 'x' }, expected: 'x' },
      ],
    });
    expect(set).toMatchObject({ description: 'Given', case_count: 6, scorers: [{ scorer: 'exact', config: {} }] });
    const { results: kept } = await ok(tenant.owner.get(`${path}/eval/set/${set.id}/case`));
    expect(kept.flatMap(({ name }: Json) => name ?? [])).toEqual(['In lower case']);
    const run = await runEval(tenant, path, { eval_set_id: set.id });
    expect(verdictsOf(run)).toEqual([null, 'pass', 'fail', 'pass', null, null]);
    expect(run).toMatchObject({ pass_count: 2, fail_count: 1, error_count: 1, skip_count: 1 });
    expect(run.results[0]).toMatchObject({
      skipped: true,
      candidate_run_id: null,
      reasoning: expect.stringContaining('itself'),
    });
    expect(run.results[5]).toMatchObject({ is_error: true, error_message: expect.stringContaining('text') });
    const again = await runEval(tenant, path, { eval_set_id: set.id, scorers: [{ scorer: 'same' }] });
    expect(again.scorers).toEqual([{ scorer: 'same', config: {} }]);
  });

  it('accepts an additional case, which replaces an existing one if it names it', async () => {
    const { path, runs } = await evaluable(['A']);
    const set = await makeSet(path, { task_run_ids: [], scorers: [{ scorer: 'exact' }] });
    const cases = `${path}/eval/set/${set.id}/case`;
    const input = { text: await saying('Yes', 'Yes') };
    const first = await ok(tenant.owner.post(cases, { name: 'Polite', task_input: input, expected: 'No' }));
    expect(first).toMatchObject({
      source: 'given',
      name: 'Polite',
      task_input: input,
      expected: 'No',
      reference_run_id: null,
    });
    const edited = await ok(tenant.owner.post(cases, { task_input: input, expected: 'Yes', replaces: first.id }));
    await ok(tenant.owner.post(cases, { reference_run_id: runs[0].id }));
    expect(edited.id).not.toBe(first.id);
    const { results } = await ok(tenant.owner.get(cases));
    expect(results.map(({ name, expected }: Json) => [name, expected])).toEqual([
      [null, null],
      [null, 'Yes'],
    ]);
    expect(problemsOf(await tenant.owner.post(cases, { name: ' ', task_input: input }))).toEqual(['name']);
    expect(problemsOf(await tenant.owner.post(cases, { task_input: input, replaces: first.id }))).toEqual(['replaces']);
    expect(problemsOf(await tenant.owner.post(cases, { expected: 'x' }))).toEqual(['task_input']);
    const foreignRun = { reference_run_id: randomUUID() };
    expect(problemsOf(await tenant.owner.post(cases, foreignRun))).toEqual(['reference_run_id']);
    const agent = await makeAgent(tenant);
    const ofAgent = await ok(tenant.owner.post(`${agent.path}/eval/set`, { name: 'x', task_agent_run_ids: [] }));
    const body = {
      message: 'Sum it up.',
      expected_calls: [{ tool_name: 'calculator', arguments: { expression: '1+1' }, must: 'be_made' }],
      stubs: [{ tool_name: 'calculator', arguments: { expression: '1+1' }, result: 2, outcome: 'success' }],
    };
    const made = await ok(tenant.owner.post(`${agent.path}/eval/set/${ofAgent.id}/case`, body));
    expect(made).toMatchObject({ ...body, source: 'given' });
  });

  it('has no pass rate if no case can be judged', async () => {
    const { path } = await evaluable();
    const set = await makeSet(path, { task_run_ids: [], cases: [{ task_input: { text: await saying('?') } }] });
    const run = await runEval(tenant, path, { eval_set_id: set.id });
    expect(run).toMatchObject({ status: 'completed', pass_rate: null, confidence_interval: null });
  });

  it('starts no case once its credits are used up, and reports it', async () => {
    const { path, runs } = await evaluable(['A', 'A'], ['B', 'B'], ['C', 'C']);
    const body = { task_run_ids: idsOf(runs), max_credits: 0.0000001, parallelism: 1 };
    const run = await runEval(tenant, path, body);
    expect(run).toMatchObject({ status: 'completed', max_credits: '0.0000001', pass_count: 1, skip_count: 2 });
    expect(run.error_message).toContain('has spent its budget');
    expect(Number(run.charged_credits)).toBeGreaterThan(0);
  });

  it('stops with its runs, keeps its results, and only then allows deletion of its set', async () => {
    const task = await makeTask(tenant);
    const path = pathOf(task);
    const { message, key } = await play(world, [{ text: 'A' }, { hang: true }], { by: 'call' });
    const past = await ok(tenant.owner.post(`${path}/run`, { task_input: { text: message } }));
    await createRevision(tenant, path, { system_prompt: 'Do it well.' });
    const set = await makeSet(path, { task_run_ids: [past.id] });
    const { id } = await startEval(tenant.owner, path, { eval_set_id: set.id });
    await world.model.waitForRequests(key, 2);
    expect(getReason(await tenant.owner.delete(`${path}/eval/set/${set.id}`))).toBe('EVAL_SET_IN_USE');
    const emptied = await ok(put(`${path}/eval/set/${set.id}`, { task_run_ids: [] }));
    expect(emptied).toMatchObject({ case_count: 0 });
    const stopped = await ok(tenant.owner.post(`${path}/eval/run/${id}/cancel`));
    expect(stopped).toMatchObject({ id, status: 'cancelled' });
    const run = await waitForEval(tenant.owner, path, id);
    expect(run).toMatchObject({ case_count: 1, skip_count: 1, results: [{ skipped: true, verdict: null }] });
    const made = await tenant.owner.post(`${path}/run/${run.results[0].candidate_run_id}/cancel`);
    expect(made.body.run).toMatchObject({ status: 'cancelled' });
    await ok(tenant.owner.delete(`${path}/eval/set/${set.id}`));
    expect((await tenant.owner.get(`${path}/eval/set/${set.id}`)).status).toBe(404);
    expect((await ok(tenant.owner.get(`${path}/eval/run/${id}`))).eval_set_id).toBe(set.id);
  });

  it('starts once per Idempotency-Key', async () => {
    const { path, runs } = await evaluable(['A', 'A']);
    const [key, body] = [{ 'idempotency-key': randomUUID() }, { task_run_ids: idsOf(runs) }];
    const begun = await Promise.all([1, 2].map(() => tenant.owner.post(`${path}/eval/run`, body, key)));
    expect(new Set(begun.map((response) => response.body.id)).size).toBe(1);
    await waitForEval(tenant.owner, path, begun[0]?.body.id);
  });

  it('forwards none of its runs, and appears in no report', async () => {
    const forwarder = await makeForwarder(tenant, 'webhook', { url: `${receiver.url}/forwarded` });
    const task = await makeTask(tenant, { task_forwarder_id: forwarder.record.id });
    const path = pathOf(task);
    const past = await ok(tenant.owner.post(`${path}/run`, { task_input: { text: await saying('A', 'A') } }));
    await createRevision(tenant, path, { system_prompt: 'Do it well.' });
    expect(verdictsOf(await runEval(tenant, path, { task_run_ids: [past.id] }))).toEqual(['pass']);
    const sent = await ok(tenant.owner.get(`${tenant.project}/task_forwarder/${forwarder.record.id}/delivery`));
    const report = await ok(tenant.owner.get(`${path}/usage_report`));
    expect(report.total.runs).toBe(1);
    expect(sent.results.map((delivery: Json) => delivery.task_run_id)).toEqual([past.id]);
  });
});

describe('the input of an eval', () => {
  it('is rejected if it is empty, too large or has nothing to compare with', async () => {
    const { path, runs, reference, candidate } = await evaluable(['A'], ['B']);
    const ids = idsOf(runs);
    const start = (body: object) => tenant.owner.post(`${path}/eval/run`, body);
    expect(problemsOf(await start({ candidate_revision_id: reference, task_run_ids: ids }))).toEqual([
      'candidate_revision_id',
    ]);
    expect(problemsOf(await start({ candidate_revision_id: randomUUID() }))).toEqual(['candidate_revision_id']);
    const task = await makeTask(tenant);
    const alone = pathOf(task);
    const only = task.revisions[0].id;
    const past = await ok(tenant.owner.post(`${alone}/run`, { task_input: { text: await saying('A') } }));
    const chosen = await tenant.owner.post(`${alone}/eval/run`, { task_run_ids: [past.id] });
    const none = await tenant.owner.post(`${alone}/eval/run`, { last_n: 5 });
    expect(chosen.body.detail[0]).toMatchObject({ code: 'newest_made_references', params: { revision: only } });
    expect(none.body.detail.message).toContain(`the newest revision, ${only}`);
    expect(none.body.detail.nothingToEvaluateError).toEqual({ candidate_revision_id: only });
    expect(problemsOf(await start({ last_n: 1, task_run_ids: ids }))).toEqual(['last_n']);
    expect(problemsOf(await start({ task_run_ids: [ids[0], ids[0]] }))).toEqual(['task_run_ids.1']);
    expect(problemsOf(await start({ task_run_ids: [ids[0], randomUUID()] }))).toEqual(['task_run_ids.1']);
    expect(problemsOf(await start({ eval_set_id: randomUUID() }))).toEqual(['eval_set_id']);
    expect(problemsOf(await start({ last_n: 1001 }))).toEqual(['last_n']);
    expect(problemsOf(await start({ parallelism: 33 }))).toEqual(['parallelism']);
    expect(problemsOf(await start({ judge_model_id: 'nobody' }))).toEqual(['judge_model_id']);
    expect(problemsOf(await start({ scorers: [{ scorer: 'calls' }] }))).toEqual(['scorers.0.scorer']);
    expect(problemsOf(await start({ scorers: [{ scorer: 'exact', config: { a: 1 } }] }))).toEqual([
      'scorers.0.config.a',
    ]);
    const judged = { scorers: [{ scorer: 'exact' }], judge_model_id: 'scripted', task_run_ids: ids };
    expect(problemsOf(await start(judged))).toEqual(['judge_model_id']);
    const empty = await makeSet(path, { task_run_ids: [] });
    expect(getReason(await start({ eval_set_id: empty.id }))).toBe('NOTHING_TO_EVALUATE');
    expect((await ok(tenant.owner.get(`${path}/eval/run`))).results).toEqual([]);
    expect(candidate).not.toBe(reference);
  });

  it('skips deleted runs, and is rejected if no others remain', async () => {
    const { path, runs } = await evaluable(['A', 'A'], ['B', 'B']);
    const [gone, kept] = idsOf(runs);
    const set = await makeSet(path, { task_run_ids: [gone, kept] });
    const remove = (id: string) => world.db.deleteFrom('task_runs').where('id', '=', id).execute();
    await remove(gone);
    const run = await runEval(tenant, path, { eval_set_id: set.id });
    expect(run).toMatchObject({ status: 'completed', pass_count: 1, skip_count: 1, error_count: 0 });
    const left = run.results.find((result: Json) => result.skipped);
    expect(left).toMatchObject({ reference_run_id: gone, candidate_run_id: null, verdict: null });
    expect(left.reasoning).toBe('the past run of the case was deleted');
    expect(problemsOf(await tenant.owner.post(`${path}/eval/run`, { task_run_ids: [gone] }))).toEqual([
      'task_run_ids.0',
    ]);
    await remove(kept);
    const refused = await tenant.owner.post(`${path}/eval/run`, { eval_set_id: set.id });
    expect([getReason(refused), refused.text]).toEqual(['NOTHING_TO_EVALUATE', expect.stringContaining('was deleted')]);
  });
});

describe('an eval set', () => {
  it('is created, read, listed, changed field by field and deleted, and accepts no other runs', async () => {
    const { path, runs } = await evaluable(['A'], ['B']);
    const other = await evaluable(['C']);
    const [one, two] = idsOf(runs);
    const set = await makeSet(path, { task_run_ids: [one] });
    const at = `${path}/eval/set/${set.id}`;
    expect(await ok(tenant.owner.get(at))).toEqual(set);
    const changed = await ok(put(at, { name: 'June', description: 'New', task_run_ids: [two, one] }));
    expect(changed).toMatchObject({ name: 'June', description: 'New', task_run_ids: [two, one] });
    const given = [{ task_input: { text: 'x' }, expected: { a: [1] } }];
    expect(await ok(put(at, { cases: given, scorers: [{ scorer: 'exact' }] }))).toMatchObject({
      name: 'June',
      task_run_ids: [two, one],
      case_count: 3,
    });
    const cases = await ok(tenant.owner.get(`${at}/case`));
    expect(cases.results[0]).toMatchObject({ source: 'given', task_input: { text: 'x' }, expected: { a: [1] } });
    expect(cases.results[2]).toMatchObject({ source: 'run', reference_run_id: two, task_input: null });
    await ok(put(at, { name: 'July', task_run_ids: [two, one] }));
    expect(idsOf((await ok(tenant.owner.get(`${at}/case`))).results)).toEqual(idsOf(cases.results));
    await ok(tenant.owner.delete(`${at}/case/${cases.results[0].id}`));
    expect((await ok(tenant.owner.get(`${path}/eval/set?limit=5`))).results).toMatchObject([
      { id: set.id, case_count: 2 },
    ]);
    const wrong = (body: object) => put(at, body);
    expect(problemsOf(await wrong({ task_run_ids: [other.runs[0].id] }))).toEqual(['task_run_ids.0']);
    expect(problemsOf(await wrong({ cases: [{ expected: 'x' }] }))).toEqual(['cases.0.task_input']);
    expect(problemsOf(await wrong({ cases: [{ reference_run_id: randomUUID() }] }))).toEqual([
      'cases.0.reference_run_id',
    ]);
    const many = Array.from({ length: 1001 }, () => randomUUID());
    expect(problemsOf(await wrong({ task_run_ids: many }))).toEqual(['task_run_ids']);
    const lots = Array.from({ length: 100_000 }, () => ({ task_input: { text: 'x' } }));
    expect((await wrong({ cases: lots })).status).toBe(413);
    expect(problemsOf(await wrong({ cases: lots.slice(0, 1001) }))).toEqual(['cases']);
    expect(await ok(tenant.owner.get(at))).toMatchObject({ task_run_ids: [two, one], case_count: 2 });
    await ok(tenant.owner.delete(at));
    expect((await tenant.owner.get(at)).status).toBe(404);
  });

  it('imports the cases of a file, all or none, and names the invalid line', async () => {
    const { path } = await evaluable();
    const set = await makeSet(path, { task_run_ids: [] });
    const send = (client: Client, text: string | Buffer, name: string, query = '') => {
      const form = new FormData();
      form.set('file', new Blob([text]), name);
      return client.post(`${path}/eval/set/${set.id}/case/import${query}`, form);
    };
    const [yes, no] = [await saying('Yes'), await saying('No')];
    const csv = `text,expected\n"${yes}",Yes\n"${no}",\n`;
    expect(await ok(send(tenant.owner, csv, 'cases.csv'))).toMatchObject({ case_count: 2 });
    const lines = [{ task_input: { text: yes }, expected: 'yes' }].map((line) => JSON.stringify(line)).join('\n');
    expect(await ok(send(tenant.owner, `${lines}\n\n`, 'cases', '?format=jsonl'))).toMatchObject({ case_count: 3 });
    const run = await runEval(tenant, path, { eval_set_id: set.id });
    expect(verdictsOf(run)).toEqual(['pass', null, 'pass']);
    const inLine = (line: number, code: string) => ['case_file_line', { line, problem: { code } }] as const;
    const wrong: readonly [string | Buffer, string, string, object][] = [
      ['{"task_input": {"text": "x"}}\n{"task_input": 5}', 'a.jsonl', ...inLine(2, 'case_line_invalid_field')],
      ['{"task_input": {"text": "x"}}\n[]', 'a.jsonl', ...inLine(2, 'case_line_not_object')],
      ['{"task_input": {}, "wish": 1}', 'a.jsonl', ...inLine(1, 'case_line_unknown_field')],
      ['text,text\na,b', 'a.csv', ...inLine(1, 'case_column_repeated')],
      ['text,expected\na,b,c', 'a.csv', 'case_file_invalid_csv', {}],
      ['', 'a.csv', 'case_file_empty', {}],
      ['x', 'a.xlsx', 'case_file_format_unknown', {}],
      [Buffer.from([0xff, 0xfe, 0x00]), 'a.csv', 'case_file_not_utf8', {}],
      [`text\n${'x\n'.repeat(1001)}`, 'a.csv', 'case_file_too_long', { count: 1001, limit: 1000 }],
      [`text\n${'x\n'.repeat(100_000)}`, 'a.csv', 'case_file_too_long', { count: 100_000, limit: 1000 }],
    ];
    for (const [text, name, code, params] of wrong) {
      const response = await send(tenant.owner, text, name);
      expect(problemsOf(response)[0], name).toMatch(/^file/);
      expect(response.body.detail[0]).toMatchObject({ code, params });
    }
    const twice = await send(
      tenant.owner,
      '[]\n{"task_input": 5, "wish": 1}\n{"task_input": {"text": 1}, "expected": "x"}',
      'a.jsonl',
    );
    expect(problemsOf(twice)).toEqual(['file.line 1', 'file.line 2']);
    expect(twice.body.detail).toHaveLength(3);
    const missing = randomUUID();
    const replaced = { task_input: { text: 'x' }, reference_run_id: missing, replaces: missing };
    const both = await tenant.owner.post(`${path}/eval/set/${set.id}/case`, replaced);
    expect(problemsOf(both)).toEqual(['replaces', 'reference_run_id']);
    expect(await ok(tenant.owner.get(`${path}/eval/set/${set.id}`))).toMatchObject({ case_count: 3 });
  });

  it('shows and accepts only past runs that the caller can see', async () => {
    const { path, runs, task } = await evaluable(['secret', 'secret'], ['mine', 'mine']);
    const editor = await tenant.member({ org: 'member', project: 'editor' });
    await ok(tenant.owner.post(path, { task_run_visibility: 'owner_only' }));
    const own = await ok(
      editor.post(`${path}/run?revision_id=${task.revisions[0].id}`, { task_input: { text: await saying('E', 'E') } }),
    );
    const make = (client: Client, ids: string[]) => client.post(`${path}/eval/set`, { name: 'S', task_run_ids: ids });
    expect(getReason(await make(editor, [runs[0].id]))).toBe('PERMISSION_CHECK_FAILED');
    const set = await ok(make(tenant.owner, [runs[0].id]));
    const start = (body: object) => editor.post(`${path}/eval/run`, body);
    expect(getReason(await start({ eval_set_id: set.id }))).toBe('PERMISSION_CHECK_FAILED');
    expect(getReason(await start({ task_run_ids: [runs[0].id] }))).toBe('PERMISSION_CHECK_FAILED');
    const owners = await runEval(tenant, path, { eval_set_id: set.id });
    expect(getReason(await editor.get(`${path}/eval/run/${owners.id}`))).toBe('PERMISSION_CHECK_FAILED');
    const mine = await runEval({ owner: editor }, path, { last_n: 10 });
    expect(mine.results.map((result: Json) => result.reference_run_id)).toEqual([own.id]);
    expect(idsOf((await ok(editor.get(`${path}/eval/run`))).results)).toEqual([mine.id]);
  });

  it('shows no past run to a key that cannot read runs, as a case or in an eval', async () => {
    const { path, runs } = await evaluable(['secret', 'secret']);
    const set = await makeSet(path, { task_run_ids: [] });
    const scopes = ['project:view', 'task:edit', 'task:run'];
    const made = await ok(tenant.owner.post(`${tenant.project}/api_key`, { name: 'Narrow', scopes }));
    const narrow = new Client(world.stack.baseUrl, made.value);
    for (const response of [
      await narrow.post(`${path}/eval/set/${set.id}/case`, { reference_run_id: runs[0].id }),
      await narrow.post(`${path}/eval/set`, { name: 'Runs', task_run_ids: [runs[0].id] }),
      await narrow.post(`${path}/eval/run`, { task_run_ids: [runs[0].id] }),
    ])
      expect([response.status, getReason(response)], response.text).toEqual([403, 'PERMISSION_CHECK_FAILED']);
    const given = await narrow.post(`${path}/eval/set/${set.id}/case`, { task_input: { text: 'x' }, expected: 'y' });
    expect(given.status).toBe(200);
  });

  it('is a 404 in another project, and so is an eval', async () => {
    const { path, runs } = await evaluable(['A', 'A']);
    const set = await makeSet(path, { task_run_ids: idsOf(runs) });
    const theirs = await makeTask(foreign);
    const at = `${foreign.project}/task/${theirs.id}/eval`;
    expect((await foreign.owner.get(`${at}/set/${set.id}`)).status).toBe(404);
    expect(problemsOf(await foreign.owner.post(`${at}/run`, { eval_set_id: set.id }))).toEqual(['eval_set_id']);
    expect(problemsOf(await foreign.owner.post(`${at}/run`, { task_run_ids: idsOf(runs) }))).toEqual([
      'task_run_ids.0',
    ]);
  });
});

describe('an eval of an agent', () => {
  const tools = { builtin_tools: ['calculator', 'http_request'] };
  /** An agent with one run that followed the steps, and a newer revision. */
  async function evaluableAgent(message: string, policy: object = NEVER) {
    const agent = await makeAgent(tenant, { ...tools, approval_policy: policy });
    const past = await agent.run(message);
    const candidate = await createRevision(tenant, agent.path, { instruction: 'Help well.' });
    return { agent, past, candidate };
  }

  it('replays calls with side effects from the past run, and executes none', async () => {
    const url = `${receiver.url}/pay`;
    const { message, key } = await play(world, [{ tool_calls: [post(url), sum('1+1')] }, { text: 'Paid.' }]);
    const { agent, past } = await evaluableAgent(message);
    const toolResults = await getToolResults(world, key);
    expect(receivedAt('/pay')).toBe(1);
    const set = await ok(
      tenant.owner.post(`${agent.path}/eval/set`, { name: 'Paying', task_agent_run_ids: [past.id] }),
    );
    const run = await runEval(tenant, agent.path, { eval_set_id: set.id });
    expect(run).toMatchObject({
      task_agent_id: agent.id,
      pass_count: 1,
      pass_rate: 1,
      scorers: [{ scorer: 'same' }, { scorer: 'calls' }],
    });
    expect(receivedAt('/pay')).toBe(1);
    expect(await getToolResults(world, key)).toEqual(toolResults);
    const { id, candidate_run_id } = run.results[0];
    const detail = await ok(tenant.owner.get(`${agent.path}/eval/run/${run.id}/result/${id}`));
    const calls = [{ tool_name: 'http_request', outcome: 'success', side_effects: true }, { tool_name: 'calculator' }];
    expect(detail).toMatchObject({ reference: { calls }, candidate: { calls } });
    expect((await agent.read(candidate_run_id)).trigger_type).toBe('eval');
    const effects = await ok(tenant.owner.get(`${agent.path}/run/${candidate_run_id}/effects`));
    expect(effects.results).toMatchObject([{ status: 'failed', sent_at: null, attempts: 0 }]);
  });

  it('skips a case whose call has no recorded result, unless a stub provides one', async () => {
    const [one, two] = [`${receiver.url}/one`, `${receiver.url}/two`];
    const { message } = await play(
      world,
      [
        { tool_calls: [post(one)] },
        { text: 'Done.' },
        { tool_calls: [post(two)] },
        { text: 'Done.' },
        { tool_calls: [post(two)] },
        { text: 'Done.' },
      ],
      { by: 'call' },
    );
    const { agent, past } = await evaluableAgent(message);
    const skipped = await runEval(tenant, agent.path, { task_agent_run_ids: [past.id] });
    expect(skipped).toMatchObject({ skip_count: 1, pass_rate: null, results: [{ verdict: null, skipped: true }] });
    expect(skipped.results[0].reasoning).toContain('http_request');
    const failed = await agent.read(skipped.results[0].candidate_run_id);
    expect(failed).toMatchObject({ status: 'failed', error: { reason: 'NOT_RECORDED' } });
    // The model continues where the skipped run stopped.
    await agent.run(message);
    const stubs = [{ tool_name: 'http_request', arguments: post(two).arguments, result: 'paid', outcome: 'success' }];
    const set = await ok(
      tenant.owner.post(`${agent.path}/eval/set`, {
        name: 'Stubbed',
        task_agent_run_ids: [],
        cases: [
          { message, expected: 'Done.', stubs, expected_calls: [{ tool_name: 'http_request', must: 'be_made' }] },
        ],
      }),
    );
    const run = await runEval(tenant, agent.path, { eval_set_id: set.id });
    expect(verdictsOf(run)).toEqual(['pass']);
    expect([receivedAt('/one'), receivedAt('/two')]).toEqual([1, 0]);
  });

  it('requests no approval: it replays the past decision, and becomes a case', async () => {
    const url = `${receiver.url}/decided`;
    const { message } = await play(world, [{ tool_calls: [post(url), sum('1+1')] }, { text: 'Done.' }]);
    const { agent, past } = await evaluableAgent(message, ALWAYS);
    const [payment, calculation] = await agent.requests(past.id);
    await agent.reject(payment.id, { decision_note: 'no' });
    await agent.approve(calculation.id, { arguments: { expression: '2+2' } });
    await agent.resume(calculation.id);
    const set = await ok(tenant.owner.post(`${agent.path}/eval/set`, { name: 'Decided', task_agent_run_ids: [] }));
    const at = `${agent.path}/eval/set/${set.id}/case`;
    const ids = [payment.id, calculation.id];
    expect(await ok(tenant.owner.post(`${at}/from_approvals`, { approval_request_ids: ids }))).toMatchObject({
      case_count: 2,
    });
    expect(await ok(tenant.owner.post(`${at}/from_approvals`, { approval_request_ids: ids }))).toMatchObject({
      case_count: 2,
    });
    const cases = (await ok(tenant.owner.get(at))).results;
    expect(cases).toMatchObject([
      {
        source: 'approval',
        expected_calls: [{ tool_name: 'calculator', arguments: { expression: '2+2' }, must: 'be_made' }],
      },
      {
        source: 'approval',
        reference_run_id: past.id,
        expected_calls: [{ tool_name: 'http_request', must: 'not_be_made' }],
      },
    ]);
    const run = await runEval(tenant, agent.path, { eval_set_id: set.id });
    expect(verdictsOf(run)).toEqual(['fail', 'fail']);
    expect(receivedAt('/decided')).toBe(0);
    for (const { candidate_run_id } of run.results) {
      expect(await agent.requests(candidate_run_id)).toEqual([]);
      expect(await agent.read(candidate_run_id)).toMatchObject({ status: 'completed', output: 'Done.' });
    }
    const refused = await tenant.owner.post(`${at}/from_approvals`, { approval_request_ids: [randomUUID()] });
    expect(problemsOf(refused)).toEqual(['approval_request_ids.0']);
  });

  it('hides a hidden past run from others after its deletion, and shows it to users who could see it', async () => {
    const { message } = await play(world, [{ tool_calls: [sum('1+1')] }, { text: 'Hidden.' }]);
    const { agent, past } = await evaluableAgent(message, ALWAYS);
    await ok(tenant.owner.post(agent.path, { task_agent_run_visibility: 'owner_only' }));
    const [calculation] = await agent.requests(past.id);
    await agent.reject(calculation.id, {});
    await agent.resume(calculation.id);
    const set = await ok(tenant.owner.post(`${agent.path}/eval/set`, { name: 'Hidden', task_agent_run_ids: [] }));
    const at = `${agent.path}/eval/set/${set.id}/case`;
    await ok(tenant.owner.post(`${at}/from_approvals`, { approval_request_ids: [calculation.id] }));
    const viewer = await tenant.member({ org: 'member', project: 'viewer' });
    const calls = async (client: Client) => (await ok(client.get(at))).results[0].expected_calls;
    expect(await calls(viewer)).toBeNull();
    await ok(tenant.owner.delete(`${agent.path}/session/${past.session_id}`));
    expect(await calls(viewer)).toBeNull();
    expect(await calls(tenant.owner)).toMatchObject([{ tool_name: 'calculator', must: 'not_be_made' }]);
    await ok(tenant.owner.post(agent.path, { task_agent_run_visibility: 'all_viewers' }));
    expect(await calls(viewer)).toMatchObject([{ tool_name: 'calculator' }]);
  });

  it('executes no side effects of nested agents, and forwards none of their tasks', async () => {
    const url = `${receiver.url}/below`;
    const below = await play(world, [{ tool_calls: [post(url)] }, { text: 'Below.' }]);
    const helper = await makeAgent(tenant, {
      ...tools,
      name: `Helper ${randomUUID().slice(0, 8)}`,
      approval_policy: NEVER,
    });
    const name = helper.record.name.replaceAll(' ', '_');
    const { message } = await play(world, [
      { tool_calls: [{ name, arguments: { message: below.message } }] },
      { text: 'Above.' },
    ]);
    const agent = await makeAgent(tenant, {
      agent_tools: [{ task_agent_id: helper.id }],
      builtin_tools: [],
      approval_policy: NEVER,
    });
    const past = await agent.run(message);
    expect(receivedAt('/below')).toBe(1);
    await createRevision(tenant, agent.path, { instruction: 'Help well.' });
    const run = await runEval(tenant, agent.path, { task_agent_run_ids: [past.id] });
    expect(verdictsOf(run)).toEqual(['pass']);
    expect(receivedAt('/below')).toBe(1);
  });

  it('accepts only runs without earlier turns in their session, and skips others', async () => {
    const message = await saying('A', 'B', 'A');
    const agent = await makeAgent(tenant, { builtin_tools: [] });
    const first = await agent.run(message);
    const second = await agent.run(message, { session_id: first.session_id });
    await createRevision(tenant, agent.path, { instruction: 'Help well.' });
    const start = (body: object) => tenant.owner.post(`${agent.path}/eval/run`, body);
    expect(problemsOf(await start({ task_agent_run_ids: [second.id] }))).toEqual(['task_agent_run_ids.0']);
    const run = await runEval(tenant, agent.path, { last_n: 5 });
    expect(run.results).toMatchObject([{ reference_run_id: first.id, verdict: 'pass' }]);
    await ok(tenant.owner.delete(`${agent.path}/session/${first.session_id}`));
    const detail = await ok(tenant.owner.get(`${agent.path}/eval/run/${run.id}/result/${run.results[0].id}`));
    expect(detail).toMatchObject({ verdict: 'pass', reference: null });
  });
});
