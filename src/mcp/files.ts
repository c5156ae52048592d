import { sql } from 'kysely';
import type { Principal } from '../access/principal-grants.ts';
import { type FileRecord, filesColumn, hasFilesColumn } from '../files/queries.ts';
import type { Executor } from '../platform/db/client.ts';
import { TARGETS } from './targets.ts';

/** Trigger type of the runs that the MCP server starts. */
export const MCP_TRIGGER = 'mcp';

/** Number of newest runs whose files are listed. */
const MAX_LISTED_RUNS = 50;

/** Lists the newest runs with files that a caller has started through the MCP server, with the files they created. */
export async function listOwnRunsWithFiles(
  db: Executor,
  { subject, projectId }: Principal,
): Promise<{ readonly id: string; readonly files: readonly FileRecord[] }[]> {
  const runs = Object.values(TARGETS).map(
    ({ run }) => sql`(select r.id from ${sql.table(run.table)} r
      where r.project_id = ${projectId} and r.created_by_type = ${subject.type} and r.created_by = ${subject.id}
        and r.trigger_type = ${MCP_TRIGGER} and ${hasFilesColumn(sql`r.id`)} order by r.id desc limit ${MAX_LISTED_RUNS})`,
  );
  const { rows } = await sql<{ id: string; files: FileRecord[] }>`
    select r.id, ${filesColumn(sql`r.id`)} as files from (${sql.join(runs, sql` union all `)}) r
    order by r.id desc limit ${MAX_LISTED_RUNS}`.execute(db);
  return rows.map(({ id, files }) => ({ id, files: files.filter(({ made }) => made) }));
}
