import type { Payer } from '../usage/payer.ts';
import { taskRunKind } from './run-kind.ts';
import type { TaskRunsTable } from './tables.ts';

/** Returns the payer of a task run. */
export function toPayer(
  run: Pick<TaskRunsTable, 'id' | 'org_id' | 'project_id' | 'task_id'> & { readonly calling_agents: readonly string[] },
): Payer {
  return {
    orgId: run.org_id,
    projectId: run.project_id,
    cause: { type: taskRunKind.resource, id: run.id, table: taskRunKind.table },
    of: [run.task_id, ...run.calling_agents],
  };
}
