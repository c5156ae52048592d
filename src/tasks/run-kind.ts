import { sql } from 'kysely';
import type { RunKind } from '../runs/kind.ts';
import type { TaskRunInput } from './contract.ts';
import { requestTaskCancel } from './runs.ts';

/** Runs of tasks. Those that answer an agent's call are its workflow's children. */
export const taskRunKind: RunKind = {
  resource: 'task_run',
  workflow: 'taskRun',
  queue: 'runs',
  table: 'task_runs',
  parent: { table: 'tasks', column: 'task_id' },
  parked: [],
  state: sql<string>`r.status`,
  onItsOwn: sql<boolean>`r.tool_call_id is null`,
  turns: sql<number>`0`,
  input: ({ id }): TaskRunInput => ({ taskRunId: id }),
  requestStop: requestTaskCancel,
  wakeups: async () => [],
};
