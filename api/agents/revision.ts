import { BUILTIN_TOOLS } from '../../src/agents/builtin/index.ts';
import { matches } from '../../src/agents/policy.ts';
import type { AgentRevisionFields } from '../../src/agents/queries.ts';
import { nameTools } from '../../src/agents/tools.ts';
import type { Executor } from '../../src/platform/db/client.ts';
import { durationMs } from '../../src/platform/duration.ts';
import { errors } from '../../src/platform/errors.ts';
import type { ModelCatalogue } from '../../src/platform/models/catalogue.ts';
import { checkSettings } from '../../src/platform/models/settings.ts';
import { findTask, type TaskRow, withRevisions } from '../../src/tasks/queries.ts';

const MEMORY_SETTINGS = ['max_events'];

/** Checks what the schema can't: references exist, the mode's rules, durations. Throws a 422 on the first that fails. */
export async function checkRevision(
  models: ModelCatalogue,
  db: Executor,
  projectId: string,
  revision: AgentRevisionFields,
): Promise<void> {
  for (const name of ['skills', 'integrations', 'mcp_servers', 'collections'] as const) {
    if (revision[name].length > 0)
      throw errors.invalid([name, 0], 'no such resource in this project', 'unknown_resource');
  }
  const unread = Object.keys(revision.memory_config).find((name) => !MEMORY_SETTINGS.includes(name));
  if (unread !== undefined)
    throw errors.invalid(
      ['memory_config', unread],
      `is no setting of the memory; known is ${MEMORY_SETTINGS.join(', ')}`,
      'unknown_setting',
    );
  const unknown = revision.builtin_tools.findIndex((name) => !Object.hasOwn(BUILTIN_TOOLS, name));
  if (unknown >= 0)
    throw errors.invalid(['builtin_tools', unknown], `must be one of ${Object.keys(BUILTIN_TOOLS).join(', ')}`, 'enum');
  for (const [index, rule] of revision.approval_policy.rules.entries()) {
    if (rule.expires_in !== undefined && durationMs(rule.expires_in) === undefined) {
      throw errors.invalid(
        ['approval_policy', 'rules', index, 'expires_in'],
        'must be an ISO 8601 duration above zero, e.g. PT15M',
      );
    }
  }
  const tasks = await checkTaskTools(db, projectId, revision);
  checkPolicy(revision, tasks);
  await checkModels(models, revision);
}

/** Refuses a rule that can match no tool: who writes it believes that somebody is asked, or nobody. */
function checkPolicy({ approval_policy: policy, builtin_tools }: AgentRevisionFields, tasks: readonly string[]): void {
  const tools = nameTools(builtin_tools, tasks).map(({ type, names }) => ({ toolType: type, names }));
  for (const [index, rule] of policy.rules.entries()) {
    // Where there are no tools, a rule for all of them says nothing untrue.
    const forAll = tools.length === 0 && rule.tool === '*' && rule.tool_type === undefined;
    if (!forAll && !tools.some((tool) => matches(rule, tool)))
      throw errors.invalid(
        ['approval_policy', 'rules', index, 'tool'],
        'no tool of this revision has such a name and type',
        'no_such_tool',
      );
  }
}

/** Checks that the agent's models can do what is asked of them; a sequential agent asks none. */
async function checkModels(models: ModelCatalogue, revision: AgentRevisionFields): Promise<void> {
  const tools = revision.builtin_tools.length + revision.task_tools.filter((tool) => !tool.is_output_formatter).length;
  for (const field of ['llm_model_id', 'fallback_llm_model_id'] as const) {
    const id = revision[field];
    const model = id === null ? undefined : models.find(id);
    if (!model) continue;
    await checkSettings(model, 'llm_config', revision.llm_config);
    if (revision.mode === 'sequential') continue;
    if (!model.output_modalities.includes('text'))
      throw errors.invalid(field, `the model ${model.name} writes no text`, 'model_ability');
    if (tools > 0 && !model.supports_tools)
      throw errors.invalid(field, `the model ${model.name} takes no tools, and the agent has some`, 'model_ability');
  }
}

/** Checks the tasks that a revision names, and answers what those are called that are tools. */
async function checkTaskTools(db: Executor, projectId: string, revision: AgentRevisionFields): Promise<string[]> {
  const names: string[] = [];
  const formatters = revision.task_tools.filter((tool) => tool.is_output_formatter);
  if (formatters.length > 1) throw errors.invalid('task_tools', 'at most one task may be the output formatter');
  for (const [index, tool] of revision.task_tools.entries()) {
    const task = await findTask(db, projectId, tool.task_id);
    if (!task)
      throw errors.invalid(['task_tools', index, 'task_id'], 'no task of this project has this id', 'unknown_resource');
    if (!tool.is_output_formatter) names.push(task.name);
    if (tool.is_output_formatter && !(await answersJson(db, task))) {
      throw errors.invalid(
        ['task_tools', index, 'is_output_formatter'],
        "an output formatter's task must have output_modality json",
      );
    }
  }
  if (revision.mode !== 'sequential') return names;
  if (revision.task_tools.length < 2 || formatters.length > 0) {
    throw errors.invalid('task_tools', 'a sequential agent needs two or more task tools and no output formatter');
  }
  if (revision.builtin_tools.length > 0)
    throw errors.invalid('builtin_tools', 'a sequential agent has task tools and nothing else');
  return names;
}

/** Whether every revision that serves the task answers JSON. */
async function answersJson(db: Executor, task: TaskRow): Promise<boolean> {
  const [whole] = await withRevisions(db, [task]);
  const serving = whole?.revisions.filter(({ id }) => whole.active.some((item) => item.task_revision_id === id)) ?? [];
  return serving.every((revision) => revision.output_modality === 'json');
}
