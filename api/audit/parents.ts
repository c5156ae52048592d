import { type AuditQueryScope, findEvent } from '../../src/audit/queries.ts';
import type { Caller } from '../caller.ts';
import { parent } from '../path.ts';

/** Scope of the audit log in the path. */
export function getScope({ orgId, projectId }: Caller): AuditQueryScope {
  return { orgId, projectId: projectId || null };
}

export const AUDIT_PARENTS = {
  audit_event_id: parent({
    description: 'Audit event.',
    field: 'audit_event',
    load: (db, { id, caller }) => findEvent(db, getScope(caller), id),
  }),
};
