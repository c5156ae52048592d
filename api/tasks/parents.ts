import { errors } from '../../src/platform/errors.ts';
import { assertRunVisible } from '../../src/runs/visibility.ts';
import { findTask, findTaskWithDeleted, readTaskRevision } from '../../src/tasks/queries.ts';
import { taskRunKind } from '../../src/tasks/run-kind.ts';
import { findRunnableTask } from '../../src/tasks/runnable.ts';
import { findTaskRun } from '../../src/tasks/runs.ts';
import { parent } from '../path.ts';

const TASK = { description: 'Task of the project', field: 'task' };

/** A task of the project in the path, including deleted ones, whose history stays readable. */
export const taskIncludingDeleted = parent({
  ...TASK,
  load: (db, { id, caller }) => findTaskWithDeleted(db, caller.projectId, id),
});

/** A live task with everything a run of it needs. */
export const runnableTask = parent({
  ...TASK,
  load: (db, { id, caller }) => findRunnableTask(db, caller.projectId, id),
});

export const TASK_PARENTS = {
  task_id: parent({ ...TASK, load: (db, { id, caller }) => findTask(db, caller.projectId, id) }),
  task_revision_id: parent({
    description: 'Revision of the task',
    field: 'task_revision',
    load: (db, { id }) => readTaskRevision(db, id),
    check(revision, { above }) {
      if (revision.task_id !== above) throw errors.notFound('task_revision', revision.id);
    },
  }),
  /** A run of the task that the caller can see. A deleted task keeps its history. */
  task_run_id: parent({
    description: 'Run of the task',
    field: 'task_run',
    proves: ['task_id'],
    load: async (db, { id, caller }) => {
      const row = await findTaskRun(db, id);
      return row?.project_id === caller.projectId ? row : undefined;
    },
    check(run, { above, caller }) {
      if (run.task_id !== above) throw errors.notFound('task_run', run.id);
      assertRunVisible(caller, taskRunKind, run.task_id, run);
    },
  }),
};
