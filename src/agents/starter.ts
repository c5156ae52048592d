import { sql } from 'kysely';
import { holdingsOf } from '../access/members.ts';
import { rolesOn } from '../access/permissions.ts';
import type { Executor } from '../platform/db/client.ts';

interface Starter {
  readonly org_id: string;
  readonly project_id: string;
  readonly agent_id: string;
  readonly created_by_type: string;
  readonly created_by: string;
  /** Whether the call was sent before, so that the question is past. */
  readonly sent: boolean;
  /** Whether the project was deleted. */
  readonly gone: boolean;
}

/**
 * Whether a call may still be made for the user who started its run: they hold one of these roles now, on the agent or
 * above it, and the project is there. Others than users hold no roles and are not asked for one.
 */
export async function starterMay(db: Executor, callId: string, roles: readonly string[]): Promise<boolean> {
  const { rows } = await sql<Starter>`
    select r.org_id, r.project_id, r.agent_id, r.created_by_type, r.created_by, p.deleted_at is not null as gone,
      exists (select from effects e where e.tool_call_id = c.id and e.status <> 'intended') as sent
    from tool_calls c join agent_runs r on r.id = c.run_id join projects p on p.id = r.project_id
    where c.id = ${callId}`.execute(db);
  const [starter] = rows;
  if (starter?.sent) return true;
  if (!starter || starter.gone) return false;
  if (starter.created_by_type !== 'user') return true;
  const agent = {
    type: 'task_agent',
    id: starter.agent_id,
    orgId: starter.org_id,
    projectId: starter.project_id,
  } as const;
  const held = rolesOn(await holdingsOf(db, { type: 'user', id: starter.created_by }, agent), agent.type);
  return roles.some((role) => held.has(role));
}
