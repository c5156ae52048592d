import { hasPermission } from '../../access/permissions.ts';
import type { Principal } from '../../access/principal-grants.ts';
import type { KnowledgeQueryRow } from './store.ts';

/** Whether the principal may read a stored query: they sent it or edit the project. */
export function canViewQuery({ subject, grants }: Principal, row: KnowledgeQueryRow): boolean {
  const isOwn = row.created_by_type === subject.type && row.created_by === subject.id;
  return isOwn || hasPermission(grants, 'project:edit');
}
