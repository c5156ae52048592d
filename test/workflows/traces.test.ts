import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { findFreePort } from '../../src/platform/local/ports.ts';
import { makeAgent, makeTask, type TestAgent } from '../support/agents.ts';
import { openWorld, type Tenant, type World } from '../support/client.ts';
import { scrapeUntil } from '../support/metrics.ts';
import { type OtlpCollector, type ReceivedSpan, startOtlpCollector } from '../support/otlp-collector.ts';
import { Stack, WITHOUT_INGESTION } from '../support/stack.ts';

const SECRET = 'open-sesame-7c1b';

let collector: OtlpCollector;
let stack: Stack;
let world: World;
let tenant: Tenant;
let agent: TestAgent;
let workerMetrics: string;

beforeAll(async () => {
  collector = await startOtlpCollector();
  const port = await findFreePort();
  workerMetrics = `http://127.0.0.1:${port}/-/metrics`;
  stack = await Stack.create(inject('servers'), 'traces', {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=ops',
    OTEL_BSP_SCHEDULE_DELAY: '50',
    OTEL_SERVICE_NAME: 'holdfast-test',
    TRACE_URL_TEMPLATE: 'https://traces.example.com/trace/{trace_id}?from=holdfast',
  });
  stack.startWorker({ ...WITHOUT_INGESTION, METRICS_PORT: String(port) });
  await stack.startApi();
  await stack.ready();
  world = openWorld(stack.info);
  tenant = await world.tenant();
  agent = await makeAgent(tenant, {
    instruction: `Keep ${SECRET} to yourself.`,
    approval_policy: { default: 'destructive', rules: [{ tool: 'calculator', mode: 'always' }] },
  });
});
afterAll(async () => {
  await world?.close();
  await stack?.stop();
  await collector?.[Symbol.asyncDispose]();
});

const one = (spans: readonly ReceivedSpan[], name: RegExp): ReceivedSpan => {
  const found = spans.filter((span) => name.test(span.name));
  expect(found, `${name} of ${spans.map((span) => span.name)}`).toHaveLength(1);
  return found[0] as ReceivedSpan;
};
/** The trace that the API names for a run. */
const findTrace = async (runId: string) => {
  const { trace_id, trace_url } = (await tenant.owner.get(`/locate?id=${runId}`)).body.found;
  return { trace_id, trace_url };
};
const toTrace = (id: string | undefined) => ({
  trace_id: id,
  trace_url: `https://traces.example.com/trace/${id}?from=holdfast`,
});
const hasRun = (spans: readonly ReceivedSpan[]) => spans.some(({ name }) => name === 'invoke_agent');

describe('the trace of an agent run', () => {
  it('is one, across a pause and processes, in the trace of the caller, without contents', async () => {
    await world.model.script('traced', [
      { text: SECRET, tool_calls: [{ name: 'calculator', arguments: { expression: '6*7' } }] },
      { text: `${SECRET} is 42.` },
    ]);
    const [traceId, callerId] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7'];
    const started = await tenant.owner.post(
      `${agent.path}/run`,
      { message: `${SECRET} ${world.model.marker('traced')}` },
      { traceparent: `00-${traceId}-${callerId}-01` },
    );
    expect(started.body.status).toBe('waiting_for_human');
    const [request] = await agent.requests(started.body.id);
    await agent.approve(request.id, { decision_note: SECRET });
    const ended = await agent.resume(request.id);
    expect(ended.body).toMatchObject({ status: 'completed', output: `${SECRET} is 42.` });

    const spans = await collector.traceUntil(
      traceId,
      (found) => hasRun(found) && found.some(({ name }) => name.startsWith('wait')),
    );
    const http = one(spans, /^POST .*\/run$/);
    const accepted = one(spans, /^accept agent_run$/);
    const run = one(spans, /^invoke_agent$/);
    expect(http).toMatchObject({
      parentSpanId: callerId,
      service: 'holdfast-test',
      schemaUrl: /schemas\/1\.45\.0$/.exec(http.schemaUrl) ? http.schemaUrl : '',
    });
    expect(http.attributes).toMatchObject({
      'http.request.method': 'POST',
      'http.response.status_code': 200,
      'holdfast.operation': 'task_agent_run.create',
    });
    expect(accepted.parentSpanId).toBe(http.spanId);
    expect(run.parentSpanId).toBe(accepted.spanId);
    expect(await findTrace(started.body.id)).toEqual(toTrace(traceId));
    expect(run.attributes).toMatchObject({ 'holdfast.run.id': started.body.id, 'holdfast.run.status': 'completed' });
    const turns = [one(spans, /^turn 1$/), one(spans, /^turn 2$/)];
    expect(turns.map(({ parentSpanId }) => parentSpanId)).toEqual([run.spanId, run.spanId]);
    const chats = spans.filter(({ name }) => name === 'chat scripted');
    expect(chats.map(({ parentSpanId }) => parentSpanId)).toEqual(turns.map(({ spanId }) => spanId));
    expect(chats[0]?.attributes).toMatchObject({
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'openai-compatible',
      'gen_ai.request.model': 'scripted',
      'gen_ai.usage.input_tokens': expect.any(Number),
    });
    const tool = one(spans, /^execute_tool calculator$/);
    expect(tool.attributes).toMatchObject({ 'gen_ai.tool.name': 'calculator', 'holdfast.tool.outcome': 'success' });
    const wait = one(spans, /^wait for approval$/);
    expect(wait).toMatchObject({ parentSpanId: run.spanId, attributes: { 'holdfast.approval.status': 'approved' } });
    expect(wait.endMs).toBeLessThanOrEqual(tool.endMs);
    expect(run.endMs - run.startMs).toBeGreaterThan(wait.endMs - wait.startMs);

    const text = JSON.stringify(collector.spans);
    for (const content of [SECRET, '6*7', tenant.userId, 'Bearer']) expect(text).not.toContain(content);
    expect(collector.headers).toMatchObject({ 'x-tenant': 'ops', 'content-type': 'application/x-protobuf' });
  });

  it('links to the span that began it, if another run did', async () => {
    const task = await makeTask(tenant, { name: 'Traced child', user_prompt: 'Repeat {text}.' });
    const caller = await makeAgent(tenant, { name: 'Caller', task_tools: [{ task_id: task.id }] });
    await world.model.script('with-child', [
      { tool_calls: [{ name: 'Traced_child', arguments: { text: 'x' } }] },
      { text: 'done' },
    ]);
    const run = await caller.run(world.model.marker('with-child'));
    expect(run).toMatchObject({ status: 'completed' });
    const spans = await collector.traceUntil(
      collector.spans.find((span) => span.attributes['holdfast.run.id'] === run.id)?.traceId ?? '',
      hasRun,
    );
    const child = await world.db
      .selectFrom('task_runs')
      .select('id')
      .where('task_id', '=', task.id)
      .executeTakeFirstOrThrow();
    const own = await collector.traceUntil(child.id.replaceAll('-', ''), (found) =>
      found.some(({ name }) => name === 'task_run'),
    );
    expect(await findTrace(child.id)).toEqual(toTrace(own[0]?.traceId));
    const link = one(own, /^task_run$/).links[0];
    expect(link?.traceId).toBe(spans[0]?.traceId);
    expect(spans.map(({ spanId }) => spanId)).toContain(link?.spanId);
  });
});

it('a collector that is away slows no run, and lost spans are counted', async () => {
  await collector[Symbol.asyncDispose]();
  const task = await makeTask(tenant);
  const run = await tenant.owner.post(`${tenant.project}/task/${task.id}/run`, { task_input: { text: 'one' } });
  expect(run.body.status).toBe('completed');
  const lost = (text: string) => /^otel_sdk_exporter_span_exported_total\{.*error_type="[^"]+".*\} [1-9]/m.test(text);
  await scrapeUntil(workerMetrics, ({ text }) => lost(text));
});
