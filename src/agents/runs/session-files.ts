import { sql } from 'kysely';
import { listFilesOfOwners, type StoredFile } from '../../files/queries.ts';
import type { Executor } from '../../platform/db/client.ts';

/** The files of all runs of a session, the oldest first. */
export function listSessionFiles(db: Executor, sessionId: string): Promise<StoredFile[]> {
  return listFilesOfOwners(db, sql<string>`(select id from agent_runs where session_id = ${sessionId})`);
}
