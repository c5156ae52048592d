import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../platform/db/client.ts';
import { selectApprovalFloorColumn, selectChosenConfigColumn } from '../../projects/config.ts';
import type { ApprovalFloor } from './policy.ts';

/** Column with the approval floors of a project, those of its organization first. */
export function selectFloors(orgId: RawBuilder<unknown>, projectId: RawBuilder<unknown>): RawBuilder<ApprovalFloor[]> {
  return sql<ApprovalFloor[]>`(select coalesce(json_agg(f.floor || jsonb_build_object('of', f.of) order by f.of), '[]')
    from (values ('organization', ${selectApprovalFloorColumn(orgId)}::jsonb), ('project', ${selectChosenConfigColumn(projectId)}::jsonb -> 'approval_floor'))
      as f(of, floor) where jsonb_typeof(f.floor) = 'object')`;
}

/** Lists the current approval floors of a project. */
export async function listFloors(db: Executor, orgId: string, projectId: string): Promise<ApprovalFloor[]> {
  const { rows } = await sql<{ floors: ApprovalFloor[] }>`
    select ${selectFloors(sql`${orgId}::uuid`, sql`${projectId}::uuid`)} as floors`.execute(db);
  return rows[0]?.floors ?? [];
}

/** Lists the current approval floors for a run. */
export async function listFloorsOfRun(db: Executor, runId: string): Promise<ApprovalFloor[]> {
  const { rows } = await sql<{ floors: ApprovalFloor[] }>`
    select ${selectFloors(sql`r.org_id`, sql`r.project_id`)} as floors from agent_runs r where r.id = ${runId}`.execute(
    db,
  );
  return rows[0]?.floors ?? [];
}
