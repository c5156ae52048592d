import type { Executor } from '../platform/db/client.ts';

/** Selects the agents of a project that are not deleted. */
export function selectLiveAgents(db: Executor, projectId: string) {
  return selectProjectAgents(db, projectId).where('deleted_at', 'is', null);
}

/** Selects the agents of a project with deleted ones, without the internal agents of its tasks. */
export function selectProjectAgents(db: Executor, projectId: string) {
  return db.selectFrom('agents').selectAll().where('project_id', '=', projectId).where('of_task', '=', false);
}
