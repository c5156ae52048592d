import { type ChangePayload, pickFields, toChangePayload } from '../../src/audit/changes.ts';
import { listAuditedFields } from '../../src/platform/revision-fields.ts';
import { TASK_REVISION_FIELDS } from '../../src/tasks/fields.ts';
import type * as tasks from '../../src/tasks/queries.ts';

/** Fields whose values audit events contain. Prompts, formats and descriptions appear only by name. */
const AUDITED_FIELDS = [
  'name',
  'enabled',
  'public',
  'exposed_to_agents',
  'task_run_visibility',
  'test',
  'tags',
  ...listAuditedFields(TASK_REVISION_FIELDS),
];

/** Audit payload of a new task. */
export function toCreatedPayload(fields: tasks.TaskFields, revision: tasks.RevisionFields): object {
  return pickFields({ ...fields, ...revision, tags: fields.tags }, AUDITED_FIELDS);
}

/** Audit payload of an update. `base` is the revision that the new one builds on. */
export function toEditedPayload(
  task: tasks.TaskWithRevisions,
  base: tasks.TaskRevisionRow | undefined,
  edit: tasks.TaskEdit,
): ChangePayload & { readonly new_revision: ChangePayload | null; readonly active_revisions: object | null } {
  return {
    ...toChangePayload(task, edit.fields, AUDITED_FIELDS),
    new_revision: edit.revision ? toChangePayload(base ?? {}, edit.revision, AUDITED_FIELDS) : null,
    active_revisions: edit.active ? { before: task.active, after: edit.active } : null,
  };
}
