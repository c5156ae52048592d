import { type AuditScope, findEvent } from '../../src/audit/queries.ts';
import type { Caller } from '../caller.ts';
import { parent } from '../path.ts';

/** Whose trail the path names. */
export function scopeOf({ orgId, projectId }: Caller): AuditScope {
  return { orgId, projectId: projectId || null };
}

export const AUDIT_PARENTS = {
  audit_event_id: parent({
    description: 'audit event',
    field: 'audit_event',
    load: (db, { id, caller }) => findEvent(db, scopeOf(caller), id),
  }),
};
