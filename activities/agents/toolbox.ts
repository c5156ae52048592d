import type { CallInRun } from '../../src/agents/calls.ts';
import { type AgentRevisionRow, findAgentRevision } from '../../src/agents/queries.ts';
import { builtinTool, sealOf, type TaskBehindTool, type Tool, toolDigest, toolsOf } from '../../src/agents/tools.ts';
import type { Executor } from '../../src/platform/db/client.ts';
import { findTaskRevision, findTaskTools } from '../../src/tasks/queries.ts';
import { leadingRevision } from '../../src/tasks/rules.ts';

/** The tools of a revision as they are now: tasks that were deleted or disabled since are gone. */
export async function loadTools(db: Executor, projectId: string, revision: AgentRevisionRow): Promise<Tool[]> {
  const ids = revision.task_tools.filter((tool) => !tool.is_output_formatter).map((tool) => tool.task_id);
  return toolsOf(revision, await loadTasks(db, projectId, ids));
}

/**
 * The tool that a call was planned for; undefined where it is gone, or it or its schema is not the same any more, or the
 * call is not what a person approved.
 */
export async function plannedTool(db: Executor, { call, run, request }: CallInRun): Promise<Tool | undefined> {
  const tool =
    call.tool_type === 'builtin'
      ? builtinTool(call.tool_name)
      : (await toolsOfRun(db, run)).find(({ name }) => name === call.tool_name);
  if (!tool) return undefined;
  if (call.tool_digest !== null && call.tool_digest !== toolDigest(tool)) return undefined;
  // A question whether a call happened has the seal of the approval before it, where there was one.
  if (request === undefined || request.seal === '') return tool;
  const seal = sealOf({ tool, arguments: call.arguments, revisionId: run.agent_revision_id });
  return request.seal === seal ? tool : undefined;
}

async function toolsOfRun(db: Executor, run: CallInRun['run']): Promise<Tool[]> {
  const revision = await findAgentRevision(db, run.agent_revision_id);
  return revision ? loadTools(db, run.project_id, revision) : [];
}

/** Tasks in the order they are named, each with the revision that speaks for it. */
export async function loadTasks(db: Executor, projectId: string, ids: readonly string[]): Promise<TaskBehindTool[]> {
  const tasks = await findTaskTools(db, projectId, ids);
  const found: TaskBehindTool[] = [];
  for (const id of ids) {
    const task = tasks.find((candidate) => candidate.id === id);
    const revisionId = task && leadingRevision(task.active);
    const revision = revisionId === undefined ? undefined : await findTaskRevision(db, revisionId);
    if (task && revision) found.push({ task, revision });
  }
  return found;
}
