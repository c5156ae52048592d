import Type from 'typebox';
import { listDependenciesByRevision, requestProvisioning } from '../../src/agents/provisioning/queries.ts';
import { type AttachedTools, listRequirements } from '../../src/agents/tools/index.ts';
import type { Executor } from '../../src/platform/db/client.ts';
import { Id } from '../../src/platform/schemas.ts';
import { wakeWorkflow } from '../../src/platform/temporal/workflow.ts';
import { provisionWorkflow } from '../../src/skills/contract.ts';
import type { Caller } from '../caller.ts';
import { operation } from '../operation.ts';
import { Provisioning, toProvisioningRecord } from './provisioning-record.ts';

/** A saved revision that may have dependencies. */
interface SavedRevision {
  readonly id: string;
  readonly agentId: string;
  readonly attached: AttachedTools;
}

/** Requests provisioning in the transaction that saves a revision. Returns whether the revision has dependencies. */
export async function requestRevisionProvisioning(
  trx: Executor,
  caller: Caller,
  { id, agentId, attached }: SavedRevision,
): Promise<boolean> {
  const needs = await listRequirements(trx, caller.projectId, attached);
  return requestProvisioning(trx, caller, { id, agentId, orgId: caller.orgId }, needs);
}

const Provisioned = Type.Object(
  { task_agent_revision_id: Id, provisioning: Type.Array(Provisioning) },
  { title: 'AgentRevisionProvisioning' },
);

const provision = operation(
  {
    id: 'task_agent.revision.provision',
    method: 'POST',
    path: '/org/{org_id}/project/{project_id}/task-agent/{task_agent_id}/revision/{revision_id}/provision',
    tag: 'Agents',
    summary: "Retry provisioning of a revision's skills with the caller's permissions",
    description:
      'Finds or creates the resources that the skills depend on, without authorizing them. Returns the current status and continues in the background. `provisioning` of the revision and the changes of the project show the progress.',
    auth: { permission: 'task_agent:edit' },
    request: { idempotent: false },
    response: { schemas: { 200: Provisioned } },
    audit: { event: 'task_agent.provisioning_asked' },
  },
  async ({ ctx, caller, parents, change }) => {
    const { task_agent_id: agent, revision_id: revision } = parents;
    const isPending = await change(async (trx) => {
      const asked = await requestRevisionProvisioning(trx, caller, {
        id: revision.id,
        agentId: agent.id,
        attached: revision,
      });
      const resource = { type: 'task_agent', id: agent.id };
      return { result: asked, audited: { resource, name: agent.name, payload: { revision_id: revision.id } } };
    });
    if (isPending) await wakeWorkflow(ctx, provisionWorkflow(revision.id));
    const rows = (await listDependenciesByRevision(ctx.db, [revision.id])).get(revision.id) ?? [];
    return { task_agent_revision_id: revision.id, provisioning: rows.map(toProvisioningRecord) };
  },
);

export const AGENT_PROVISIONING_OPERATIONS = [provision];
