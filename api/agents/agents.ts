import Type from 'typebox';
import { listDependenciesByRevision } from '../../src/agents/provisioning/queries.ts';
import * as agents from '../../src/agents/queries.ts';
import { agentRunKind } from '../../src/agents/runs/run-kind.ts';
import { NO_RUNS, summarizeLastWeek } from '../../src/agents/runs/summary.ts';
import { mapPage } from '../../src/platform/db/pagination.ts';
import { orNotFound, Problems } from '../../src/platform/errors.ts';
import { FALLBACK_MODEL } from '../../src/platform/models/providers/index.ts';
import { BoundedText, Id, NonBlankText } from '../../src/platform/schemas.ts';
import { wakeWorkflow } from '../../src/platform/temporal/workflow.ts';
import { cancelWorkflows, stopRunsOf } from '../../src/runs/stop.ts';
import { deactivateSharesOf } from '../../src/shares/queries.ts';
import { provisionWorkflow } from '../../src/skills/contract.ts';
import { deleteTriggersOf } from '../../src/triggers/delete.ts';
import type { ApiContext } from '../context.ts';
import { applyGate, assertGateValid, toGateAudit, validateWithoutGate } from '../evals/release-gate.ts';
import { operation } from '../operation.ts';
import { Envelope, PAGE_QUERY } from '../plugins/pagination.ts';
import { NOT_DELETED } from '../record-limit.ts';
import { toCreatedPayload, toEditedPayload } from './audit.ts';
import {
  assertFieldsValid,
  buildFirstRevision,
  DEPENDENT_ON_TOOLS,
  isActivation,
  planActivation,
  planEdit,
  toNewAgentFields,
} from './fields.ts';
import { requestRevisionProvisioning } from './provisioning.ts';
import { Agent, AgentCreate, AgentRevision, AgentUpdate, toAgentRecord, toRevisionRecord } from './schemas.ts';

const NO_EDIT: agents.AgentEdit = { fields: {}, revision: undefined };

const create = operation(
  {
    id: 'task_agent.create',
    method: 'POST',
    path: '/org/{org_id}/project/{project_id}/task-agent',
    tag: 'Agents',
    summary: 'Create an agent with its first revision',
    recordLimit: { table: 'agents', label: 'agents', condition: NOT_DELETED },
    auth: { permission: 'project:create_agent' },
    request: {
      body: AgentCreate,
      checks: ({ ctx, caller, body }) => validateWithoutGate(body, () => assertFieldsValid(ctx, caller, body)),
      dependentFields: DEPENDENT_ON_TOOLS,
      longBody: true,
      idempotent: false,
      example: {
        name: 'Bookkeeper',
        instruction: 'You help with small sums.',
        llm_model_id: FALLBACK_MODEL.name,
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
    const fields = toNewAgentFields(body);
    const revision = await validateWithoutGate(body, () => buildFirstRevision(ctx, caller, body));
    const { id, pendingRevisionId } = await change(async (trx) => {
      const created = await agents.createAgent(trx, caller, fields, revision);
      const isPending = await requestRevisionProvisioning(trx, caller, {
        id: created.revisionId,
        agentId: created.id,
        attached: revision,
      });
      const payload = toCreatedPayload(fields, revision);
      return {
        result: { id: created.id, pendingRevisionId: isPending ? created.revisionId : undefined },
        audited: { resource: { type: 'task_agent', id: created.id }, name: fields.name, payload },
      };
    });
    if (pendingRevisionId !== undefined) await wakeWorkflow(ctx, provisionWorkflow(pendingRevisionId));
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
    description: 'Callers without permission to view all agents of the project see those on which they have a role.',
    auth: { permission: 'task_agent:view', lists: 'task_agent' },
    request: {
      query: Type.Object({
        ...PAGE_QUERY,
        name: Type.Optional(BoundedText(200, { description: 'Part of the name, case-insensitive' })),
        tag_id: Type.Optional(NonBlankText(60, { description: 'ID or name of a tag' })),
        uses: Type.Optional({
          ...Id,
          description:
            'ID of a task, agent, skill, MCP server, integration or collection that the active revision uses',
        }),
        seven_day_summary: Type.Boolean({
          default: false,
          description: 'Whether to include the runs of the last seven days. Default false.',
        }),
      }),
    },
    response: { schemas: { 200: Envelope(Agent) } },
  },
  async ({ ctx, caller, query, page: pageRequest }) => {
    const filters = { name: query.name, tag: query.tag_id, uses: query.uses };
    const page = await agents.listAgents(ctx.db, caller, filters, pageRequest);
    if (!query.seven_day_summary) return mapPage(page, toAgentRecord);
    const summaries = await summarizeLastWeek(
      ctx.db,
      caller,
      page.results.map((agent) => agent.id),
    );
    return mapPage(page, (agent) => ({
      ...toAgentRecord(agent),
      seven_day_summary: summaries.get(agent.id) ?? NO_RUNS,
    }));
  },
);

const read = operation(
  {
    id: 'task_agent.read',
    method: 'GET',
    path: '/org/{org_id}/project/{project_id}/task-agent/{task_agent_id}',
    tag: 'Agents',
    summary: 'Get an agent with its revisions',
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
    summary: 'Update an agent',
    description:
      'Changes to fields of the revision add an inactive revision. `active_revision_id` activates a revision; send it without other fields.',
    auth: { permission: 'task_agent:edit' },
    request: {
      checks: 'dry-run',
      dependentFields: DEPENDENT_ON_TOOLS,
      body: AgentUpdate,
      longBody: true,
      idempotent: false,
      example: { instruction: 'You help with sums of any size.' },
    },
    response: { schemas: { 200: Agent }, errors: { 409: ['RELEASE_GATE'] } },
    audit: { event: 'task_agent.updated' },
  },
  async ({ ctx, caller, body, params, change }) => {
    const pendingRevisionId = await change(async (trx) => {
      const locked = await agents.lockAgent(trx, caller.projectId, params.task_agent_id);
      const [found] = await agents.withAgentRevisions(trx, locked ? [locked] : []);
      const agent = orNotFound(found, 'task_agent', params.task_agent_id);
      const problems = new Problems();
      const of = { kind: 'task_agent', resourceId: agent.id, now: agent.release_gate } as const;
      await problems.run(() => assertGateValid(trx, of, body));
      const edit = await problems.runLast(() =>
        isActivation(body, agent) ? planActivation(trx, caller, body, agent) : planEdit(ctx, trx, caller, body, agent),
      );
      const serving =
        body.active_revision_id && [body.active_revision_id].filter((id) => id !== agent.active_revision_id);
      const gate = await applyGate(trx, caller, of, body, serving || undefined);
      if (!edit && gate.gate === undefined) return { result: undefined, audited: 'unchanged' };
      if (gate.gate !== undefined) await agents.setReleaseGate(trx, agent.id, gate.gate);
      const complete = edit ?? NO_EDIT;
      const created = await agents.editAgent(trx, agent, complete, caller.subject);
      const isPending =
        created !== undefined &&
        complete.revision !== undefined &&
        (await requestRevisionProvisioning(trx, caller, {
          id: created,
          agentId: agent.id,
          attached: complete.revision,
        }));
      const payload = { ...toEditedPayload(agent, complete), ...toGateAudit(gate, agent.release_gate) };
      return {
        result: isPending ? created : undefined,
        audited: { resource: { type: 'task_agent', id: agent.id }, name: agent.name, payload },
      };
    });
    if (pendingRevisionId !== undefined) await wakeWorkflow(ctx, provisionWorkflow(pendingRevisionId));
    return readAgentRecord(ctx, caller.projectId, params.task_agent_id);
  },
);

const remove = operation(
  {
    id: 'task_agent.delete',
    method: 'DELETE',
    path: '/org/{org_id}/project/{project_id}/task-agent/{task_agent_id}',
    tag: 'Agents',
    summary: 'Delete an agent',
    description: 'Its active runs are cancelled. Its run history stays readable.',
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
    summary: 'List agent revisions, newest first',
    auth: { permission: 'task_agent:view' },
    request: { query: Type.Object(PAGE_QUERY) },
    response: { schemas: { 200: Envelope(AgentRevision) } },
  },
  async ({ ctx, page, parents }) => {
    const { id, active_revision_id } = parents.task_agent_id;
    const rows = await agents.listAgentRevisions(ctx.db, id, page);
    const provisioning = await listDependenciesByRevision(
      ctx.db,
      rows.results.map((row) => row.id),
    );
    return mapPage(rows, (row) => toRevisionRecord(row, active_revision_id, provisioning));
  },
);

const readRevision = operation(
  {
    id: 'task_agent.revision.read',
    method: 'GET',
    path: '/org/{org_id}/project/{project_id}/task-agent/{task_agent_id}/revision/{revision_id}',
    tag: 'Agents',
    summary: 'Get an agent revision',
    auth: { permission: 'task_agent:view' },
    response: { schemas: { 200: AgentRevision } },
  },
  async ({ ctx, parents: { revision_id: revision, task_agent_id: agent } }) =>
    toRevisionRecord(revision, agent.active_revision_id, await listDependenciesByRevision(ctx.db, [revision.id])),
);

/** Reads the current record of an agent. */
export async function readAgentRecord(ctx: ApiContext, projectId: string, id: string) {
  return recordOf(ctx, orNotFound(await agents.findAgent(ctx.db, projectId, id), 'task_agent', id));
}

async function recordOf(ctx: ApiContext, agent: agents.AgentRow) {
  const [complete] = await agents.withAgentRevisions(ctx.db, [agent]);
  return toAgentRecord(orNotFound(complete, 'task_agent', agent.id));
}

export const AGENT_RECORD_OPERATIONS = [create, list, read, update, remove, listRevisions, readRevision];
