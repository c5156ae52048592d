import { expect } from 'vitest';
import { makeAgent, type Played, play, type TestAgent } from './agents.ts';
import { eventually, type Json, type Tenant, type World } from './client.ts';
import type { Step, ToolCallStep } from './model-server.ts';
import { QUEUED } from './scene.ts';

/** Returns agents as tools, each with its active revision. */
export const toAgentTools = (...agents: readonly { readonly id: string }[]) =>
  agents.map(({ id }) => ({ task_agent_id: id, task_agent_revision_id: null as string | null }));

/** Returns a call of an agent by its name. */
export const toAgentCall = (name: string, { message }: Pick<Played, 'message'>): ToolCallStep => ({
  name,
  arguments: { message },
});

export const isWaitingForHuman = (run: Json) => run.status === 'waiting_for_human';
export const hasEnded = (run: Json) => run.completed !== null;

/** An agent with a script for its model. */
export interface ScriptedAgent extends Played {
  readonly agent: TestAgent;
}

/** Actions of tests with agents that call agents. */
export function createCallerActions(world: World, tenant: Tenant) {
  const scripted = async (name: string, steps: readonly Step[], fields: object = {}): Promise<ScriptedAgent> => {
    const agent = await makeAgent(tenant, { name, builtin_tools: ['calculator', 'http_request'], ...fields });
    return { agent, ...(await play(world, steps)) };
  };
  const settled = (agent: TestAgent, runId: string, fits: (run: Json) => boolean) =>
    eventually(() => agent.read(runId), fits);
  return {
    scripted,
    /** Creates an agent that calls these agents in one turn, each with its own message, and then says "Done.". */
    callerOf: (called: readonly ScriptedAgent[], fields: object = {}, rest: readonly Step[] = [{ text: 'Done.' }]) =>
      scripted('Caller', [{ tool_calls: called.map((one) => toAgentCall(one.agent.record.name, one)) }, ...rest], {
        builtin_tools: [],
        agent_tools: toAgentTools(...called.map((one) => one.agent)),
        ...fields,
      }),
    /** Starts a run without waiting for it. */
    async begin({ agent, message }: ScriptedAgent): Promise<string> {
      const run = await tenant.owner.post(`${agent.path}/run`, { message }, QUEUED);
      expect(run).toMatchObject({ status: 202 });
      return run.body.id;
    },
    settled,
    /** Returns the child run of the run's call once it matches. */
    async runBelow(caller: TestAgent, runId: string, called: TestAgent, fits: (run: Json) => boolean): Promise<Json> {
      const own = ({ task_agent_id }: Json) => task_agent_id === called.id;
      const { child_runs } = await settled(caller, runId, (run) => run.child_runs.some(own));
      return settled(called, child_runs.find(own).id, fits);
    },
  };
}
