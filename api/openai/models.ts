import type { FastifyRequest } from 'fastify';
import { hasPermission } from '../../src/access/permissions.ts';
import { getGrantsAt, getGrantsInProject } from '../../src/access/principal-grants.ts';
import { toSlots } from '../../src/access/resources.ts';
import { findAgentsByName, listAgentNames, type RunnableAgent } from '../../src/agents/queries.ts';
import { isId } from '../../src/platform/ids.ts';
import { findOrganizationOfProject } from '../../src/projects/queries.ts';
import { findTaskOfToken } from '../../src/tasks/access-token.ts';
import { findTaskByName, listEnabledTasks } from '../../src/tasks/queries.ts';
import type { RunnableTask } from '../../src/tasks/runnable.ts';
import { AGENT_OPERATIONS } from '../agents/operations.ts';
import type { ApiContext } from '../context.ts';
import type { Operation } from '../operation.ts';
import { authorizeAs } from '../plugins/access.ts';
import { TASK_OPERATIONS } from '../tasks/operations.ts';
import { OpenAiError, openAiErrors } from './errors.ts';

/** Returns an operation of other modules, whose rules apply to a request here. */
export function getOperation(operations: readonly Operation[], id: string): Operation {
  const found = operations.find((op) => op.id === id);
  if (found === undefined) throw new Error(`there is no operation ${id}`);
  return found;
}

const RUN_AGENT = getOperation(AGENT_OPERATIONS, 'task_agent_run.create');
const RUN_TASK = getOperation(TASK_OPERATIONS, 'task_run.create');

/** Project whose models a request can use. */
interface ModelProject {
  readonly orgId: string;
  readonly projectId: string;
}

/** Identifier that no resource has. */
const NO_ID = '00000000-0000-0000-0000-000000000000';

/**
 * Returns the project of the OpenAI-Project header, or else that of the credential. The request is not yet authorized
 * there. Throws a 400 without a project.
 */
async function findModelProject(ctx: ApiContext, request: FastifyRequest): Promise<ModelProject> {
  const { homeOrgId, homeProjectId } = request.caller;
  const org = readIdHeader(request, 'openai-organization');
  const project = readIdHeader(request, 'openai-project') ?? homeProjectId;
  if (project === null)
    throw new OpenAiError(
      400,
      'project_missing',
      'This credential belongs to no project. Send one in OpenAI-Project.',
      {
        param: 'OpenAI-Project',
      },
    );
  if (project === homeProjectId) return { orgId: org ?? homeOrgId ?? NO_ID, projectId: project };
  const found = await findOrganizationOfProject(ctx.db, project);
  return { orgId: org ?? found?.org_id ?? NO_ID, projectId: project };
}

function readIdHeader({ headers }: FastifyRequest, name: string): string | undefined {
  const value = headers[name];
  if (value === undefined || value === '') return undefined;
  if (typeof value !== 'string' || !isId(value))
    throw new OpenAiError(400, 'invalid_value', `${name} must be the ID of an organization or project`, {
      param: name,
    });
  return value.toLowerCase();
}

/** Task or agent that a request names as its model, as a run needs it. The request is authorized to run it. */
export type RunnableModel = { readonly model: string } & (
  | { readonly kind: 'agent'; readonly agent: RunnableAgent }
  | { readonly kind: 'task'; readonly task: RunnableTask }
);

/**
 * Finds the model of a request and authorizes the request to run it, by the rules of the operation that runs it. Throws
 * a 403 or 404.
 */
export async function getRunnableModel(
  ctx: ApiContext,
  request: FastifyRequest,
  model: string,
): Promise<RunnableModel> {
  const { orgId, projectId } = await findModelProject(ctx, request);
  const [, kind, name = ''] = /^(agent|task)\/(.+)$/s.exec(model) ?? [];
  if (kind === undefined) throw openAiErrors.modelNotFound(model);
  const path = { org_id: orgId, project_id: projectId };
  if (kind === 'task') {
    const id = isId(name) ? name : ((await findTaskByName(ctx.db, projectId, name))?.id ?? NO_ID);
    await authorizeModel(ctx, request, RUN_TASK, { ...path, task_id: id }, model);
    return { model, kind, task: request.parents.task_id as RunnableTask };
  }
  const named = isId(name) ? [{ id: name }] : await findAgentsByName(ctx.db, projectId, name);
  await authorizeModel(ctx, request, RUN_AGENT, { ...path, task_agent_id: named[0]?.id ?? NO_ID }, model);
  if (named.length > 1)
    throw new OpenAiError(400, 'model_ambiguous', 'Several agents have this name: send agent/<ID>.', {
      param: 'model',
    });
  return { model, kind: 'agent', agent: request.parents.task_agent_id as RunnableAgent };
}

async function authorizeModel(
  ctx: ApiContext,
  request: FastifyRequest,
  operation: Operation,
  params: Readonly<Record<string, string>>,
  model: string,
): Promise<void> {
  try {
    await authorizeAs(ctx, request, operation, params);
  } catch (error) {
    throw (error as { readonly status?: unknown }).status === 404 ? openAiErrors.modelNotFound(model) : error;
  }
}

/** Model in OpenAI's form. */
export function toModelRecord(id: string, created: Date, projectId: string) {
  return { id, object: 'model' as const, created: Math.floor(created.getTime() / 1000), owned_by: projectId };
}

/** Lists the tasks and agents of the project that the caller may run. */
export async function listModels(ctx: ApiContext, request: FastifyRequest) {
  const { db } = ctx;
  const { caller } = request;
  const { orgId, projectId } = await findModelProject(ctx, request);
  // Roles on an organization must not count in the projects of others.
  if ((await findOrganizationOfProject(db, projectId))?.org_id !== orgId) return [];
  const slots = toSlots({ org_id: orgId, project_id: projectId });
  const grants = await getGrantsAt(db, caller, { slots, projectId });
  const grantsOn = await getGrantsInProject(db, { ...caller, grants, projectId });
  const ownTask = caller.kind === 'task_token' ? await findTaskOfToken(db, caller.credentialId) : undefined;
  const agents = (await listAgentNames(db, projectId)).filter(({ id }) =>
    hasPermission(grantsOn('task_agent', id), 'task_agent:run'),
  );
  const tasks = (await listEnabledTasks(db, projectId)).filter(
    ({ id }) => id === ownTask || hasPermission(grantsOn('task', id), 'task:run'),
  );
  const toRecords = (kind: string, rows: readonly { id: string; name: string; created: Date }[]) => {
    const names = rows.map(({ name }) => name);
    const isUnique = (name: string) => !isId(name) && names.indexOf(name) === names.lastIndexOf(name);
    return rows.map(({ id, name, created }) =>
      toModelRecord(`${kind}/${isUnique(name) ? name : id}`, created, projectId),
    );
  };
  return [...toRecords('agent', agents), ...toRecords('task', tasks)];
}
