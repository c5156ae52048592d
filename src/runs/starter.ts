import { sql } from 'kysely';
import { holdingsOf } from '../access/members.ts';
import { holds, type Permission } from '../access/permissions.ts';
import { clientMay } from '../identity/oauth/clients.ts';
import type { Executor } from '../platform/db/client.ts';

interface Starter {
  readonly org_id: string;
  readonly project_id: string;
  readonly agent_id: string;
  readonly created_by_type: 'user' | 'project';
  readonly created_by: string;
  readonly client_id: string | null;
  /** Whether the call was sent before, so that the question is past. */
  readonly sent: boolean;
  /** Whether the project was deleted. */
  readonly gone: boolean;
}

/**
 * Whether a call may still be made for whoever started its run: they hold the permission now on the run's agent, or on the
 * one named, and the project is there. A user's own rights count, whatever became of the key. A client's are those of its
 * project, as far as the client still has them: none when it was deleted.
 */
export async function starterMay(
  db: Executor,
  callId: string,
  permission: Permission,
  agentId?: string,
): Promise<boolean> {
  const { rows } = await sql<Starter>`
    select r.org_id, r.project_id, r.agent_id, r.created_by_type, r.created_by, r.client_id, p.deleted_at is not null as gone,
      exists (select from effects e where e.tool_call_id = c.id and e.status <> 'intended') as sent
    from tool_calls c join agent_runs r on r.id = c.run_id join projects p on p.id = r.project_id
    where c.id = ${callId}`.execute(db);
  const [starter] = rows;
  if (starter?.sent) return true;
  if (!starter || starter.gone) return false;
  const subject = { type: starter.created_by_type, id: starter.created_by };
  if (subject.type === 'project' && !(await clientMay(db, subject.id, starter.client_id, permission))) return false;
  const agent = {
    type: 'task_agent',
    id: agentId ?? starter.agent_id,
    orgId: starter.org_id,
    projectId: starter.project_id,
  } as const;
  return holds(await holdingsOf(db, subject, agent), permission);
}
