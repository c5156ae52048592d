import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import { AGENT, type AgentPath, APPROVAL_REQUEST, Holdfast, ok, PROJECT, type Schemas } from '../client/index.ts';
import { newId } from '../src/platform/ids.ts';
import { createModelControl } from '../test/support/model-server.ts';
import type { decidedCalls, oneCall, oneLocalCall, threeCalls, threeLocalCalls } from './baseline-workflows.ts';
import { AGENT_SCRIPT, BASELINE_QUEUE, TASK_MESSAGE, toThinkingModelName } from './constants.ts';
import type { Job, Pair } from './measure.ts';
import type { CommonServers, Product } from './servers.ts';
import { type AgentRun, createToolAgents, type ToolAgents } from './tool-agents.ts';

/** Actions that the bench measures. */
export interface Scenarios {
  /** A task run. Baseline: one activity that calls the model. */
  readonly task: Pair<Job>;
  /** An agent run with one tool call. Baseline: three activities. */
  readonly agent: Pair<Job>;
  /** The same against local activities. */
  readonly local: { readonly task: Pair<Job>; readonly agent: Pair<Job> };
  /** A task run of a model with this delay. Baseline: one activity that calls the model. */
  readonly thinking: (ms: number) => Promise<Pair<Job>>;
  /** A run that waits for a decision. Baseline: a workflow that waits for a signal between the same calls. */
  readonly decision: Pair<Decision>;
  /** Milliseconds from the request to the first streamed text, less the model's time. */
  readonly firstToken: () => Promise<number>;
  /** The same agent run with an HTTP tool: read-only, and with a side effect in the ledger. */
  readonly ledger: Pair<Job>;
  /** A chat completion of a task. Baseline: the same task run by its own operation. */
  readonly openAi: Pair<Job>;
  /** Starts a run that waits for approval. Returns the argument of {@link approve}. */
  readonly park: () => Promise<string>;
  /** Approves the request of a waiting run without waiting for the run. */
  readonly approve: (parked: string) => Promise<unknown>;
  /** Cancels all runs that wait for approval by one request, and returns their number. */
  readonly cancelParked: () => Promise<number>;
  /** Agents that call a tool in a given number of turns. */
  readonly toolAgents: () => Promise<ToolAgents>;
}

/** An action that waits for a decision. */
interface Decision {
  /** Starts it. Resolves with its id when it waits. */
  park(): Promise<string>;
  /** Decides. Resolves when the final response has arrived. */
  decide(id: string): Promise<void>;
}

const BASELINE_TIMEOUT = '5 minutes';
const POLL_MS = 50;

/** Creates the task and the agents. Returns the measurable actions. */
export async function prepareScenarios(temporal: Client, common: CommonServers, product: Product): Promise<Scenarios> {
  const apis = product.baseUrls.map((baseUrl) => new Holdfast({ baseUrl, key: product.owner.apiKey, retries: 0 }));
  let asked = 0;
  /** Alternates between the API processes. */
  const next = () => apis[asked++ % apis.length] as Holdfast;
  const api = next();
  const path = { org_id: product.owner.orgId, project_id: product.owner.projectId };
  const model = createModelControl(common.modelUrl);
  const agentMessage = `What is six times seven? ${model.marker(AGENT_SCRIPT)}`;
  await model.script(AGENT_SCRIPT, [
    { tool_calls: [{ name: 'calculator', arguments: { expression: '6*7' } }] },
    { text: 'It is 42.' },
  ]);
  const runOfTask = async (name: string, modelName: string): Promise<Job> => {
    const fields = { enabled: true, llm_model_id: modelName, system_prompt: '', user_prompt: TASK_MESSAGE };
    const { id } = await ok(api.post(`${PROJECT}/task`, { params: { path }, body: { name, ...fields } }));
    return async () => {
      const params = { path: { ...path, task_id: id } };
      const body = { task_input: { name: 'Ada' } };
      const { response } = await ok(next().post(`${PROJECT}/task/{task_id}/run`, { params, body }));
      assertEqual(response, 'echo: Say hello to Ada.');
    };
  };
  const agent = async (name: string, modelName: string, mode: 'never' | 'always', tools = ['calculator']) => {
    const body: Schemas['AgentCreate'] = {
      name,
      instruction: 'Answer.',
      llm_model_id: modelName,
      builtin_tools: tools,
      approval_policy: { default: mode, rules: [] },
    };
    const { id } = await ok(api.post(`${PROJECT}/task-agent`, { params: { path }, body }));
    return { ...path, task_agent_id: id };
  };
  const run = (at: AgentPath, message: string) =>
    ok(next().post(`${AGENT}/run`, { params: { path: at }, body: { message } }));
  const free = await agent('Free', 'scripted', 'never');
  const guarded = await agent('Guarded', 'scripted', 'always');
  const slow = await agent('Slow', 'slow', 'never');
  const sending = await agent('Sending', 'scripted', 'never', ['http_request']);
  /** Runs that differ only in the HTTP method of their request. */
  const sendingJob = async (method: 'GET' | 'POST'): Promise<Job> => {
    const key = `bench-${method}`;
    const request = { name: 'http_request', arguments: { method, url: `${common.toolUrl}/${method.toLowerCase()}` } };
    await model.script(key, [{ tool_calls: [request] }, { text: `${method} done.` }]);
    const message = `Send it. ${model.marker(key)}`;
    return async () => {
      assertEqual((await run(sending, message)).output, `${method} done.`);
    };
  };

  const approve = (requestId: string) =>
    ok(
      (apis.at(-1) ?? api).post(`${APPROVAL_REQUEST}/approve`, {
        params: { path: { ...guarded, approval_request_id: requestId } },
        body: {},
      }),
    );
  type BaselineWorkflow = typeof oneCall | typeof threeCalls | typeof oneLocalCall | typeof threeLocalCalls;
  type BaselineName = 'oneCall' | 'threeCalls' | 'oneLocalCall' | 'threeLocalCalls';
  const runBaseline = (workflow: BaselineName, thinkMs?: number) => async () => {
    await temporal.workflow.execute<BaselineWorkflow>(workflow, {
      workflowId: newId(),
      taskQueue: BASELINE_QUEUE,
      args: thinkMs === undefined ? [TASK_MESSAGE] : [TASK_MESSAGE, thinkMs],
      workflowExecutionTimeout: BASELINE_TIMEOUT,
    });
  };

  const park = async () => getRequestId(await run(guarded, agentMessage));
  const decide = async (requestId: string) => {
    const params = {
      path: { ...guarded, approval_request_id: requestId },
      header: { Prefer: 'wait=60' },
    };
    const { run: ended } = await ok(next().post(`${APPROVAL_REQUEST}/approve`, { params, body: {} }));
    assertEqual(ended && 'output' in ended ? ended.output : undefined, 'It is 42.');
  };

  const task = await runOfTask('Hello', 'scripted');
  const agentRun = async () => {
    assertEqual((await run(free, agentMessage)).output, 'It is 42.');
  };
  return {
    task: { baseline: runBaseline('oneCall'), holdfast: task },
    agent: { baseline: runBaseline('threeCalls'), holdfast: agentRun },
    local: {
      task: { baseline: runBaseline('oneLocalCall'), holdfast: task },
      agent: { baseline: runBaseline('threeLocalCalls'), holdfast: agentRun },
    },
    thinking: async (ms) => ({
      baseline: runBaseline('oneCall', ms),
      holdfast: await runOfTask(`Thinks for ${ms} ms`, toThinkingModelName(ms)),
    }),
    decision: { baseline: createBaselineDecision(temporal), holdfast: { park, decide } },
    async firstToken() {
      const began = performance.now();
      const events = await api.stream('post', `${AGENT}/run`, { params: { path: slow }, body: { message: 'Go on.' } });
      const { data } = await events.until('text');
      const ms = performance.now() - began;
      await events.end();
      return ms - Number.parseFloat(data.text);
    },
    openAi: {
      baseline: task,
      async holdfast() {
        const body = { model: 'task/Hello', messages: [{ role: 'user' as const, content: 'Ada' }] };
        const { choices } = await ok(next().post('/v1/chat/completions', { body }));
        assertEqual(choices[0]?.message.content, 'echo: Say hello to Ada.');
      },
    },
    ledger: { baseline: await sendingJob('GET'), holdfast: await sendingJob('POST') },
    park,
    approve,
    async cancelParked() {
      const body = { waiting_for: 'approval' as const, action: 'cancel' as const };
      return (await ok(api.post(`${PROJECT}/run/resume`, { params: { path }, body }))).matched;
    },
    async toolAgents() {
      const baseUrl = await product.apiBeside({});
      const beside = new Holdfast({ baseUrl, key: product.owner.apiKey, retries: 0 });
      return createToolAgents(beside, path, model, common.toolUrl);
    },
  };
}

function createBaselineDecision(temporal: Client): Decision {
  return {
    async park() {
      const handle = await temporal.workflow.start<typeof decidedCalls>('decidedCalls', {
        workflowId: newId(),
        taskQueue: BASELINE_QUEUE,
        args: [TASK_MESSAGE],
        workflowExecutionTimeout: BASELINE_TIMEOUT,
      });
      while (!(await handle.query<boolean>('isParked'))) await pause(POLL_MS);
      return handle.workflowId;
    },
    async decide(id) {
      const handle = temporal.workflow.getHandle(id);
      await handle.signal('decided');
      await handle.result();
    },
  };
}

function getRequestId(parked: AgentRun): string {
  const [request] = parked.approval_requests;
  if (!request) throw new Error('the run did not stop for approval');
  return request.id;
}

function assertEqual(actual: unknown, expected: unknown): void {
  if (actual !== expected) throw new Error(`answered ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`);
}
