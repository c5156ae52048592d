import { runnableTask, taskIncludingDeleted } from '../../tasks/parents.ts';

/** What evals of tasks load of a path: the task with its history, and with what a run of it needs. */
export const TASK_ROWS = { ever: taskIncludingDeleted, runnable: runnableTask };
