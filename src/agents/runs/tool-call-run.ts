/** Runs of exactly one tool call that a client requests, without a model. Each project has a hidden agent for them. */

import type { Executor } from '../../platform/db/client.ts';
import { sha256 } from '../../platform/digest.ts';
import { newId } from '../../platform/ids.ts';
import { mergeValues, toColumns } from '../../platform/revision-fields.ts';
import { type AcceptContext, type Accepted, acceptRun, type RunRequest, storeStartedEvent } from '../../runs/accept.ts';
import { assertCanStart, findAccount } from '../../usage/start-check.ts';
import { DEFAULT_POLICY } from '../approvals/policy.ts';
import { AGENT_REVISION_FIELDS } from '../fields.ts';
import { toSessionTitle } from '../sessions.ts';
import { type AttachedTools, mapToolKinds } from '../tools/index.ts';
import { insertAgentRun } from './queries.ts';
import { agentRunKind } from './run-kind.ts';

/** Name of the hidden agents in lists of runs. */
const AGENT_NAME = 'MCP server';
/** Results of connections can be confidential: viewers of the project see only their own runs. */
const VISIBILITY = 'editors_and_owners';
/** No model takes part. */
const NO_MODEL = '00000000-0000-0000-0000-000000000000';

/** A call that a client requests. Its arguments match the tool's schema. */
interface RequestedCall {
  readonly orgId: string;
  readonly projectId: string;
  /** The item that attaches the tool, and only it. */
  readonly attached: Partial<AttachedTools>;
  readonly toolName: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/**
 * Stores and starts a run of one call. The default approval policy and the floors of organization and project apply,
 * and the starter needs the permission to use the connection when the call is made. Throws a 402 without credits.
 */
export async function acceptToolCallRun(
  ctx: AcceptContext,
  { event, ...request }: RunRequest,
  call: RequestedCall,
): Promise<Accepted> {
  const { orgId, projectId, attached, toolName, args } = call;
  assertCanStart(await findAccount(ctx.db, { orgId, projectId }, projectId), ctx.config);
  const revisionId = toRevisionId(projectId, attached);
  const run = {
    id: request.id,
    orgId,
    projectId,
    agentId: projectId,
    agentRevisionId: revisionId,
    sessionId: newId(),
    newSessionTitle: toSessionTitle(toolName),
    message: JSON.stringify(args),
    triggerType: request.triggerType,
    createdByType: request.principal.subject.type,
    createdBy: request.principal.subject.id,
    clientId: request.clientId,
    depth: request.depth,
    storeEvent: storeStartedEvent({ ...request, event }, { tool_name: toolName }),
  };
  return acceptRun(
    ctx,
    agentRunKind,
    request,
    orgId,
    (db) => upsertHiddenAgent(db, call, revisionId),
    (db) => insertAgentRun(db, run),
  );
}

/** Returns the ID of the revision that attaches a tool of the project. */
function toRevisionId(projectId: string, attached: Partial<AttachedTools>): string {
  const hex = sha256(`${projectId} ${JSON.stringify(attached)}`).toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Stores the hidden agent of a project, and its revision with the tool. */
async function upsertHiddenAgent(
  trx: Executor,
  { orgId, projectId, attached }: RequestedCall,
  revisionId: string,
): Promise<void> {
  const values = mergeValues(
    AGENT_REVISION_FIELDS,
    {
      ...mapToolKinds(() => []),
      ...attached,
      mode: 'call',
      instruction: '',
      llm_model_id: NO_MODEL,
      approval_policy: DEFAULT_POLICY,
    },
    undefined,
  );
  await trx
    .insertInto('agents')
    .values({
      id: projectId,
      org_id: orgId,
      project_id: projectId,
      name: AGENT_NAME,
      description: '',
      task_agent_run_visibility: VISIBILITY,
      active_revision_id: revisionId,
      created_by: null,
      of_task: true,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  await trx
    .insertInto('agent_revisions')
    .values({ ...toColumns(AGENT_REVISION_FIELDS, values), id: revisionId, agent_id: projectId })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}
