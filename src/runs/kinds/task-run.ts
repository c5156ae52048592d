import { sql } from 'kysely';
import type { TaskRunInput } from '../../tasks/contract.ts';
import { requestTaskCancel } from '../../tasks/runs.ts';
import type { RunKind } from './kind.ts';

/** Runs of tasks. Those that answer an agent's call are its workflow's children. */
export const taskRunKind: RunKind = {
  workflow: 'taskRun',
  table: 'task_runs',
  parent: { table: 'tasks', column: 'task_id' },
  parked: [],
  onItsOwn: sql<boolean>`r.tool_call_id is null`,
  turns: sql<number>`0`,
  input: ({ id }): TaskRunInput => ({ taskRunId: id }),
  requestStop: requestTaskCancel,
  wakeups: async () => [],
};
