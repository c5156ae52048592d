import { DomainError } from '../platform/errors.ts';

/** What can go wrong with tasks. */
export const taskErrors = {
  duplicateName: (name: string | undefined) =>
    new DomainError(400, 'DUPLICATE_TASK_NAME', 'a task of this project has this name already', { name }),
  taskDisabled: (taskId: string) =>
    new DomainError(409, 'TASK_DISABLED', 'the task is disabled and takes no runs', { task_id: taskId }),
  nothingBefore: (taskId: string) =>
    new DomainError(409, 'NOTHING_TO_ROLL_BACK', 'nothing served before what serves now', { task_id: taskId }),
};
