import { type RawBuilder, sql } from 'kysely';
import type { Permission } from '../access/contract.ts';
import type { SubjectRef } from '../platform/errors.ts';

/** Kind of change events about records. */
export const RECORD = 'record';

/** Actions of change events; they determine what clients reload. */
export const RECORD_ACTIONS = ['created', 'updated', 'deleted', 'members_changed'] as const;
type RecordAction = (typeof RECORD_ACTIONS)[number];

/** Recipients of a change event: callers who may read the record. */
export interface ChangeAudience {
  /** Permission to read the record. */
  readonly permission: Permission;
  /** Resource of the permission; null for what all such resources of the project share. */
  readonly of: string | null;
  /** Owner of a private record. */
  readonly ownerId?: string;
  /** Run of the record, by its kind. Callers who do not see the run do not receive the event. */
  readonly run?: { readonly kind: string; readonly id: string | null };
}

/** Change of a record. */
export interface ChangeEvent {
  /** Project, or the organization of a record without a project. */
  readonly scope: string;
  readonly resource: SubjectRef;
  readonly action: RecordAction;
  readonly audience: ChangeAudience;
}

/** Statement that inserts a change event into the change log, for use in a larger one. */
export function insertChangeEvent({ scope, resource, action, audience }: ChangeEvent): RawBuilder<unknown> {
  const { permission, of, ownerId = null, run } = audience;
  return sql`insert into project_changes (project_id, kind, subject_id, parent_id, run_id, status, resource, permission, owner_id, run_kind)
    values (${scope}::uuid, ${sql.lit(RECORD)}, ${resource.id}::uuid, ${of}::uuid, ${run?.id ?? null}::uuid, ${action},
      ${resource.type}, ${permission}, ${ownerId}::uuid, ${run?.kind ?? null})`;
}

/** Action of an audit event type: `task.created` creates the task, but `task.eval_set_created` the eval set. */
export function toAction(eventType: string, resource: SubjectRef, audience: ChangeAudience): RecordAction {
  const word = eventType.split('.').at(-1)?.replace(`${resource.type}_`, '') ?? '';
  if (audience.permission === `${resource.type}:view_members`) return 'members_changed';
  if (['created', 'cloned'].includes(word)) return 'created';
  return word === 'deleted' ? 'deleted' : 'updated';
}
