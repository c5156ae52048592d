import { sql } from 'kysely';
import { filesOwnedBy, type StoredFile } from '../../files/queries.ts';
import type { Executor } from '../../platform/db/client.ts';

/** The files of all runs of a session, the oldest first. */
export function listSessionFiles(db: Executor, sessionId: string): Promise<StoredFile[]> {
  return filesOwnedBy(db, sql<string>`(select id from agent_runs where session_id = ${sessionId})`);
}
