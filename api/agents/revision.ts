import { BUILTIN_TOOLS } from '../../src/agents/builtin/index.ts';
import { DEFAULT_POLICY, matches } from '../../src/agents/policy.ts';
import type { AgentRevisionFields, AgentRevisionRow } from '../../src/agents/queries.ts';
import { nameTools } from '../../src/agents/tools.ts';
import type { Executor } from '../../src/platform/db/client.ts';
import { durationMs } from '../../src/platform/duration.ts';
import { errors } from '../../src/platform/errors.ts';
import { findTask } from '../../src/tasks/queries.ts';
import type { ApiContext } from '../context.ts';
import { modelId } from '../tasks/tasks.ts';
import type { AgentUpdate } from './schemas.ts';

/** Turns an agent may take where its revision does not say. */
const MAX_TURNS = 50;
const DEFAULT_BUILTIN_TOOLS = ['calculator', 'current_time'];

/** A new revision's fields from a body, over the newest revision's. */
export function revisionFields(
  ctx: ApiContext,
  body: AgentUpdate,
  base: AgentRevisionRow | undefined,
): AgentRevisionFields {
  const pick = <K extends keyof AgentUpdate & keyof AgentRevisionFields>(name: K, otherwise: AgentRevisionFields[K]) =>
    (body[name] === undefined ? (base?.[name] ?? otherwise) : body[name]) as AgentRevisionFields[K];
  const model = body.llm_model_id;
  const fallback = body.fallback_llm_model_id;
  return {
    instruction: pick('instruction', ''),
    llm_model_id: model === undefined ? (base?.llm_model_id ?? '') : modelId(ctx.models, 'llm_model_id', model),
    fallback_llm_model_id: fallback
      ? modelId(ctx.models, 'fallback_llm_model_id', fallback)
      : pick('fallback_llm_model_id', null),
    llm_config: pick('llm_config', {}),
    max_turns: pick('max_turns', MAX_TURNS),
    max_credits: pick('max_credits', null),
    memory_strategy: pick('memory_strategy', 'sliding_window'),
    memory_config: pick('memory_config', {}),
    task_tools: pick('task_tools', []),
    skills: pick('skills', []),
    integrations: pick('integrations', []),
    mcp_servers: pick('mcp_servers', []),
    collections: pick('collections', []),
    builtin_tools: pick('builtin_tools', body.mode === 'sequential' ? [] : DEFAULT_BUILTIN_TOOLS),
    approval_policy: pick('approval_policy', DEFAULT_POLICY),
  };
}

/** Checks what the schema can't: references exist, the mode's rules, durations. Throws a 422 on the first that fails. */
export async function checkRevision(
  db: Executor,
  projectId: string,
  mode: string,
  revision: AgentRevisionFields,
): Promise<void> {
  for (const name of ['skills', 'integrations', 'mcp_servers', 'collections'] as const) {
    if (revision[name].length > 0)
      throw errors.invalid([name, 0], 'no such resource in this project', 'unknown_resource');
  }
  if (revision.memory_strategy === 'compaction')
    throw errors.invalid('memory_strategy', 'compaction is not available; use sliding_window');
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
  const tasks = await checkTaskTools(db, projectId, mode, revision);
  checkPolicy(revision, tasks);
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

/** Checks the tasks that a revision names, and answers what those are called that are tools. */
async function checkTaskTools(
  db: Executor,
  projectId: string,
  mode: string,
  revision: AgentRevisionFields,
): Promise<string[]> {
  const names: string[] = [];
  const formatters = revision.task_tools.filter((tool) => tool.is_output_formatter);
  if (formatters.length > 1) throw errors.invalid('task_tools', 'at most one task may be the output formatter');
  for (const [index, tool] of revision.task_tools.entries()) {
    const task = await findTask(db, projectId, tool.task_id);
    if (!task)
      throw errors.invalid(['task_tools', index, 'task_id'], 'no task of this project has this id', 'unknown_resource');
    if (!tool.is_output_formatter) names.push(task.name);
    if (tool.is_output_formatter && task.output_modality !== 'json') {
      throw errors.invalid(
        ['task_tools', index, 'is_output_formatter'],
        "an output formatter's task must have output_modality json",
      );
    }
  }
  if (mode !== 'sequential') return names;
  if (revision.task_tools.length < 2 || formatters.length > 0) {
    throw errors.invalid('task_tools', 'a sequential agent needs two or more task tools and no output formatter');
  }
  if (revision.builtin_tools.length > 0)
    throw errors.invalid('builtin_tools', 'a sequential agent has task tools and nothing else');
  return names;
}
