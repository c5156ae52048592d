import Type, { type Static } from 'typebox';
import { askForProvisioning, type DependencyRow, provisioningOf } from '../../src/agents/provisioning/queries.ts';
import { type AttachedTools, needsOf } from '../../src/agents/tools/index.ts';
import type { Executor } from '../../src/platform/db/client.ts';
import { wakeWorkflow } from '../../src/platform/temporal/workflow.ts';
import { type ProvisioningStatus, provisionWorkflow } from '../../src/skills/contract.ts';
import { operation } from '../operation.ts';
import type { Caller } from '../plugins/access.ts';
import { AnyObject, Id, Nullable, OneOf, Timestamp } from '../schemas.ts';

const STATUSES = [
  'pending',
  'provisioned',
  'needs_authorization',
  'missing',
  'failed',
] as const satisfies ProvisioningStatus[];

/** How one thing stands that a skill of a revision needs. */
export const Provisioning = Type.Object(
  {
    id: Id,
    skill_id: Id,
    skill_revision_id: Id,
    dependency: AnyObject,
    required: Type.Boolean(),
    status: OneOf(STATUSES, { description: 'pending until it was looked at' }),
    resource: Nullable(
      Type.Object({ type: Type.String(), id: Id }, { description: 'the record of the project that it is' }),
    ),
    next_step: Nullable(Type.String({ description: 'what a person can do about it, and who can' })),
    checked: Nullable(Timestamp),
  },
  { title: 'Provisioning' },
);

export function provisioningRecord(row: DependencyRow): Static<typeof Provisioning> {
  const { id, skill_id, skill_revision_id, dependency, status, target_type, target_id, next_step, checked } = row;
  return {
    id,
    skill_id,
    skill_revision_id,
    dependency: { ...dependency },
    required: dependency.required,
    status,
    resource: target_type === null || target_id === null ? null : { type: target_type, id: target_id },
    next_step,
    checked: checked?.toISOString() ?? null,
  };
}

/** A revision that was saved, as far as it may need something. */
export interface SavedRevision {
  readonly id: string;
  readonly agentId: string;
  readonly attached: AttachedTools;
}

/** Asks, in the transaction that saves a revision, that what it needs is looked for. Answers whether it needs anything. */
export async function askFor(
  trx: Executor,
  caller: Caller,
  { id, agentId, attached }: SavedRevision,
): Promise<boolean> {
  const needs = await needsOf(trx, caller.projectId, attached);
  return askForProvisioning(trx, caller, { id, agentId, orgId: caller.orgId }, needs);
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
    summary: 'Look once more for what the skills of a revision need, by the rights of the caller',
    description:
      'Finds or creates the records of the project that the skills state as dependencies, and authorizes none of them. Answers how they stand now; the look itself goes on behind the answer and shows in `provisioning` of the revision and in the changes of the project.',
    auth: { permission: 'task_agent:edit' },
    request: { idempotent: false },
    response: { schemas: { 200: Provisioned } },
    audit: { event: 'task_agent.provisioning_asked' },
  },
  async ({ ctx, caller, parents, change }) => {
    const { task_agent_id: agent, revision_id: revision } = parents;
    const needy = await change(async (trx) => {
      const asked = await askFor(trx, caller, { id: revision.id, agentId: agent.id, attached: revision });
      const resource = { type: 'task_agent', id: agent.id };
      return { result: asked, audited: { resource, name: agent.name, payload: { revision_id: revision.id } } };
    });
    if (needy) await wakeWorkflow(ctx, provisionWorkflow(revision.id));
    const rows = (await provisioningOf(ctx.db, [revision.id])).get(revision.id) ?? [];
    return { task_agent_revision_id: revision.id, provisioning: rows.map(provisioningRecord) };
  },
);

export const AGENT_PROVISIONING_OPERATIONS = [provision];
