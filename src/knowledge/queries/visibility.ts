import type { Asker } from '../../access/holdings.ts';
import { holds } from '../../access/permissions.ts';
import type { KnowledgeQueryRow } from './store.ts';

/** Whether the principal may read a stored query: they sent it or edit the project. */
export function canViewQuery({ subject, holdings }: Asker, row: KnowledgeQueryRow): boolean {
  const isOwn = row.created_by_type === subject.type && row.created_by === subject.id;
  return isOwn || holds(holdings, 'project:edit');
}
