import { sql } from 'kysely';
import { hasPermission } from '../../access/permissions.ts';
import type { Principal } from '../../access/principal-grants.ts';
import type { Executor } from '../../platform/db/client.ts';
import { isReadableAtSource } from '../readers.ts';
import type { KnowledgeQueryRow } from './store.ts';

/** Whether the principal may read a stored query: they sent it or edit the project. */
export function canViewQuery({ subject, grants }: Principal, row: KnowledgeQueryRow): boolean {
  const isOwn = row.created_by_type === subject.type && row.created_by === subject.id;
  return isOwn || hasPermission(grants, 'project:edit');
}

/** Whether the sources of all documents in the results of a query let the principal read them now. */
export async function canReadHits(
  db: Executor,
  { subject, projectId }: Principal,
  { answer }: Pick<KnowledgeQueryRow, 'answer'>,
): Promise<boolean> {
  const ids = (answer?.hits ?? []).map(({ documentId }) => documentId);
  if (ids.length === 0) return true;
  const { rows } = await sql`select from documents d where d.id = any(${ids}::uuid[])
    and not ${isReadableAtSource(projectId, subject)} limit 1`.execute(db);
  return rows.length === 0;
}
