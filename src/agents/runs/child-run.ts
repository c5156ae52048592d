import { type Selectable, sql } from 'kysely';
import type { Db, Executor } from '../../platform/db/client.ts';
import { newId } from '../../platform/ids.ts';
import { getChildTrigger } from '../../runs/contract.ts';
import { type CallInRun, canStartCall } from '../calls/calls.ts';
import { toSessionTitle } from '../sessions.ts';
import type { AgentRunsTable } from '../tables.ts';
import { insertAgentRun } from './queries.ts';
import { lockRun } from './waiting.ts';

/** Child run of a call, with the fields that determine the call's outcome. */
interface ChildAgentRun
  extends Pick<Selectable<AgentRunsTable>, 'id' | 'status' | 'output' | 'formatted_output' | 'error' | 'completed'> {
  /** Whether its agent was deleted. */
  readonly deleted: boolean;
}

/** Finds the child run of a call. Undefined if it has not begun. */
export function findChildAgentRun(db: Executor, callId: string): Promise<ChildAgentRun | undefined> {
  return db
    .selectFrom('agent_runs as r')
    .innerJoin('agents as g', 'g.id', 'r.agent_id')
    .select(['r.id', 'r.status', 'r.output', 'r.formatted_output', 'r.error', 'r.completed'])
    .select(sql<boolean>`g.deleted_at is not null`.as('deleted'))
    .where('r.tool_call_id', '=', callId)
    .executeTakeFirst();
}

/** Agent revision and message of a child run. */
interface ChildRunTarget {
  readonly agentId: string;
  readonly revisionId: string;
  readonly message: string;
}

/**
 * Starts the child run of a call, in its own session and for the starter of the parent run. A repeat finds it. Returns
 * undefined if the call can no longer begin. The parent's lock ensures that a stop reaches the child.
 */
export function beginChildAgentRun(
  db: Db,
  { call, run }: CallInRun,
  { agentId, revisionId, message }: ChildRunTarget,
): Promise<string | undefined> {
  return db.transaction().execute(async (trx) => {
    await lockRun(trx, run.id);
    if (!(await canStartCall(trx, call.id))) return undefined;
    const existing = await findChildAgentRun(trx, call.id);
    if (existing) return existing.id;
    const id = call.child_run_id ?? newId();
    await insertAgentRun(trx, {
      id,
      orgId: run.org_id,
      projectId: run.project_id,
      agentId,
      agentRevisionId: revisionId,
      sessionId: newId(),
      newSessionTitle: toSessionTitle(message),
      message,
      triggerType: getChildTrigger(run.trigger_type),
      createdByType: run.created_by_type,
      createdBy: run.created_by,
      clientId: run.client_id,
      calledBy: { toolCallId: call.id, depth: run.depth + 1, agents: [...run.calling_agents, run.agent_id] },
    });
    return id;
  });
}
