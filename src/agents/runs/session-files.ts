import { sql } from 'kysely';
import { listFilesOfOwners, type StoredFile } from '../../files/queries.ts';
import type { Executor } from '../../platform/db/client.ts';

/** Lists the files of all runs of a session, oldest first. */
export function listSessionFiles(db: Executor, sessionId: string): Promise<StoredFile[]> {
  return listFilesOfOwners(db, sql<string>`(select id from agent_runs where session_id = ${sessionId})`);
}
