import { AGENT, type AgentPath, APPROVAL_REQUEST, type Holdfast, ok, PROJECT, type Schemas } from '../client/index.ts';
import type { ModelControl } from '../test/support/model-server.ts';

export type AgentRun = Schemas['AgentRun'];

/** An agent that calls its tool a given number of times, one call per turn. */
export interface BenchAgent {
  /** Starts a session with a message of this length. Returns its id. */
  talk(characters: number): Promise<string>;
  /** Runs this number of turns with a call and a last one without. Returns the run's id. */
  run(sessionId: string, calls: number): Promise<string>;
}

/** One agent per way of executing a call. */
export type ToolAgents = Readonly<Record<'computing' | 'sending' | 'delegating' | 'asking', BenchAgent>>;

/** Creates the agents, and the task that one of them uses as a tool. */
export async function createToolAgents(
  api: Holdfast,
  path: Omit<AgentPath, 'task_agent_id'>,
  model: ModelControl,
  toolUrl: string,
): Promise<ToolAgents> {
  const task = await ok(
    api.post(`${PROJECT}/task`, {
      params: { path },
      body: {
        name: 'repeat',
        enabled: true,
        llm_model_id: 'scripted',
        system_prompt: '',
        user_prompt: '{text}',
      },
    }),
  );
  const make = async (
    name: string,
    tool: string,
    args: object,
    fields: Partial<Schemas['AgentCreate']>,
  ): Promise<BenchAgent> => {
    const { id } = await ok(
      api.post(`${PROJECT}/task-agent`, {
        params: { path },
        body: {
          name,
          instruction: 'Answer.',
          llm_model_id: 'scripted',
          builtin_tools: ['calculator', 'http_request'],
          ...fields,
        },
      }),
    );
    return createBenchAgent(api, { ...path, task_agent_id: id }, model, { name: tool, arguments: args });
  };
  const never = { approval_policy: { default: 'never', rules: [] } } as const;
  return {
    computing: await make('Computing', 'calculator', { expression: '6*7' }, never),
    sending: await make('Sending', 'http_request', { method: 'POST', url: toolUrl }, never),
    delegating: await make('Delegating', task.name, { text: 'this' }, { ...never, task_tools: [{ task_id: task.id }] }),
    asking: await make('Asking', 'calculator', { expression: '6*7' }, { approval_policy: { default: 'always' } }),
  };
}

function createBenchAgent(
  api: Holdfast,
  path: AgentPath,
  model: ModelControl,
  call: { readonly name: string; readonly arguments: object },
): BenchAgent {
  const run = async (message: string, sessionId?: string): Promise<AgentRun> => {
    const body = { message, ...(sessionId ? { session_id: sessionId } : {}) };
    let at = await ok(api.post(`${AGENT}/run`, { params: { path }, body }));
    while (at.status === 'waiting_for_human') {
      const request = at.approval_requests.find(({ status }) => status === 'pending');
      if (!request) throw new Error(`run ${at.id} waits for nothing`);
      const params = { path: { ...path, approval_request_id: request.id } };
      await ok(api.post(`${APPROVAL_REQUEST}/approve`, { params, body: {} }));
      at = await ok(api.post(`${APPROVAL_REQUEST}/resume`, { params, body: {} }));
    }
    if (at.status !== 'completed') throw new Error(`run ${at.id} is ${at.status}`);
    return at;
  };
  const scripted = async (key: string, steps: Parameters<ModelControl['script']>[1]): Promise<string> => {
    await model.script(key, steps);
    return model.marker(key);
  };
  return {
    async talk(characters) {
      const marker = await scripted('bench-noted', [{ text: 'Noted.' }]);
      const begun = await run(`${'word '.repeat(Math.ceil(characters / 5))}${marker}`);
      return begun.session_id;
    },
    async run(sessionId, calls) {
      const turns = Array.from({ length: calls }, () => ({ tool_calls: [call] }));
      const marker = await scripted(`bench-calls-${call.name}-${calls}`, [...turns, { text: 'Done.' }]);
      return (await run(`Go on. ${marker}`, sessionId)).id;
    },
  };
}
