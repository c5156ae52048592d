import Type from 'typebox';
import * as agents from '../../src/agents/queries.ts';
import type { Executor } from '../../src/platform/db/client.ts';
import { errors, orNotFound } from '../../src/platform/errors.ts';
import { removeHiddenCharacters } from '../../src/platform/hidden-text.ts';
import { Nullable, StringEnum } from '../../src/platform/schemas.ts';
import { wakeWorkflow } from '../../src/platform/temporal/workflow.ts';
import { type CopyContext, copyAgentRevision, copyTaskRevision, REASONS } from '../../src/shares/copies.ts';
import { agentShares, findSharedAgentRevision } from '../../src/shares/kinds/agent.ts';
import type { ShareKind } from '../../src/shares/kinds/kind.ts';
import { findSharedTaskRevision, taskShares } from '../../src/shares/kinds/task.ts';
import { findLiveShare, type ShareWithStatus } from '../../src/shares/queries.ts';
import { provisionWorkflow } from '../../src/skills/contract.ts';
import * as tasks from '../../src/tasks/queries.ts';
import { readAgentRecord } from '../agents/agents.ts';
import { requestRevisionProvisioning } from '../agents/provisioning.ts';
import { Agent } from '../agents/schemas.ts';
import type { Caller } from '../caller.ts';
import type { ApiContext } from '../context.ts';
import { type Operation, operation } from '../operation.ts';
import { Task } from '../tasks/schemas.ts';
import { grantCreatorRole, readRecord } from '../tasks/tasks.ts';

const PROJECT_PATH = '/org/{org_id}/project/{project_id}';

const LeftBehind = Type.Array(
  Type.Object(
    {
      type: Type.String({
        description:
          'Type of the omitted item: model, collection, task_forwarder, approval_rule, hidden_text (invisible characters), or a tool of an agent.',
      }),
      field: Type.String(),
      name: Nullable(Type.String()),
      reason: StringEnum(REASONS),
    },
    { title: 'LeftBehind' },
  ),
  {
    description:
      'Items that were not copied. The primary model is kept even if it is not available here: choose another one before running.',
  },
);
const TaskClone = Type.Object({ ...Task.properties, left_behind: LeftBehind }, { title: 'TaskClone' });
const AgentClone = Type.Object({ ...Agent.properties, left_behind: LeftBehind }, { title: 'TaskAgentClone' });

const DESCRIPTION =
  'Copies the shared revision into this project, without runs, roles and tags. Items that the project lacks or the caller may not use are omitted and listed in `left_behind`.';

/** Returns the share of a link. Throws a 404. */
async function getShare({ db }: ApiContext, kind: ShareKind, shortId: string): Promise<ShareWithStatus> {
  return orNotFound(await findLiveShare(db, kind.type, shortId), kind.page, shortId);
}

const toCopyContext = ({ db, models }: ApiContext, principal: Caller, share: ShareWithStatus): CopyContext => ({
  db,
  models,
  principal,
  from: share.project_id,
});

/** Removes invisible characters from a name or description. */
const removeHidden = (text: string): string => removeHiddenCharacters(text).text;

const cloneTask = operation(
  {
    id: 'task.clone',
    method: 'POST',
    path: `${PROJECT_PATH}/task/clone/{short_id}`,
    tag: 'Shares',
    summary: 'Clone a shared task',
    description: `${DESCRIPTION} A task whose model is not available here is disabled.`,
    auth: { permission: 'project:create_task' },
    request: { idempotent: false },
    response: { schemas: { 200: TaskClone }, errors: { 400: ['DUPLICATE_TASK_NAME'] } },
    audit: { event: 'task.cloned' },
  },
  async ({ ctx, caller, params, change }) => {
    const share = await getShare(ctx, taskShares, params.short_id);
    const source = await tasks.findTask(ctx.db, share.project_id, share.resource_id);
    const current = source && (await findSharedTaskRevision(ctx.db, share));
    if (!source || !current) throw errors.notFound(taskShares.page, params.short_id);
    const { revision, left } = await copyTaskRevision(toCopyContext(ctx, caller, share), current);
    const enabled = !left.some(({ field }) => field === 'llm_model_id');
    const id = await change(async (trx) => {
      const name = await tasks.findFreeTaskName(trx, caller.projectId, source.name);
      const made = await tasks.createTask(trx, caller, toTaskFields(source, name, enabled), revision);
      await grantCreatorRole(trx, caller, made);
      const payload = { share_id: share.id, left_behind: left };
      return { result: made, audited: { resource: { type: 'task', id: made }, name, payload } };
    });
    return { ...(await readRecord(ctx, caller, id)), left_behind: left };
  },
);

function toTaskFields({ description }: tasks.TaskRow, name: string, enabled: boolean): tasks.TaskFields {
  const closed = { public: false, exposed_to_agents: false, task_run_visibility: 'all_viewers', test: false };
  return { ...closed, name, description: removeHidden(description), enabled, tags: [] };
}

const cloneAgent = operation(
  {
    id: 'task_agent.clone',
    method: 'POST',
    path: `${PROJECT_PATH}/task-agent/clone/{short_id}`,
    tag: 'Shares',
    summary: 'Clone a shared agent',
    description: `${DESCRIPTION} Tasks and agents used as tools are not copied; returns 409 if the agent is invalid without them.`,
    auth: { permission: 'project:create_agent' },
    request: { idempotent: false },
    response: { schemas: { 200: AgentClone }, errors: { 409: ['NOT_CLONEABLE'] } },
    audit: { event: 'task_agent.cloned' },
  },
  async ({ ctx, caller, params, change }) => {
    const share = await getShare(ctx, agentShares, params.short_id);
    const source = await agents.findAgent(ctx.db, share.project_id, share.resource_id);
    const current = source && (await findSharedAgentRevision(ctx.db, share));
    if (!source || !current) throw errors.notFound(agentShares.page, params.short_id);
    const { revision, left } = await copyAgentRevision(toCopyContext(ctx, caller, share), current);
    const made = await change(async (trx: Executor) => {
      const [name, description] = [removeHidden(source.name), removeHidden(source.description)];
      const fields = {
        name,
        description,
        task_agent_run_visibility: 'all_viewers',
        exposed_to_agents: false,
        tags: [],
      };
      const { id, revisionId } = await agents.createAgent(trx, caller, fields, revision);
      const revisionToProvision = await requestRevisionProvisioning(trx, caller, {
        id: revisionId,
        agentId: id,
        attached: revision,
      });
      const payload = { share_id: share.id, left_behind: left };
      return {
        result: { id, revisionToProvision: revisionToProvision ? revisionId : undefined },
        audited: { resource: { type: 'task_agent', id }, name, payload },
      };
    });
    if (made.revisionToProvision !== undefined) await wakeWorkflow(ctx, provisionWorkflow(made.revisionToProvision));
    return { ...(await readAgentRecord(ctx, caller.projectId, made.id)), left_behind: left };
  },
);

export const CLONE_OPERATIONS: readonly Operation[] = [cloneTask, cloneAgent];
