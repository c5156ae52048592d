import { type RawBuilder, sql } from 'kysely';
import type { Permission } from '../access/contract.ts';
import type { SubjectRef } from '../platform/errors.ts';

/** Kind of those changes in the log that were done to a record. */
export const RECORD = 'record';

/** What becomes of a record, as far as it says what to read anew. */
export const RECORD_ACTIONS = ['created', 'updated', 'deleted', 'members_changed'] as const;
export type RecordAction = (typeof RECORD_ACTIONS)[number];

/** Who learns at once that a record was made, changed or deleted: whoever may read it. */
export interface ChangeAudience {
  /** What reading it takes. */
  readonly permission: Permission;
  /** The resource that the permission is asked for on; null for what every such resource of the project has in common. */
  readonly of: string | null;
  /** The user whose own it is, where nobody else sees it. */
  readonly ownerId?: string;
  /** The run that it hangs on, by its kind's name: whoever does not see that does not learn of it. */
  readonly run?: { readonly kind: string; readonly id: string | null };
}

/** A change of a record, as it is told. */
export interface ChangeEvent {
  /** The project, or the organization for what belongs to none. */
  readonly place: string;
  readonly resource: SubjectRef;
  readonly action: RecordAction;
  readonly told: ChangeAudience;
}

/** The statement that puts a change of a record into the log that followers read, for use within a larger one. */
export function insertChangeEvent({ place, resource, action, told }: ChangeEvent): RawBuilder<unknown> {
  const { permission, of, ownerId = null, run } = told;
  return sql`insert into project_changes (project_id, kind, subject_id, parent_id, run_id, status, resource, permission, owner_id, run_kind)
    values (${place}::uuid, ${sql.lit(RECORD)}, ${resource.id}::uuid, ${of}::uuid, ${run?.id ?? null}::uuid, ${action},
      ${resource.type}, ${permission}, ${ownerId}::uuid, ${run?.kind ?? null})`;
}

/** What an event of the audit says became of its resource: `task.eval_set_created` is of the set as `task.created` of the task. */
export function toAction(eventType: string, resource: SubjectRef, told: ChangeAudience): RecordAction {
  const word = eventType.split('.').at(-1)?.replace(`${resource.type}_`, '') ?? '';
  if (told.permission === `${resource.type}:view_members`) return 'members_changed';
  if (['created', 'cloned'].includes(word)) return 'created';
  return word === 'deleted' ? 'deleted' : 'updated';
}
