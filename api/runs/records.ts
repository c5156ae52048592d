import Type from 'typebox';
import { type Grants, hasPermission } from '../../src/access/permissions.ts';
import type { GetGrantsByType } from '../../src/access/principal-grants.ts';
import { RECORD_ACTIONS } from '../../src/audit/change-events.ts';
import { Id, Nullable, StringEnum } from '../../src/platform/schemas.ts';
import type { Change } from '../../src/runs/changes.ts';
import type { Caller } from '../caller.ts';

const Ref = Type.Object({ resource: Type.String(), id: Id });

/** Event about a changed record. It identifies the record and contains none of its fields. */
export const RecordChanged = Type.Object({
  resource: Type.String({ description: 'Type of the resource, as in the audit log' }),
  id: Id,
  action: StringEnum(RECORD_ACTIONS),
  parent: Nullable(Ref),
});

/** Event data of a record's change. */
export function toRecordChange(row: Change) {
  const { resource, subject_id: id, status: action } = row;
  const run = row.run_kind !== null && row.run_id !== null ? { resource: row.run_kind, id: row.run_id } : undefined;
  const above =
    row.parent_id === null || row.parent_id === id ? null : { resource: toResourceType(row), id: row.parent_id };
  return { resource, id, action, parent: run ?? above };
}

/** Resource type of the permission to read a record. */
const toResourceType = ({ permission }: Change): string => permission?.split(':')[0] ?? '';

/** Whether the caller may read a record: by its permission, unless it is private to another user. */
export function canSeeRecord(caller: Caller, getGrants: GetGrantsByType, row: Change): boolean {
  const { permission, parent_id: of, owner_id: owner } = row;
  if (permission === null || (owner !== null && owner !== caller.subject.id)) return false;
  return hasPermission(getReadGrants(caller, getGrants, toResourceType(row), of), permission);
}

function getReadGrants(
  { grants, projectId }: Caller,
  getGrants: GetGrantsByType,
  type: string,
  of: string | null,
): Grants {
  const { organization } = grants.roles;
  // Roles on the followed project do not apply to the organization's other projects.
  if (type === 'project' && of !== null && of !== projectId)
    return { ...grants, roles: organization === undefined ? {} : { organization } };
  return getGrants(type, of);
}
