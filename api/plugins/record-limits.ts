import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Executor } from '../../src/platform/db/client.ts';
import { errors } from '../../src/platform/errors.ts';
import type { ApiContext } from '../context.ts';
import type { RecordLimit } from '../record-limit.ts';

/**
 * Rejects creation once a project has RECORDS_PER_PROJECT records of the kind, because lists, searches and exports scan
 * all of them. Concurrent requests can exceed the limit by a few.
 */
export function limitRecords(app: FastifyInstance, { db, config }: ApiContext): void {
  const limit = config.recordsPerProject;
  if (limit === 0) return;
  app.addHook('preHandler', async ({ routeOptions, caller }) => {
    const recordLimit = routeOptions.config.operation?.recordLimit;
    if (recordLimit && caller && (await hasReachedLimit(db, recordLimit, caller.projectId, limit)))
      throw errors.tooManyRecords(recordLimit.label, limit);
  });
}

/** Whether a project has at least `limit` records. Reads at most that many rows. */
async function hasReachedLimit(
  db: Executor,
  { table, condition = sql`true` }: RecordLimit,
  projectId: string,
  limit: number,
): Promise<boolean> {
  const { rows } = await sql`
    select from ${sql.table(table)} where project_id = ${projectId} and ${condition} offset ${limit - 1} limit 1`.execute(
    db,
  );
  return rows.length > 0;
}
