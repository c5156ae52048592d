import { sql } from 'kysely';
import { findMcpToolServer } from '../../connections/mcp-servers/tools.ts';
import type { Executor } from '../../platform/db/client.ts';
import type { RunError } from '../../runs/contract.ts';
import { toRunError } from '../../runs/errors.ts';
import { isStarterPermitted, type Starter } from '../../runs/starter.ts';
import { agentFailures } from '../failures.ts';

/** The error of a call that {@link isCallPermitted} denies. */
export const NO_LONGER_PERMITTED: RunError = toRunError('NO_LONGER_PERMITTED', agentFailures.starter_not_permitted);

interface CallOfRun extends Starter {
  readonly agent_id: string;
  /** Whether the call was sent before, so the check no longer applies. */
  readonly sent: boolean;
  /** Whether the project was deleted. */
  readonly gone: boolean;
  /** Whether its run makes the calls of a task run. The task then determines the permission. */
  readonly of_task: boolean;
  readonly tool_type: string;
  readonly target_id: string | null;
}

/** Returns whether the starter of a call's run can use the connection of its tool. */
async function isConnectionUsable(db: Executor, call: CallOfRun): Promise<boolean> {
  const { tool_type: type, target_id: id } = call;
  if (id === null) return false;
  if (type === 'integration') return isStarterPermitted(db, call, 'integration:use', { type: 'integration', id });
  const serverId = await findMcpToolServer(db, id);
  if (type !== 'mcp' || serverId === undefined) return false;
  return isStarterPermitted(db, call, 'task_mcp_server:use', { type: 'task_mcp_server', id: serverId });
}

/**
 * Returns whether the starter of a call's run can still run the run's agent, or the given one, and the project exists.
 */
export async function isCallPermitted(db: Executor, callId: string, agentId?: string): Promise<boolean> {
  const { rows } = await sql<CallOfRun>`
    select r.org_id, r.project_id, r.agent_id, r.created_by_type, r.created_by, r.client_id, p.deleted_at is not null as gone, r.task_run_id is not null as of_task,
      c.tool_type, c.target_id,
      exists (select from effects e where e.tool_call_id = c.id and e.status <> 'intended') as sent
    from tool_calls c join agent_runs r on r.id = c.run_id join projects p on p.id = r.project_id
    where c.id = ${callId}`.execute(db);
  const [call] = rows;
  if (call?.sent) return true;
  if (!call || call.gone) return false;
  if (call.of_task) return isStarterPermitted(db, call, 'task:run', { type: 'task', id: call.agent_id });
  // The hidden agent of a project makes calls that its starter requested.
  if (call.agent_id === call.project_id) return isConnectionUsable(db, call);
  return isStarterPermitted(db, call, 'task_agent:run', { type: 'task_agent', id: agentId ?? call.agent_id });
}
