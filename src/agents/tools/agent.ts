import Type from 'typebox';
import { MAX_CALL_DEPTH } from '../../platform/call-depth.ts';
import { errors, throwProblems, type ValidationError } from '../../platform/errors.ts';
import type { Problem } from '../../platform/messages.ts';
import { commonProblems } from '../../platform/problems.ts';
import { Id, Nullable } from '../../platform/schemas.ts';
import { agentProblems } from '../problems.ts';
import { type AgentAttachment, findCallableAgents, getReach, listExposedAgents } from './callable.ts';
import type { Tool, ToolKind } from './kind.ts';

/** A tool that runs an agent. */
export interface AgentTool extends Tool {
  readonly targetId: string;
  readonly targetRevisionId: string;
}

const PARAMETERS = {
  type: 'object',
  properties: { message: { type: 'string', minLength: 1, description: 'task or question for the agent' } },
  required: ['message'],
  additionalProperties: false,
};

/** Other agents of the project: each call is a child run with its own session, tools and approvals. */
export const agentTools: ToolKind<'agent', 'agent_tools', AgentAttachment> = {
  type: 'agent',
  field: 'agent_tools',
  input: Type.Object({
    task_agent_id: Id,
    task_agent_revision_id: Type.Union([Id, Type.Null()], {
      default: null,
      description: 'ID of the revision. Null: the active revision.',
    }),
  }),
  record: Type.Object({ task_agent_id: Id, task_agent_revision_id: Nullable(Id) }),
  maxItems: 20,
  initial: [],
  attaching: {
    type: 'task_agent',
    usePermission: 'task_agent:run',
    field: 'task_agent_id',
    getId: (item) => item.task_agent_id,
    isCovered: (item, before) => item.task_agent_revision_id === before.task_agent_revision_id,
    getPinnedRevision: (item) => item.task_agent_revision_id,
    exists: async (db, projectId, id) =>
      (await findCallableAgents(db, projectId, [{ task_agent_id: id, task_agent_revision_id: null }]))[0],
  },
  invokedField: 'agent_tools_invoked',
  childRuns: { table: 'agent_runs' },
  async check(db, projectId, items) {
    const agents = await findCallableAgents(db, projectId, items);
    const found: ValidationError[] = [];
    const names = agents.flatMap((agent, index) => {
      const reject = (field: keyof AgentAttachment, problem: Problem) =>
        found.push(errors.invalid(['agent_tools', index, field], problem));
      if (!agent) reject('task_agent_id', commonProblems.unknown_resource({ resource: 'task_agent' }));
      else if (agent.revision_id === null) reject('task_agent_revision_id', agentProblems.unknown_agent_revision);
      return agent?.name ?? [];
    });
    throwProblems(found);
    return names;
  },
  listExposed: listExposedAgents,
  async findItemProblem(db, items, agentId) {
    for (const [index, item] of items.entries()) {
      const { itself, depth } = await getReach(db, item, agentId);
      const at = { index, field: 'task_agent_id' };
      if (itself) return { ...at, problem: agentProblems.agent_calls_itself };
      if (depth > MAX_CALL_DEPTH)
        return { ...at, problem: agentProblems.agent_calls_too_deep({ limit: MAX_CALL_DEPTH }) };
    }
    return undefined;
  },
  async load(db, projectId, items) {
    const agents = await findCallableAgents(db, projectId, items);
    return agents.flatMap((agent) => {
      if (!agent?.revision_id) return [];
      return {
        baseName: agent.name,
        type: 'agent' as const,
        description: agent.description || `Asks the agent ${agent.name}.`,
        parameters: PARAMETERS,
        targetId: agent.id,
        targetRevisionId: agent.revision_id,
        // The called agent's own policy covers the side effects of its tools.
        sideEffects: () => false,
      };
    });
  },
};
