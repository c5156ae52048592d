import Type from 'typebox';
import { provisioningOf } from '../../src/agents/provisioning/queries.ts';
import * as agents from '../../src/agents/queries.ts';
import { agentRunKind } from '../../src/agents/runs/run-kind.ts';
import { NO_RUNS, weekOfRuns } from '../../src/agents/runs/summary.ts';
import { mapPage } from '../../src/platform/db/pagination.ts';
import { orNotFound } from '../../src/platform/errors.ts';
import { wakeWorkflow } from '../../src/platform/temporal/workflow.ts';
import { cancelWorkflows, stopRunsOf } from '../../src/runs/stop.ts';
import { deactivateSharesOf } from '../../src/shares/queries.ts';
import { provisionWorkflow } from '../../src/skills/contract.ts';
import { deleteTriggersOf } from '../../src/triggers/delete.ts';
import type { ApiContext } from '../context.ts';
import { applyGate, assertNoGate, toGateAudit } from '../evals/release-gate.ts';
import { operation } from '../operation.ts';
import { Envelope, PAGE_QUERY } from '../plugins/pagination.ts';
import { Id, NonEmpty, Text } from '../schemas.ts';
import { createdAgent, editedAgent } from './audit.ts';
import { activates, activation, checkFields, editOf, firstRevision, newAgentFields } from './fields.ts';
import { askFor } from './provisioning.ts';
import { Agent, AgentCreate, AgentRevision, AgentUpdate, agentRecord, revisionRecord } from './schemas.ts';

const NO_EDIT: agents.AgentEdit = { fields: {}, revision: undefined };

const create = operation(
  {
    id: 'task_agent.create',
    method: 'POST',
    path: '/org/{org_id}/project/{project_id}/task-agent',
    tag: 'Agents',
    summary: 'Create an agent with its first active revision',
    auth: { permission: 'project:create_agent' },
    request: {
      body: AgentCreate,
      checks: ({ ctx, caller, body, refused }) => checkFields(ctx, caller, body, refused),
      longBody: true,
      idempotent: false,
      example: {
        name: 'Bookkeeper',
        instruction: 'You help with small sums.',
        llm_model_id: 'demo',
        builtin_tools: ['calculator', 'http_request'],
        approval_policy: {
          default: 'destructive',
          rules: [{ tool: 'calculator', mode: 'always', expires_in: 'PT15M' }],
        },
      },
    },
    response: { schemas: { 200: Agent } },
    audit: { event: 'task_agent.created' },
  },
  async ({ ctx, caller, body, change }) => {
    assertNoGate(body);
    const fields = newAgentFields(body);
    const revision = await firstRevision(ctx, caller, body);
    const owner = { orgId: caller.orgId, projectId: caller.projectId, userId: caller.subject.id };
    const { id, needy } = await change(async (trx) => {
      const made = await agents.createAgent(trx, owner, fields, revision);
      const isNeedy = await askFor(trx, caller, { id: made.revisionId, agentId: made.id, attached: revision });
      const payload = createdAgent(fields, revision);
      return {
        result: { id: made.id, needy: isNeedy ? made.revisionId : undefined },
        audited: { resource: { type: 'task_agent', id: made.id }, name: fields.name, payload },
      };
    });
    if (needy !== undefined) await wakeWorkflow(ctx, provisionWorkflow(needy));
    return readAgentRecord(ctx, caller.projectId, id);
  },
);

const list = operation(
  {
    id: 'task_agent.list',
    method: 'GET',
    path: '/org/{org_id}/project/{project_id}/task-agent',
    tag: 'Agents',
    summary: 'List agents',
    description: 'Whoever may not see all agents of the project is shown those on which they hold a role.',
    auth: { permission: 'task_agent:view', lists: 'task_agent' },
    request: {
      query: Type.Object({
        ...PAGE_QUERY,
        name: Type.Optional(Text(200, { description: 'part of the name' })),
        tag_id: Type.Optional(NonEmpty(60, { description: 'id or name of one of its tags' })),
        uses: Type.Optional({
          ...Id,
          description:
            'id of a task, agent, skill, MCP server, integration or collection that the active revision attaches',
        }),
        seven_day_summary: Type.Boolean({ default: false, description: 'with what ran in the last seven days' }),
      }),
    },
    response: { schemas: { 200: Envelope(Agent) } },
  },
  async ({ ctx, caller, query, page: asked }) => {
    const filters = { name: query.name, tag: query.tag_id, uses: query.uses };
    const page = await agents.listAgents(ctx.db, caller, filters, asked);
    if (!query.seven_day_summary) return mapPage(page, agentRecord);
    const summaries = await weekOfRuns(
      ctx.db,
      caller,
      page.results.map((agent) => agent.id),
    );
    return mapPage(page, (agent) => ({ ...agentRecord(agent), seven_day_summary: summaries.get(agent.id) ?? NO_RUNS }));
  },
);

const read = operation(
  {
    id: 'task_agent.read',
    method: 'GET',
    path: '/org/{org_id}/project/{project_id}/task-agent/{task_agent_id}',
    tag: 'Agents',
    summary: 'Read an agent with its revisions',
    auth: { permission: 'task_agent:view' },
    response: { schemas: { 200: Agent } },
  },
  ({ ctx, parents }) => recordOf(ctx, parents.task_agent_id),
);

const update = operation(
  {
    id: 'task_agent.update',
    method: 'POST',
    path: '/org/{org_id}/project/{project_id}/task-agent/{task_agent_id}',
    tag: 'Agents',
    summary: 'Edit an agent; configuration adds an inactive revision, active_revision_id is sent alone',
    auth: { permission: 'task_agent:edit' },
    request: {
      body: AgentUpdate,
      longBody: true,
      idempotent: false,
      example: { instruction: 'You help with sums of any size.' },
    },
    response: { schemas: { 200: Agent }, errors: { 409: ['RELEASE_GATE'] } },
    audit: { event: 'task_agent.updated' },
  },
  async ({ ctx, caller, body, params, change }) => {
    const needy = await change(async (trx) => {
      const locked = await agents.lockAgent(trx, caller.projectId, params.task_agent_id);
      const [found] = await agents.withAgentRevisions(trx, locked ? [locked] : []);
      const agent = orNotFound(found, 'task_agent', params.task_agent_id);
      const edit = activates(body, agent)
        ? await activation(trx, caller, body, agent)
        : await editOf(ctx, trx, caller, body, agent);
      const serving =
        body.active_revision_id && [body.active_revision_id].filter((id) => id !== agent.active_revision_id);
      const of = { kind: 'task_agent', resourceId: agent.id, now: agent.release_gate } as const;
      const gate = await applyGate(trx, caller, of, body, serving || undefined);
      if (!edit && gate.gate === undefined) return { result: undefined, audited: 'unchanged' };
      if (gate.gate !== undefined) await agents.setReleaseGate(trx, agent.id, gate.gate);
      const whole = edit ?? NO_EDIT;
      const made = await agents.editAgent(trx, agent, whole);
      const isNeedy =
        made !== undefined &&
        whole.revision !== undefined &&
        (await askFor(trx, caller, { id: made, agentId: agent.id, attached: whole.revision }));
      const payload = { ...editedAgent(agent, whole), ...toGateAudit(gate, agent.release_gate) };
      return {
        result: isNeedy ? made : undefined,
        audited: { resource: { type: 'task_agent', id: agent.id }, name: agent.name, payload },
      };
    });
    if (needy !== undefined) await wakeWorkflow(ctx, provisionWorkflow(needy));
    return readAgentRecord(ctx, caller.projectId, params.task_agent_id);
  },
);

const remove = operation(
  {
    id: 'task_agent.delete',
    method: 'DELETE',
    path: '/org/{org_id}/project/{project_id}/task-agent/{task_agent_id}',
    tag: 'Agents',
    summary: 'Delete an agent, keeping its run history; unfinished runs are stopped',
    auth: { permission: 'task_agent:delete' },
    request: { idempotent: false },
    response: { schemas: { 200: Agent } },
    audit: { event: 'task_agent.deleted' },
  },
  async ({ ctx, parents, change }) => {
    const { id, name } = parents.task_agent_id;
    const record = await recordOf(ctx, parents.task_agent_id);
    await change(async (trx) => {
      await agents.deleteAgent(trx, id);
      await deleteTriggersOf(trx, { type: 'task_agent', id });
      await deactivateSharesOf(trx, id);
      return { result: undefined, audited: { resource: { type: 'task_agent', id }, name } };
    });
    await cancelWorkflows(ctx, stopRunsOf(ctx.db, agentRunKind, 'agent_id', id));
    return { ...record, deleted: true };
  },
);

const listRevisions = operation(
  {
    id: 'task_agent.revision.list',
    method: 'GET',
    path: '/org/{org_id}/project/{project_id}/task-agent/{task_agent_id}/revision',
    tag: 'Agents',
    summary: 'List revisions, newest first',
    auth: { permission: 'task_agent:view' },
    request: { query: Type.Object(PAGE_QUERY) },
    response: { schemas: { 200: Envelope(AgentRevision) } },
  },
  async ({ ctx, page, parents }) => {
    const { id, active_revision_id } = parents.task_agent_id;
    const rows = await agents.listAgentRevisions(ctx.db, id, page);
    const provisioning = await provisioningOf(
      ctx.db,
      rows.results.map((row) => row.id),
    );
    return mapPage(rows, (row) => revisionRecord(row, active_revision_id, provisioning));
  },
);

const readRevision = operation(
  {
    id: 'task_agent.revision.read',
    method: 'GET',
    path: '/org/{org_id}/project/{project_id}/task-agent/{task_agent_id}/revision/{revision_id}',
    tag: 'Agents',
    summary: 'Read a revision',
    auth: { permission: 'task_agent:view' },
    response: { schemas: { 200: AgentRevision } },
  },
  async ({ ctx, parents: { revision_id: revision, task_agent_id: agent } }) =>
    revisionRecord(revision, agent.active_revision_id, await provisioningOf(ctx.db, [revision.id])),
);

/** The record of an agent as it is now. */
export async function readAgentRecord(ctx: ApiContext, projectId: string, id: string) {
  return recordOf(ctx, orNotFound(await agents.findAgent(ctx.db, projectId, id), 'task_agent', id));
}

async function recordOf(ctx: ApiContext, agent: agents.AgentRow) {
  const [whole] = await agents.withAgentRevisions(ctx.db, [agent]);
  return agentRecord(orNotFound(whole, 'task_agent', agent.id));
}

export const AGENT_RECORD_OPERATIONS = [create, list, read, update, remove, listRevisions, readRevision];
