import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { findMetricsRefusal } from '../../src/platform/telemetry/metrics-endpoint.ts';
import { makeAgent, makeTask } from '../support/agents.ts';
import { openWorld, type Tenant, type World } from '../support/client.ts';
import { type Scrape, scrape, scrapeUntil } from '../support/metrics.ts';

let world: World;
let tenant: Tenant;
let apiUrl: string;
let workerUrl: string;

beforeAll(async () => {
  world = openWorld();
  tenant = await world.tenant();
  apiUrl = `${world.stack.baseUrl}/-/metrics`;
  workerUrl = inject('stack').workerMetricsUrl ?? apiUrl;
  // The first read starts to count in the API; the worker counts from its start.
  await scrape(apiUrl);
});
afterAll(() => world.close());

const growth = (before: Scrape, after: Scrape, name: string, labels: Record<string, string>) =>
  (after.value(name, labels) ?? 0) - (before.value(name, labels) ?? 0);

describe('the metrics of the API', () => {
  it('count responses by operation and status, with their time', async () => {
    const before = await scrape(apiUrl);
    await tenant.owner.get(tenant.project);
    await tenant.owner.get(`${tenant.project}/task/${crypto.randomUUID()}`);
    const after = await scrape(apiUrl);
    const name = 'holdfast_http_request_duration_seconds';
    expect(growth(before, after, `${name}_count`, { operation: 'project.read', status: '200' })).toBeGreaterThanOrEqual(
      1,
    );
    expect(growth(before, after, `${name}_count`, { operation: 'task.read', status: '404' })).toBeGreaterThanOrEqual(1);
    expect(growth(before, after, `${name}_bucket`, { operation: 'task.read', le: '+Inf' })).toBeGreaterThanOrEqual(1);
    expect(after.families.find((family) => family.name === name)?.type).toBe('HISTOGRAM');
  });

  it('show open runs by status and reason, backlogs, task queues and the pool', async () => {
    await world.model.script('metrics', [{ tool_calls: [{ name: 'calculator', arguments: { expression: '1' } }] }]);
    const agent = await makeAgent(tenant, {
      approval_policy: { default: 'destructive', rules: [{ tool: 'calculator', mode: 'always' }] },
    });
    const run = await tenant.owner.post(`${agent.path}/run`, { message: world.model.marker('metrics') });
    expect(run.body.status).toBe('waiting_for_human');
    const waiting = { kind: 'agent_run', status: 'waiting_for_human', waiting_for: 'approval' };
    const found = await scrapeUntil(apiUrl, (metrics) => (metrics.value('holdfast_runs_open', waiting) ?? 0) > 0);
    expect(found.value('holdfast_runs_open_oldest_age_seconds', waiting)).toBeGreaterThanOrEqual(0);
    expect(found.value('holdfast_backlog_depth', { backlog: 'approvals' })).toBeGreaterThan(0);
    for (const backlog of ['deliveries', 'audit_events', 'reports', 'notifications'])
      expect(found.value('holdfast_backlog_oldest_age_seconds', { backlog }), backlog).toBeGreaterThanOrEqual(0);
    for (const queue of ['runs', 'ingestion', 'background'])
      expect(found.value('holdfast_task_queue_depth', { queue, type: 'activity' }), queue).toBeGreaterThanOrEqual(0);
    expect(found.value('holdfast_task_queue_pollers', { queue: 'runs', type: 'workflow' })).toBeGreaterThan(0);
    expect(found.value('holdfast_database_pool_size')).toBeGreaterThan(0);
    expect(found.value('holdfast_metrics_source_errors_total')).toBe(0);
    await tenant.owner.post(`${agent.path}/run/${run.body.id}/cancel`);
  });

  it('describe the process', async () => {
    const metrics = await scrape(apiUrl);
    expect(metrics.value('holdfast_event_loop_delay_seconds', { quantile: '0.99' })).toBeGreaterThanOrEqual(0);
    expect(metrics.value('process_cpu_seconds_total')).toBeGreaterThan(0);
    expect(metrics.value('process_resident_memory_bytes')).toBeGreaterThan(1e6);
    expect(metrics.value('holdfast_build_info')).toBe(1);
  });
});

describe('the metrics of a worker', () => {
  it('count runs, model calls, tokens and credits', async () => {
    const before = await scrape(workerUrl);
    const task = await makeTask(tenant);
    const run = await tenant.owner.post(`${tenant.project}/task/${task.id}/run`, { task_input: { text: 'one' } });
    expect(run.body.status).toBe('completed');
    const ended = { kind: 'task_run', status: 'completed' };
    const after = await scrapeUntil(
      workerUrl,
      (metrics) => growth(before, metrics, 'holdfast_run_duration_seconds_count', ended) > 0,
    );
    const model = { provider: 'openai-compatible', model: 'scripted' };
    const calls = { ...model, operation: 'chat', outcome: 'ok' };
    expect(growth(before, after, 'holdfast_model_call_duration_seconds_count', calls)).toBeGreaterThan(0);
    expect(growth(before, after, 'holdfast_model_tokens_total', { ...model, type: 'input' })).toBeGreaterThan(0);
    expect(growth(before, after, 'holdfast_model_tokens_total', { ...model, type: 'output' })).toBeGreaterThan(0);
    expect(growth(before, after, 'holdfast_model_credits_total', model)).toBeGreaterThan(0);
  });

  it("include those of Temporal's SDK", async () => {
    const metrics = await scrape(workerUrl);
    expect(metrics.value('temporal_workflow_task_execution_latency_seconds_count')).toBeGreaterThan(0);
  });

  it('contain no id of a tenant, run or user', async () => {
    const texts = await Promise.all([scrape(apiUrl), scrape(workerUrl)]);
    const ids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/;
    for (const { text } of texts) expect(text.split('\n').filter((line) => ids.test(line))).toEqual([]);
  });
});

describe('access to metrics', () => {
  it('is refused to what a proxy passes on, and to pages that resolve another name to this machine', async () => {
    for (const headers of [{ 'x-forwarded-for': '192.0.2.1' }, { forwarded: 'for=192.0.2.1' }, { via: '1.1 proxy' }]) {
      const response = await fetch(apiUrl, { headers });
      expect(response.status).toBe(403);
      expect(await response.json()).toMatchObject({ detail: { reason: 'METRICS_NOT_PUBLIC' } });
      expect((await fetch(workerUrl, { headers })).status).toBe(403);
    }
    const local = { remoteAddress: '127.0.0.1' };
    expect(findMetricsRefusal(undefined, { ...local, headers: { host: 'rebound.example:8080' } })).toBe('not_local');
    expect(findMetricsRefusal(undefined, { ...local, headers: { host: 'localhost:8080' } })).toBeUndefined();
    expect(findMetricsRefusal(undefined, { remoteAddress: '::1', headers: { host: '[::1]:80' } })).toBeUndefined();
    expect(findMetricsRefusal(undefined, { remoteAddress: '192.0.2.1', headers: { host: 'localhost' } })).toBe(
      'not_local',
    );
  });

  it('needs the token wherever one is set, and an API credential is none', async () => {
    const local = { remoteAddress: '127.0.0.1' };
    const token = 'metrics-token-0123456789';
    const refusal = (authorization?: string) =>
      findMetricsRefusal(token, { ...local, headers: { host: 'localhost', ...(authorization && { authorization }) } });
    expect(refusal()).toBe('unauthorized');
    expect(refusal('Bearer another-token-0123456')).toBe('unauthorized');
    expect(refusal(`Bearer ${token}`)).toBeUndefined();
    expect(
      findMetricsRefusal(token, { remoteAddress: '192.0.2.1', headers: { authorization: `Bearer ${token}` } }),
    ).toBe(undefined);
  });
});
