import { expect } from 'vitest';
import { makeAgent, type Played, play, type TestAgent } from './agents.ts';
import { eventually, type Json, type Tenant, type World } from './client.ts';
import type { Step, ToolCallStep } from './model-server.ts';
import { QUEUED } from './scene.ts';

/** Agents as another one's tools, each following its active revision. */
export const attach = (...agents: readonly { readonly id: string }[]) =>
  agents.map(({ id }) => ({ task_agent_id: id, task_agent_revision_id: null as string | null }));

/** A call of an agent under its name. */
export const ask = (name: string, { message }: Pick<Played, 'message'>): ToolCallStep => ({
  name,
  arguments: { message },
});

export const isParked = (run: Json) => run.status === 'waiting_for_human';
export const hasEnded = (run: Json) => run.completed !== null;

/** An agent with what its model does when it is asked. */
export interface Scripted extends Played {
  readonly agent: TestAgent;
}

/** What tests do with agents that call agents. */
export function callers(world: World, tenant: Tenant) {
  const scripted = async (name: string, steps: readonly Step[], fields: object = {}): Promise<Scripted> => {
    const agent = await makeAgent(tenant, { name, builtin_tools: ['calculator', 'http_request'], ...fields });
    return { agent, ...(await play(world, steps)) };
  };
  const settled = (agent: TestAgent, runId: string, fits: (run: Json) => boolean) =>
    eventually(() => agent.read(runId), fits);
  return {
    scripted,
    /** An agent that calls these once, all in one turn, each with its own message, and then says "Done.". */
    callerOf: (called: readonly Scripted[], fields: object = {}, rest: readonly Step[] = [{ text: 'Done.' }]) =>
      scripted('Caller', [{ tool_calls: called.map((one) => ask(one.agent.record.name, one)) }, ...rest], {
        builtin_tools: [],
        agent_tools: attach(...called.map((one) => one.agent)),
        ...fields,
      }),
    /** Begins a run and does not wait for it. */
    async begin({ agent, message }: Scripted): Promise<string> {
      const run = await tenant.owner.post(`${agent.path}/run`, { message }, QUEUED);
      expect(run).toMatchObject({ status: 202 });
      return run.body.id;
    },
    settled,
    /** The run that the call of a run is, once it is as it is waited for. */
    async runBelow(caller: TestAgent, runId: string, called: TestAgent, fits: (run: Json) => boolean): Promise<Json> {
      const own = ({ task_agent_id }: Json) => task_agent_id === called.id;
      const { child_runs } = await settled(caller, runId, (run) => run.child_runs.some(own));
      return settled(called, child_runs.find(own).id, fits);
    },
  };
}
