import { expect } from 'vitest';
import { makeAgent, play, type TestAgent } from './agents.ts';
import type { ApiResponse, Json, Tenant, World } from './client.ts';
import type { Step, ToolCallStep } from './model-server.ts';

export const ALWAYS = { default: 'always', rules: [] };
export const NEVER = { default: 'never', rules: [] };
/** Requests an asynchronous response. */
export const QUEUED = { prefer: 'respond-async' };

/** Returns a call of the calculator. */
export const sum = (expression: string): ToolCallStep => ({ name: 'calculator', arguments: { expression } });

/** Returns a call with a side effect. */
export const post = (url: string, rest: object = {}): ToolCallStep => ({
  name: 'http_request',
  arguments: { method: 'POST', url, ...rest },
});

export const get = (url: string): ToolCallStep => ({ name: 'http_request', arguments: { method: 'GET', url } });

/** Returns the reason of a domain error. */
export const getReason = (answer: ApiResponse): string => answer.body?.detail?.reason;

/** A run of a new agent whose model makes these calls first. */
export interface Scene {
  /** Key of the model's script. */
  readonly key: string;
  readonly agent: TestAgent;
  /** Record of the run. */
  readonly run: Json;
  readonly requests: readonly Json[];
}

interface SceneOptions {
  /** Approval policy; by default every call waits. */
  readonly policy?: object;
  /** First step of the model instead of the calls. */
  readonly first?: Step;
  /** Steps of the model after the calls; by default it says "All done.". */
  readonly next?: readonly Step[];
  /** Fields of the agent. */
  readonly fields?: object;
  readonly headers?: Record<string, string>;
}

/** Runs a new agent whose model requests the calls. Resolves when the run has ended or waits, or as `headers` say. */
export async function startScene(
  world: World,
  tenant: Tenant,
  calls: readonly ToolCallStep[],
  options: SceneOptions = {},
): Promise<Scene> {
  const script = await play(world, [
    options.first ?? { tool_calls: calls },
    ...(options.next ?? [{ text: 'All done.' }]),
  ]);
  const agent = await makeAgent(tenant, {
    builtin_tools: ['calculator', 'http_request'],
    approval_policy: options.policy ?? ALWAYS,
    ...options.fields,
  });
  const answer = await tenant.owner.post(`${agent.path}/run`, { message: script.message }, options.headers);
  expect(answer.body).toMatchObject({ id: expect.any(String) });
  return { key: script.key, agent, run: answer.body, requests: await agent.requests(answer.body.id) };
}
