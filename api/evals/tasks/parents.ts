import { runnableTask, taskIncludingDeleted } from '../../tasks/parents.ts';

/** Parents of task evals: the task with its history, and with everything a run needs. */
export const TASK_ROWS = { ever: taskIncludingDeleted, runnable: runnableTask };
