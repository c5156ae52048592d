import type { Client } from '@temporalio/client';
import { newId } from '../src/platform/ids.ts';
import { createModelControl } from '../test/support/model-server.ts';
import { ApiClient } from './client.ts';
import type { oneCall, threeCalls } from './floor-workflows.ts';
import type { Job, Pair } from './measure.ts';
import { AGENT_SCRIPT, FLOOR_QUEUE, TASK_MESSAGE } from './names.ts';
import type { CommonServers, Product } from './servers.ts';
import { makeToolAgents, type ParkedRun, type ToolAgents } from './tool-agents.ts';

/** What the bench does once, again and again. */
export interface Scenarios {
  /** A task run, and its floor: one activity that asks the model. */
  readonly task: Pair<Job>;
  /** An agent run with one tool call, and its floor: three such activities. */
  readonly agent: Pair<Job>;
  /** Milliseconds from the approval's request to the final answer on a stream that was open before. */
  readonly approval: () => Promise<number>;
  /** Milliseconds from a run's request to its first streamed word, without those the model took. */
  readonly firstToken: () => Promise<number>;
  /** The same agent run with an HTTP tool: one that only reads, and one whose effect is entered into the ledger. */
  readonly ledger: Pair<Job>;
  /** Starts a run that then waits for approval; answers what {@link approve} needs. */
  readonly park: () => Promise<string>;
  /** Approves what a parked run waits for, without waiting for the run. */
  readonly approve: (parked: string) => Promise<void>;
  /** Agents that call a tool in as many turns as they are asked for. */
  readonly toolAgents: () => Promise<ToolAgents>;
  close(): Promise<void>;
}

const FLOOR_TIMEOUT = '5 minutes';

/** Makes the task and the agents, and answers what can be measured with them. */
export async function prepareScenarios(temporal: Client, common: CommonServers, product: Product): Promise<Scenarios> {
  const api = new ApiClient(product.apiUrl, product.owner.apiKey);
  const project = `/org/${product.owner.orgId}/project/${product.owner.projectId}`;
  const model = createModelControl(common.modelUrl);
  const agentMessage = `What is six times seven? ${model.marker(AGENT_SCRIPT)}`;
  await model.script(AGENT_SCRIPT, [
    { tool_calls: [{ name: 'calculator', arguments: { expression: '6*7' } }] },
    { text: 'It is 42.' },
  ]);
  const task = await api.post<{ id: string }>(`${project}/task`, {
    name: 'Hello',
    enabled: true,
    llm_model_id: 'scripted',
    system_prompt: '',
    user_prompt: TASK_MESSAGE,
  });
  const agent = (name: string, modelName: string, mode: 'never' | 'always', tools = ['calculator']) =>
    api.post<{ id: string }>(`${project}/task-agent`, {
      name,
      instruction: 'Answer.',
      llm_model_id: modelName,
      builtin_tools: tools,
      approval_policy: { default: mode, rules: [] },
    });
  const free = await agent('Free', 'scripted', 'never');
  const guarded = await agent('Guarded', 'scripted', 'always');
  const slow = await agent('Slow', 'slow', 'never');
  const sending = await agent('Sending', 'scripted', 'never', ['http_request']);
  /** Runs of one agent whose only difference is the method of its request. */
  const sendingJob = async (method: 'GET' | 'POST'): Promise<Job> => {
    const key = `bench-${method}`;
    const request = { name: 'http_request', arguments: { method, url: `${common.toolUrl}/${method.toLowerCase()}` } };
    await model.script(key, [{ tool_calls: [request] }, { text: `${method} done.` }]);
    const message = `Send it. ${model.marker(key)}`;
    return async () => {
      const run = await api.post<{ output: unknown }>(`${project}/task-agent/${sending.id}/run`, { message });
      expectEqual(run.output, `${method} done.`);
    };
  };

  const floor = (workflow: 'oneCall' | 'threeCalls') => async () => {
    await temporal.workflow.execute<typeof oneCall | typeof threeCalls>(workflow, {
      workflowId: newId(),
      taskQueue: FLOOR_QUEUE,
      args: [TASK_MESSAGE],
      workflowExecutionTimeout: FLOOR_TIMEOUT,
    });
  };

  return {
    task: {
      floor: floor('oneCall'),
      us: async () => {
        const run = await api.post<{ response: unknown }>(`${project}/task/${task.id}/run`, {
          task_input: { name: 'Ada' },
        });
        expectEqual(run.response, 'echo: Say hello to Ada.');
      },
    },
    agent: {
      floor: floor('threeCalls'),
      us: async () => {
        const run = await api.post<{ output: unknown }>(`${project}/task-agent/${free.id}/run`, {
          message: agentMessage,
        });
        expectEqual(run.output, 'It is 42.');
      },
    },
    async approval() {
      const path = `${project}/task-agent/${guarded.id}`;
      const run = await api.post<ParkedRun>(`${path}/run`, { message: agentMessage });
      const [request] = run.approval_requests;
      if (!request) throw new Error('the run did not stop for approval');
      const events = await api.follow(`${path}/run/${run.id}/events?follow=true`);
      await events.until('approval_required');
      const began = performance.now();
      const approved = api.post(`${path}/approval-request/${request.id}/approve`, {});
      const done = await events.until('done');
      const ms = performance.now() - began;
      expectEqual(done.output, 'It is 42.');
      await approved;
      await events.end();
      return ms;
    },
    async firstToken() {
      const began = performance.now();
      const events = await api.follow(`${project}/task-agent/${slow.id}/run`, { message: 'Go on.' });
      const { text } = await events.until('text');
      const ms = performance.now() - began;
      await events.end();
      return ms - Number.parseFloat(String(text));
    },
    ledger: { floor: await sendingJob('GET'), us: await sendingJob('POST') },
    async park() {
      const run = await api.post<ParkedRun>(`${project}/task-agent/${guarded.id}/run`, { message: agentMessage });
      const [request] = run.approval_requests;
      if (!request) throw new Error('the run did not stop for approval');
      return request.id;
    },
    approve: (parked) => api.post(`${project}/task-agent/${guarded.id}/approval-request/${parked}/approve`, {}),
    toolAgents: () => makeToolAgents(api, project, model, common.toolUrl),
    close: () => api.close(),
  };
}

function expectEqual(actual: unknown, expected: unknown): void {
  if (actual !== expected) throw new Error(`answered ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`);
}
