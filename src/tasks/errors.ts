import { DomainError } from '../platform/errors.ts';

/** Errors of tasks. */
export const taskErrors = {
  duplicateName: (name: string | undefined) =>
    new DomainError(
      400,
      'DUPLICATE_TASK_NAME',
      'a task with this name already exists in this project; choose another name',
      { name },
    ),
  taskDisabled: (taskId: string) =>
    new DomainError(409, 'TASK_DISABLED', 'the task is disabled; enable it to start runs', { task_id: taskId }),
  nothingToRollBack: (taskId: string) =>
    new DomainError(409, 'NOTHING_TO_ROLL_BACK', 'no earlier active revisions exist to roll back to', {
      task_id: taskId,
    }),
};
