import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { Client, Connection } from '@temporalio/client';
import { DefaultLogger, Runtime, Worker } from '@temporalio/worker';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadWorkflowBundle } from '../../src/platform/temporal/bundle.ts';
import { makeAgent, makeTask, play, type Receiver, startReceiver } from '../support/agents.ts';
import { type Json, openWorld, type Tenant, type World } from '../support/client.ts';
import { historyFromJson, historyToJson, waitForClosedWorkflow } from '../support/histories.ts';

const FOLDER = fileURLToPath(new URL('../histories/', import.meta.url));

let world: World;
let tenant: Tenant;
let receiver: Receiver;
let connection: Connection;
let temporal: Client;

beforeAll(async () => {
  // A failing replay would log loudly.
  Runtime.install({
    logger: new DefaultLogger('ERROR', () => undefined),
    telemetryOptions: { logging: { filter: 'ERROR' } },
  });
  world = openWorld();
  tenant = await world.tenant();
  receiver = await startReceiver();
  connection = await Connection.connect({ address: world.stack.temporalAddress });
  temporal = new Client({ connection, namespace: world.stack.namespace });
});
afterAll(async () => {
  await connection.close();
  await receiver.close();
  await world.close();
});

interface Recorded {
  readonly name: string;
  readonly history: { events: Json[] };
}

const recorded: Recorded[] = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.json.gz'))
  .map((file) => ({
    name: file.replace('.json.gz', ''),
    history: JSON.parse(gunzipSync(readFileSync(join(FOLDER, file))).toString('utf8')),
  }));

/** Replays histories with the current workflows. Returns the error of each incompatible one. */
async function replay(histories: readonly Recorded[]): Promise<Map<string, Error>> {
  const { codePath } = await loadWorkflowBundle(join(world.stack.dataDir, 'cache'));
  const named = histories.map(({ name, history }) => ({
    workflowId: name,
    history: historyFromJson(JSON.stringify(history)),
  }));
  const broken = new Map<string, Error>();
  for await (const result of Worker.runReplayHistories({ workflowBundle: { codePath } }, named)) {
    if (result.error) broken.set(result.workflowId, result.error);
  }
  return broken;
}

/** Returns a history with decrypted payloads. */
function plainText(history: string): string {
  return history.replace(/"data":\s*"([^"]*)"/g, (_, data: string) => Buffer.from(data, 'base64').toString('utf8'));
}

describe('the recorded histories', () => {
  it('cover every branch of the workflows', () => {
    const cases = new Set(recorded.map(({ name }) => name.replace(/-\d+\.\d+\.\d+/, '')));
    expect([...cases].sort()).toEqual([
      'agentEvalRun-plain',
      'agentRun-agent-tool',
      'agentRun-agent-tool-cancelled',
      'agentRun-approved',
      'agentRun-cancelled',
      'agentRun-effect-confirmed',
      'agentRun-expired',
      'agentRun-held-and-resumed',
      'agentRun-long-turn',
      'agentRun-ordinary-tool',
      'agentRun-parallel',
      'agentRun-plain',
      'agentRun-quick-tool',
      'agentRun-rejected-and-failed',
      'agentRun-retried-turn',
      'agentRun-sequential-decided',
      'agentRun-task-tool',
      'answerKnowledgeQuery-answered',
      'backfillEmbeddings-backfilled',
      'deliverForward-tried-again',
      'domainVerification-removed',
      'domainVerification-verified',
      'ingestDocument-cancelled',
      'ingestDocument-failed',
      'ingestDocument-paused-and-resumed',
      'ingestDocument-plain',
      'ingestDocument-tried-again',
      'invite-reminded-and-expired',
      'invite-resent-and-accepted',
      'invite-undelivered-and-cancelled',
      'provision-found',
      'summarizeCollection-asked',
      'syncSource-crawled',
      'taskEvalRun-plain',
      'taskRun-inline',
      'taskRun-ordinary',
      'taskRun-prepared',
      'taskRun-waited',
    ]);
  });

  it('are all replayed by the current workflows', async () => {
    expect(await replay(recorded)).toEqual(new Map());
  });

  it('detect a workflow that behaves differently', async () => {
    const other = structuredClone(recorded.find(({ name }) => name.endsWith('-ordinary-tool'))!);
    const scheduled = other.history.events.filter((event) => event.activityTaskScheduledEventAttributes);
    scheduled[0].activityTaskScheduledEventAttributes.activityType.name = 'callAnotherTool';
    const swapped = structuredClone(recorded.find(({ name }) => name === 'agentRun-0.1.0-plain')!);
    swapped.history.events[0].workflowExecutionStartedEventAttributes.workflowType.name = 'taskRun';
    const broken = await replay([
      { ...other, name: 'another activity' },
      { ...swapped, name: 'another workflow' },
    ]);
    expect([...broken.keys()].sort()).toEqual(['another activity', 'another workflow']);
  });
});

describe('the history of a run', () => {
  const WORDS = ['zanzibar', '271828', 'quicksilver', 'marmalade', 'heliotrope', 'obsidian'];
  const fields = { instruction: 'Think of zanzibar.', builtin_tools: ['calculator', 'http_request'] };
  const end = { text: 'The answer is marmalade.' };
  /** Number of events per ordinary step. Which steps are ordinary depends on the worker's measurements. */
  const ORDINARY = 6;
  const STEPS = ['takeTurn', 'callTool'];

  /** Runs two turns, or one without calls, and reads the closed history. */
  async function historyOf(calls: Json[], more: object = {}) {
    const steps = calls.length > 0 ? [{ text: 'quicksilver', tool_calls: calls }, end] : [end];
    const agent = await makeAgent(tenant, { ...fields, ...more });
    const run = await agent.run((await play(world, steps, { say: 'Tell me of the heliotrope.' })).message);
    for (const request of await agent.requests(run.id)) {
      const note = { decision_note: 'obsidian', arguments: { expression: '271828*2' } };
      expect(await agent.approve(request.id, note)).toMatchObject({ status: 200 });
    }
    const history = await (await waitForClosedWorkflow(temporal, run.id)).fetchHistory();
    const json = historyToJson(history);
    const events = history.events ?? [];
    const ordinary = events.filter((event) =>
      STEPS.includes(event.activityTaskScheduledEventAttributes?.activityType?.name ?? ''),
    );
    return { events: events.length - ORDINARY * ordinary.length, bytes: json.length, text: plainText(json) };
  }

  it('stays small: at most 3 events for a turn with a quick call, 15 for a task, 18 with a decision, 27 for an agent, 6 for an ordinary step', async () => {
    const task = await makeTask(tenant);
    const sum = { name: 'calculator', arguments: { expression: '271828+1' } };
    const request = { name: 'http_request', arguments: { method: 'GET', url: `${receiver.url}/heliotrope` } };
    const call = { name: task.name.replaceAll(' ', '_'), arguments: { text: 'heliotrope' } };
    const timed = { default: 'never', rules: [{ tool: '*', mode: 'always', expires_in: 'PT1H' }] };
    const plain = await historyOf([]);
    const quick = await historyOf([sum]);
    const ordinary = await historyOf([request]);
    const asTask = await historyOf([call], { task_tools: [{ task_id: task.id }] });
    const decided = await historyOf([sum], { approval_policy: { default: 'always' } });
    const inTime = await historyOf([sum], { approval_policy: timed });
    const helper = await makeAgent(tenant, { name: 'Helper', builtin_tools: [] });
    const message = (await play(world, [end])).message;
    const asAgent = await historyOf([{ name: 'Helper', arguments: { message } }], {
      agent_tools: [{ task_agent_id: helper.id }],
    });
    const cost = (played: { events: number }) => played.events - plain.events;
    expect(plain.events).toBeLessThanOrEqual(8);
    expect(cost(quick)).toBeLessThanOrEqual(3);
    expect(cost(ordinary)).toBeLessThanOrEqual(3);
    expect(cost(asTask)).toBeLessThanOrEqual(15);
    expect(cost(decided)).toBeLessThanOrEqual(18);
    expect(cost(inTime)).toBeLessThanOrEqual(18);
    expect(cost(asAgent)).toBeLessThanOrEqual(27);
    for (const played of [plain, quick, ordinary, asTask, asAgent, decided, inTime]) {
      expect(played.text).toContain('runId');
      expect(WORDS.filter((word) => played.text.includes(word))).toEqual([]);
    }
  });

  it('does not grow with the text: a turn of a hundred thousand characters costs no more than a short one', async () => {
    const sizeOf = async (length: number, calls = true) => {
      const args = { expression: `1+1${' '.repeat(length)}` };
      const agent = await makeAgent(tenant);
      const turn = { text: 'x'.repeat(length), tool_calls: [{ name: 'calculator', arguments: args }] };
      const steps = [...(calls ? [turn] : []), { text: 'ok' }];
      const run = await agent.run((await play(world, steps)).message);
      expect(run).toMatchObject({ status: 'completed' });
      const { historySize } = await (await waitForClosedWorkflow(temporal, run.id)).describe();
      return historySize ?? Number.NaN;
    };
    const [none, short, long] = [await sizeOf(1, false), await sizeOf(1), await sizeOf(100_000)];
    expect(none).toBeGreaterThan(0);
    expect(short - none).toBeLessThanOrEqual(4096);
    expect(long - short).toBeLessThan(200);
  });
});
