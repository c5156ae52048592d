import { type RawBuilder, sql } from 'kysely';
import Type from 'typebox';
import { hasAsciiWord } from '../../platform/ascii.ts';
import type { Executor } from '../../platform/db/client.ts';
import { errors, throwProblems, type ValidationError } from '../../platform/errors.ts';
import type { Problem } from '../../platform/messages.ts';
import { commonProblems } from '../../platform/problems.ts';
import { getActiveTraceparent } from '../../platform/telemetry/tracing.ts';
import { EVAL_TRIGGER, getChildTrigger } from '../../runs/contract.ts';
import { findTask, findTaskRevision, listExposedTaskIds, loadRevisions } from '../../tasks/queries.ts';
import { findLeadingRevision } from '../../tasks/rules.ts';
import { endTaskRunsOfAgentRun } from '../../tasks/run-end.ts';
import { listTaskTools, type RunnableTask } from '../../tasks/runnable.ts';
import { agentProblems } from '../problems.ts';
import type { NewCall } from '../turns/turns.ts';
import { FORMATTER, type LoadedTool, type Tool, type ToolKind, type ToolName } from './kind.ts';

/** A task of an agent, as a tool or as the output formatter. */
interface TaskAttachment {
  readonly task_id: string;
  readonly is_output_formatter: boolean;
}

/** A tool that runs a task. */
export interface TaskTool extends Tool {
  readonly task: RunnableTask;
}

const TaskId = Type.String({ format: 'uuid' });

/** Tasks of the project: their variables are the parameters, and each call is a task run. */
export const taskTools: ToolKind<'task', 'task_tools', TaskAttachment> = {
  type: 'task',
  field: 'task_tools',
  input: Type.Object({ task_id: TaskId, is_output_formatter: Type.Boolean({ default: false }) }),
  record: Type.Object({ task_id: TaskId, is_output_formatter: Type.Boolean() }),
  maxItems: 100,
  initial: [],
  attaching: {
    type: 'task',
    usePermission: 'task:run',
    field: 'task_id',
    getId: (item) => item.task_id,
    exists: findTask,
  },
  invokedField: 'task_tools_invoked',
  childRuns: { table: 'task_runs', insert: insertTaskRuns, end: endTaskRunsOfAgentRun },
  async check(db, projectId, items) {
    const called: ToolName[] = [];
    const found: ValidationError[] = [];
    const reject = (at: readonly (string | number)[], problem: Problem) =>
      found.push(errors.invalid(['task_tools', ...at], problem));
    if (items.filter((item) => item.is_output_formatter).length > 1) reject([], agentProblems.several_formatters);
    for (const [index, item] of items.entries()) {
      const task = await findTask(db, projectId, item.task_id);
      if (!task) reject([index, 'task_id'], commonProblems.unknown_resource({ resource: 'task' }));
      else if (!item.is_output_formatter) called.push(toToolName(task.name));
      else if (!(await returnsJson(db, task)))
        reject([index, 'is_output_formatter'], agentProblems.formatter_without_json);
    }
    throwProblems(found);
    return called;
  },
  async listExposed(db, projectId, limit) {
    const ids = await listExposedTaskIds(db, projectId, limit);
    return ids.map((task_id) => ({ task_id, is_output_formatter: false }));
  },
  assertSteps(items) {
    if (items.length < 2 || items.some((item) => item.is_output_formatter))
      throw errors.invalid('task_tools', agentProblems.steps_of_sequential_agent);
  },
  addProvided(found, own) {
    const ids = new Set(found.flatMap((one) => (one.target_type === 'task' ? (one.target_id ?? []) : [])));
    const others = [...ids].filter((id) => !own.some((item) => item.task_id === id));
    return others.map((task_id) => ({ task_id, is_output_formatter: false }));
  },
  load(db, projectId, items) {
    const ids = items.filter((item) => !item.is_output_formatter).map((item) => item.task_id);
    return loadTasks(db, projectId, ids, 'task');
  },
  async loadFormatter(db, projectId, items) {
    const ids = items.filter((item) => item.is_output_formatter).map((item) => item.task_id);
    return (await loadTasks(db, projectId, ids, FORMATTER))[0];
  },
};

/** Loads tasks in the given order, each with the variables of its serving revision. */
async function loadTasks(
  db: Executor,
  projectId: string,
  ids: readonly string[],
  type: Tool['type'],
): Promise<LoadedTool<TaskTool>[]> {
  const tasks = await listTaskTools(db, projectId, ids);
  const tools: LoadedTool<TaskTool>[] = [];
  for (const id of ids) {
    const task = tasks.find((candidate) => candidate.id === id);
    const revisionId = task && findLeadingRevision(task.active);
    const revision = revisionId === undefined ? undefined : await findTaskRevision(db, revisionId);
    if (task && revision) tools.push(createTaskTool(task, revision.input_params, type));
  }
  return tools;
}

/** Returns the tool name of a task. A name without ASCII characters becomes `task`. */
function toToolName(name: string): ToolName {
  return hasAsciiWord(name) ? { baseName: name } : { baseName: name, aliases: ['task'] };
}

function createTaskTool(task: RunnableTask, variables: readonly string[], type: Tool['type']): LoadedTool<TaskTool> {
  const properties = Object.fromEntries(variables.map((name) => [name, { type: 'string' }]));
  return {
    ...toToolName(task.name),
    type,
    description: task.description || `Runs the task ${task.name}.`,
    parameters: { type: 'object', properties, required: variables, additionalProperties: false },
    targetId: task.id,
    sideEffects: () => false,
    task,
  };
}

/** Returns whether all serving revisions of a task return JSON. */
async function returnsJson(db: Executor, task: Parameters<typeof loadRevisions>[1][number]): Promise<boolean> {
  const [complete] = await loadRevisions(db, [task]);
  const serving =
    complete?.revisions.filter(({ id }) => complete.active.some((item) => item.task_revision_id === id)) ?? [];
  return serving.every((revision) => revision.output_modality === 'json');
}

function insertTaskRuns(calls: readonly NewCall[]): RawBuilder<unknown> {
  const rows = calls.map((call) => ({ ...call.childRun, callId: call.id, input: call.arguments ?? {} }));
  return sql`insert into task_runs (id, org_id, project_id, task_id, task_revision_id, input, run_data, context_id, trigger_type, created_by_type, created_by, tool_call_id, calling_agents, depth, traceparent)
    select t.id, run.org_id, run.project_id, t."targetId", t."revisionId", t.input, json_build_object('submitted', t.input), run.id,
      case run.trigger_type when ${EVAL_TRIGGER} then ${getChildTrigger(EVAL_TRIGGER)} else ${getChildTrigger('')} end,
      run.created_by_type, run.created_by, t."callId", run.calling_agents || run.agent_id, run.depth + 1, ${getActiveTraceparent()}
    from run, json_to_recordset(${JSON.stringify(rows)}::json) as t (id uuid, "targetId" uuid, "revisionId" uuid, input json, "callId" uuid)`;
}
