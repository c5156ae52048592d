import type { AgentRevisionRow } from '../../src/agents/queries.ts';
import { leadingRevision, type TaskBehindTool, type Tool, toolsOf } from '../../src/agents/tools.ts';
import type { Executor } from '../../src/platform/db/client.ts';
import { findTaskRevision, findTaskTools } from '../../src/tasks/queries.ts';

/** The tools of a revision as they are now: tasks that were deleted or disabled since are gone. */
export async function loadTools(db: Executor, projectId: string, revision: AgentRevisionRow): Promise<Tool[]> {
  const ids = revision.task_tools.filter((tool) => !tool.is_output_formatter).map((tool) => tool.task_id);
  return toolsOf(revision, await loadTasks(db, projectId, ids));
}

/** Tasks in the order they are named, each with the revision that speaks for it. */
export async function loadTasks(db: Executor, projectId: string, ids: readonly string[]): Promise<TaskBehindTool[]> {
  const tasks = await findTaskTools(db, projectId, ids);
  const found: TaskBehindTool[] = [];
  for (const id of ids) {
    const task = tasks.find((candidate) => candidate.id === id);
    const revisionId = task && leadingRevision(task);
    const revision = revisionId === undefined ? undefined : await findTaskRevision(db, revisionId);
    if (task && revision) found.push({ task, revision });
  }
  return found;
}
