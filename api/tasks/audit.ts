import { type ChangePayload, pickFields, toChangePayload } from '../../src/audit/changes.ts';
import { shownOf } from '../../src/platform/fields.ts';
import { TASK_REVISION_FIELDS } from '../../src/tasks/fields.ts';
import type * as tasks from '../../src/tasks/queries.ts';

/** Fields whose values an event shows; of prompts, formats and descriptions it tells only that they changed. */
const SHOWN = [
  'name',
  'enabled',
  'public',
  'exposed_to_agents',
  'task_run_visibility',
  'test',
  'tags',
  ...shownOf(TASK_REVISION_FIELDS),
];

/** What an event tells of a new task. */
export function createdTask(fields: tasks.TaskFields, revision: tasks.RevisionFields): object {
  return pickFields({ ...fields, ...revision, tags: fields.tags }, SHOWN);
}

/** What an event tells of an edit. `base` is the revision that a new one builds on. */
export function editedTask(
  task: tasks.TaskWithRevisions,
  base: tasks.TaskRevisionRow | undefined,
  edit: tasks.TaskEdit,
): ChangePayload & { readonly new_revision: ChangePayload | null; readonly active_revisions: object | null } {
  return {
    ...toChangePayload(task, edit.fields, SHOWN),
    new_revision: edit.revision ? toChangePayload(base ?? {}, edit.revision, SHOWN) : null,
    active_revisions: edit.active ? { before: task.active, after: edit.active } : null,
  };
}
