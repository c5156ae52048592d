import { sql } from 'kysely';
import type { Principal } from '../access/principal-grants.ts';
import type { Executor } from '../platform/db/client.ts';
import { MCP_TRIGGER } from './files.ts';
import { TARGETS } from './targets.ts';

/** Lists the IDs of the runs that a caller has started through the MCP server, newest first, older than `before`. */
export async function listOwnRunIds(
  db: Executor,
  { subject, projectId }: Principal,
  before: string | undefined,
  limit: number,
): Promise<string[]> {
  const older = before === undefined ? sql`` : sql`and r.id < ${before}`;
  const runs = Object.values(TARGETS).map(
    ({ run }) => sql`(select r.id from ${sql.table(run.table)} r
      where r.project_id = ${projectId} and r.created_by_type = ${subject.type} and r.created_by = ${subject.id}
        and r.trigger_type = ${MCP_TRIGGER} ${older} order by r.id desc limit ${limit})`,
  );
  const { rows } = await sql<{ id: string }>`
    ${sql.join(runs, sql` union all `)} order by id desc limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}
