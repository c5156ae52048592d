/**
 * Records the histories that test/workflows/replay.test.ts replays. Runs every case against its own servers and stores
 * the histories as test/histories/<workflow>-<version>-<case>.json.gz. docs/releasing.md says when to run it.
 * Histories of earlier releases stay. Arguments limit it to workflows.
 */

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostname } from 'node:os';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { Connection, Client as Temporal } from '@temporalio/client';
import { domainWorkflow, inviteWorkflow } from '../src/organizations/contract.ts';
import { getCacheDir } from '../src/platform/local/cache-dir.ts';
import { startNativePostgres } from '../src/platform/local/native-postgres.ts';
import { findTemporal, startTemporal } from '../src/platform/local/temporal.ts';
import { type Json, openWorld, type StreamEvent, type Tenant, type World } from '../test/support/client.ts';
import { startDnsServer } from '../test/support/dns-server.ts';
import { historyToJson } from '../test/support/histories.ts';
import { startMailServer } from '../test/support/mail-server.ts';
import { type Step, startModelServer } from '../test/support/model-server.ts';
import { Stack } from '../test/support/stack.ts';
import { deliverTwice } from './recorded-deliveries.ts';
import { recordIngestions } from './recorded-documents.ts';
import { evaluateAgent, evaluateTask } from './recorded-evals.ts';
import { waitForModel } from './recorded-outages.ts';
import { DOMAIN_CASES, INVITE_CASES, type People } from './recorded-people.ts';
import { crawlSite, provisionRequirements, recordCollections } from './recorded-provisioning.ts';

const FOLDER = fileURLToPath(new URL('../test/histories/', import.meta.url));
const PACKAGE = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string };

/** Context of the cases. */
interface Scene extends People {
  readonly world: World;
  readonly tenant: Tenant;
  /** Address that answers a GET and disconnects a POST. */
  readonly outside: string;
}

/** A started run with the actions of a case. */
interface Run {
  readonly id: string;
  readonly path: string;
  /** Reads until an event matches, or until the run has ended. */
  until(fits?: (event: StreamEvent) => boolean): Promise<StreamEvent[]>;
  post(path: string, body?: object): Promise<Json>;
}

const SUM = { name: 'calculator', arguments: { expression: '6*7' } };
const ALWAYS = { default: 'always' };
const SOON = { default: 'never', rules: [{ tool: '*', mode: 'always', expires_in: 'PT1S' }] };

async function play(scene: Scene, name: string, steps: readonly Step[], fields: object = {}): Promise<Run> {
  const { world, tenant } = scene;
  await world.model.script(name, steps, { by: 'call' });
  const agents = `${tenant.project}/task-agent`;
  const agent = await post(tenant, agents, { name, instruction: 'Help.', llm_model_id: 'scripted', ...fields });
  const path = `${agents}/${agent.id}`;
  const message = `Go. ${world.model.marker(name)}`;
  const run = await post(tenant, `${path}/run`, { message }, { prefer: 'respond-async' });
  return {
    id: run.id,
    path,
    async until(fits) {
      const stream = await tenant.owner.stream(`${path}/run/${run.id}/events?follow=true`);
      if (!fits) return stream.end();
      await stream.until(fits);
      stream.cut();
      return stream.events;
    },
    post: (below, body = {}) => post(tenant, path + below, body),
  };
}

async function post(tenant: Tenant, path: string, body: object, headers?: Record<string, string>): Promise<Json> {
  const answer = await tenant.owner.post(path, body, headers);
  if (answer.status >= 300) throw new Error(`POST ${path} answered ${answer.status}: ${answer.text}`);
  return answer.body;
}

async function task({ tenant }: Scene, name: string, more: object = {}): Promise<Json> {
  const fields = { enabled: true, llm_model_id: 'scripted', system_prompt: 'Be brief.', user_prompt: 'Repeat {text}.' };
  return post(tenant, `${tenant.project}/task`, { name, ...fields, ...more });
}

/** Creates an agent with a calculator and a call of it. */
async function agentCall({ world, tenant }: Scene, name: string, fields: object) {
  const script = `${name}-helper`;
  await world.model.script(script, [{ tool_calls: [SUM] }, { text: '42.' }], { by: 'call' });
  const called = name.replaceAll('-', '_');
  const body = { name: called, instruction: 'Help.', llm_model_id: 'scripted', ...fields };
  const { id } = await post(tenant, `${tenant.project}/task-agent`, body);
  return { helper: id, call: { name: called, arguments: { message: `Go. ${world.model.marker(script)}` } } };
}

/** Waits for the requests of a run and decides each that has a decision. */
async function decide(run: Run, questions: number, answers: readonly (string | undefined)[]): Promise<void> {
  const asked = new Set<string>();
  await run.until(({ event, data }) => {
    return event === 'approval_required' && asked.add(data.approval_request_id).size === questions;
  });
  const ids = [...asked];
  for (const [index, answer] of answers.entries())
    if (answer) await run.post(`/approval-request/${ids[index]}/${answer}`);
}

/** Cases of agent runs. Each returns an ended run. */
const AGENT_CASES: Readonly<Record<string, (scene: Scene, name: string) => Promise<Run>>> = {
  plain: (scene, name) => play(scene, name, [{ text: 'Hello.' }]),
  'long-turn': (scene, name) => play(scene, name, [{ chunks: ['After ', 'a ', 'while.'], pace_ms: 800 }]),
  'retried-turn': (scene, name) => play(scene, name, [{ status: 503 }, { text: 'Hello again.' }]),
  'quick-tool': (scene, name) => play(scene, name, [{ tool_calls: [SUM] }, { text: '42.' }]),
  'ordinary-tool': (scene, name) => {
    const request = { name: 'http_request', arguments: { method: 'GET', url: scene.outside } };
    return play(scene, name, [{ tool_calls: [request] }, { text: 'Seen.' }], { builtin_tools: ['http_request'] });
  },
  'task-tool': async (scene, name) => {
    const { id } = await task(scene, 'Repeat');
    const call = { name: 'Repeat', arguments: { text: 'this' } };
    return play(scene, name, [{ tool_calls: [call] }, { text: 'Done.' }], { task_tools: [{ task_id: id }] });
  },
  'agent-tool': async (scene, name) => {
    const { helper, call } = await agentCall(scene, name, {});
    return play(scene, name, [{ tool_calls: [call] }, { text: 'Done.' }], { agent_tools: [{ task_agent_id: helper }] });
  },
  'agent-tool-cancelled': async (scene, name) => {
    const { helper, call } = await agentCall(scene, name, { approval_policy: ALWAYS });
    const tools = { agent_tools: [{ task_agent_id: helper }] };
    const run = await play(scene, name, [{ tool_calls: [call] }, { text: 'Done.' }], tools);
    await run.until((event) => event.event === 'approval_required');
    await run.post(`/run/${run.id}/cancel`);
    return run;
  },
  'sequential-decided': async (scene, name) => {
    const ids = [await task(scene, 'Step one'), await task(scene, 'Step two')].map((step) => ({ task_id: step.id }));
    const fields = { mode: 'sequential', task_tools: ids, approval_policy: ALWAYS };
    const run = await play(scene, name, [{ text: 'Done.' }], fields);
    await decide(run, 1, ['approve']);
    await decide(run, 2, [undefined, 'reject']);
    return run;
  },
  approved: async (scene, name) => {
    const run = await play(scene, name, [{ tool_calls: [SUM] }, { text: '42.' }], { approval_policy: ALWAYS });
    await decide(run, 1, ['approve']);
    return run;
  },
  expired: (scene, name) => play(scene, name, [{ tool_calls: [SUM] }, { text: 'No.' }], { approval_policy: SOON }),
  'rejected-and-failed': async (scene, name) => {
    const rules = [{ tool: '*', mode: 'always', on_reject: 'fail' }];
    const run = await play(scene, name, [{ tool_calls: [SUM, SUM] }], { approval_policy: { default: 'never', rules } });
    await decide(run, 2, ['reject']);
    return run;
  },
  parallel: async (scene, name) => {
    const { id } = await task(scene, 'Repeat in parallel');
    const call = { name: 'Repeat_in_parallel', arguments: { text: 'that' } };
    const rules = [{ tool: 'calculator', mode: 'always', expires_in: 'PT1H' }];
    const run = await play(scene, name, [{ tool_calls: [SUM, call, SUM] }, { text: 'All.' }], {
      task_tools: [{ task_id: id }],
      approval_policy: { default: 'never', rules },
    });
    await decide(run, 2, ['reject', 'approve']);
    return run;
  },
  'held-and-resumed': async (scene, name) => {
    const refused = { status: 401, body: { error: { message: 'bad key' } } };
    const steps = [{ tool_calls: [SUM] }, refused, { text: 'Mended.' }];
    const run = await play(scene, name, steps, { approval_policy: ALWAYS });
    await decide(run, 1, ['approve']);
    const events = await run.until((event) => event.event === 'error');
    const asked = events.find((event) => event.event === 'approval_required');
    await run.post(`/approval-request/${asked?.data.approval_request_id}/resume`);
    return run;
  },
  'effect-confirmed': async (scene, name) => {
    const send = { name: 'http_request', arguments: { method: 'POST', url: scene.outside } };
    const fields = { builtin_tools: ['http_request'], approval_policy: { default: 'never' } };
    const run = await play(scene, name, [{ tool_calls: [send] }, { text: 'Sent.' }], fields);
    await decide(run, 1, ['approve']);
    return run;
  },
  cancelled: async (scene, name) => {
    const run = await play(scene, name, [{ tool_calls: [SUM] }, { text: '42.' }], { approval_policy: ALWAYS });
    await run.until((event) => event.event === 'approval_required');
    await run.post(`/run/${run.id}/cancel`);
    return run;
  },
};

async function recordAll(scene: Scene, wanted: (workflow: string) => boolean): Promise<void> {
  const { stack } = scene.world;
  const connection = await Connection.connect({ address: stack.temporalAddress });
  const temporal = new Temporal({ connection, namespace: stack.namespace });
  mkdirSync(FOLDER, { recursive: true });
  const store = async (workflow: string, name: string, id: string) => {
    const handle = temporal.workflow.getHandle(id);
    // A cancelled or failed workflow also has a history.
    await handle.result().catch(() => undefined);
    const json = historyToJson(await handle.fetchHistory());
    // Removes the host name and process ids of the recording machine.
    const text = json.replaceAll(new RegExp(`\\d+@${hostname()}`, 'g'), 'recorder').replaceAll(hostname(), 'recorder');
    const file = `${workflow}-${PACKAGE.version}-${name}.json.gz`;
    writeFileSync(FOLDER + file, gzipSync(text, { level: 9 }));
    console.log(file);
  };
  if (wanted('taskRun')) {
    const { id } = await task(scene, 'Alone');
    const path = `${scene.tenant.project}/task/${id}/run`;
    const run = async (of: string) => (await post(scene.tenant, of, { task_input: { text: 'me' } })).id;
    // The first call of a model has an unknown duration, so its step is an ordinary activity.
    await store('taskRun', 'ordinary', await run(path));
    await store('taskRun', 'inline', await run(path));
    const input_processors = [{ param_name: 'text', input_processor: 'url_fetcher' }];
    const prepared = await task(scene, 'Prepared', { input_processors });
    const input = { task_input: { text: scene.outside } };
    await store(
      'taskRun',
      'prepared',
      (await post(scene.tenant, `${scene.tenant.project}/task/${prepared.id}/run`, input)).id,
    );
  }
  if (wanted('taskRun')) await store('taskRun', 'waited', await waitForModel(scene.world, scene.tenant));
  for (const [name, begin] of Object.entries(wanted('agentRun') ? AGENT_CASES : {})) {
    const run = await begin(scene, name);
    await run.until();
    await store('agentRun', name, run.id);
  }
  for (const [name, begin] of Object.entries(wanted('invite') ? INVITE_CASES : {}))
    await store('invite', name, inviteWorkflow(await begin(scene, `${name}@example.com`)).id);
  for (const [name, begin] of Object.entries(wanted('domainVerification') ? DOMAIN_CASES : {}))
    await store('domainVerification', name, domainWorkflow(await begin(scene, name)).id);
  if (wanted('ingestDocument'))
    await recordIngestions(scene.world, scene.tenant, (name, id) => store('ingestDocument', name, id));
  if (['backfillEmbeddings', 'summarizeCollection', 'answerKnowledgeQuery'].some(wanted))
    await recordCollections(scene.tenant, store);
  if (wanted('syncSource')) await store('syncSource', 'crawled', await crawlSite(scene.tenant, scene.outside));
  if (wanted('deliverForward')) await store('deliverForward', 'tried-again', await deliverTwice(scene.tenant));
  if (wanted('taskEvalRun')) await store('taskEvalRun', 'plain', await evaluateTask(scene.tenant));
  if (wanted('agentEvalRun')) await store('agentEvalRun', 'plain', await evaluateAgent(scene.tenant));
  if (wanted('provision')) await store('provision', 'found', await provisionRequirements(scene.tenant));
  await connection.close();
}

async function startOutside() {
  const server = createServer((request, response) => {
    if (request.method === 'POST') request.socket.destroy();
    else response.end('seen');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}

async function main(): Promise<void> {
  const say = (line: string) => console.log(line);
  const binary = await findTemporal({ cli: process.env.TEMPORAL_CLI, cacheDir: getCacheDir(), print: say });
  const [postgres, temporal, models, outside, dns, mail] = await Promise.all([
    startNativePostgres({ port: 0, fsync: false, settings: {}, print: say }),
    startTemporal({ binary, port: 0, namespace: 'default' }),
    startModelServer(),
    startOutside(),
    startDnsServer(),
    startMailServer(),
  ]);
  const servers = { postgresUrl: postgres.url, temporalAddress: temporal.address, modelServerUrl: models.url };
  const settings = {
    SMTP_URL: mail.url,
    DNS_SERVERS: dns.address,
    INVITE_REMINDER: 'PT2S',
    INVITE_LIFETIME: 'PT5S',
  };
  const stack = await Stack.create(servers, 'histories', settings);
  const only = process.argv.slice(2);
  try {
    stack.startWorker({ CRAWL_DELAY_MS: '2000' });
    await stack.startApi();
    await stack.ready();
    const world = openWorld(stack.info);
    const scene = { world, tenant: await world.tenant(), outside: outside.url, dns, mail };
    await recordAll(scene, (workflow) => only.length === 0 || only.includes(workflow));
    await world.close();
  } finally {
    await stack.stop();
    outside.close();
    await dns.close();
    await mail.stop();
    await models.close();
    await temporal.stop();
    await postgres.stop();
  }
}

await main();
