import { Ajv, type ValidateFunction } from 'ajv';
import { LRUCache } from 'lru-cache';
import { remembered } from '../platform/cache.ts';
import { digestOf } from '../platform/digest.ts';
import { LONGEST_ARGUMENTS } from '../platform/models/limits.ts';
import type { RunnableTask, TaskRevisionRow } from '../tasks/queries.ts';
import { BUILTIN_TOOLS } from './builtin/index.ts';
import type { AgentRevisionRow } from './queries.ts';
import type { ToolType } from './tables.ts';

/** A tool as it is offered to the model and as a call of it is judged, sealed and made. */
export interface Tool {
  readonly name: string;
  readonly type: ToolType;
  readonly description: string;
  /** JSON schema of the arguments. */
  readonly parameters: Record<string, unknown>;
  /** The task behind a task tool. */
  readonly task: RunnableTask | undefined;
  /** Names an approval rule may call it by. */
  readonly names: readonly string[];
  readonly sideEffects: (args: unknown) => boolean;
  /** Whether a call has no side effects and ends at once, without leaving the machine. */
  readonly quick: boolean;
}

/** Built-in tools that only compute. */
const QUICK = ['calculator', 'current_time'];

/** A task of an agent with the revision whose variables are the tool's parameters. */
export interface TaskBehindTool {
  readonly task: RunnableTask;
  readonly revision: TaskRevisionRow;
}

/** The revision that speaks for a task as a tool: the one that serves most runs. */
export function leadingRevision(task: RunnableTask): string | undefined {
  return [...task.active].sort((a, b) => b.weight - a.weight || a.task_revision_id.localeCompare(b.task_revision_id))[0]
    ?.task_revision_id;
}

/** The tools of a revision, each under a name of its own. */
export function toolsOf(revision: AgentRevisionRow, tasks: readonly TaskBehindTool[]): Tool[] {
  const builtin = revision.builtin_tools.flatMap((name) =>
    Object.hasOwn(BUILTIN_TOOLS, name) ? [builtinTool(name)] : [],
  );
  const taken = new Set(builtin.map((tool) => tool.name));
  const offered = tasks.map((behind) => taskTool(behind, freeName(behind.task.name, taken)));
  return [...builtin.filter((tool) => tool !== undefined), ...offered];
}

function builtinTool(name: string): Tool {
  const tool = BUILTIN_TOOLS[name];
  if (!tool) throw new Error(`no built-in tool ${name}`);
  return {
    name,
    type: 'builtin',
    description: tool.description,
    parameters: tool.parameters,
    task: undefined,
    names: [name],
    sideEffects: (args) => tool.sideEffects(args as Record<string, unknown>),
    quick: QUICK.includes(name),
  };
}

function taskTool({ task, revision }: TaskBehindTool, name: string): Tool {
  const properties = Object.fromEntries(revision.input_params.map((param) => [param, { type: 'string' }]));
  return {
    name,
    type: 'task',
    description: task.description || `Runs the task ${task.name}.`,
    parameters: { type: 'object', properties, required: revision.input_params, additionalProperties: false },
    task,
    names: [name, task.name],
    sideEffects: () => false,
    quick: false,
  };
}

/** A tool name providers accept, made of the task's name. */
function freeName(taskName: string, taken: Set<string>): string {
  const base =
    taskName
      .trim()
      .replace(/[^a-zA-Z0-9_-]+/g, '_')
      .slice(0, 60) || 'task';
  let name = base;
  for (let n = 2; taken.has(name); n++) name = `${base}_${n}`;
  taken.add(name);
  return name;
}

const ajv = new Ajv({ strict: false, allErrors: true, coerceTypes: true, allowUnionTypes: true });
const validators = new LRUCache<string, ValidateFunction>({ max: 500 });

export const TOO_LONG = `the arguments are longer than ${LONGEST_ARGUMENTS} characters of JSON`;

/** What is wrong with a call's arguments, in words for the model; undefined when they fit. Scalars become the type the schema names. */
export async function argumentProblems(
  parameters: Record<string, unknown>,
  args: unknown,
): Promise<string | undefined> {
  if ((JSON.stringify(args) ?? '').length > LONGEST_ARGUMENTS) return TOO_LONG;
  const validate = await remembered(validators, digestOf(parameters), async () => ajv.compile(parameters));
  if (!validate || validate(args)) return undefined;
  return (validate.errors ?? [])
    .slice(0, 10)
    .map((error) => `${error.instancePath.slice(1).replaceAll('/', '.') || 'arguments'} ${error.message}`)
    .join('; ');
}

/** What a decision is bound to: tool, arguments, tool schema and policy version. */
export function sealOf(call: {
  readonly tool: Tool;
  readonly arguments: unknown;
  readonly revisionId: string;
}): string {
  const { name, type, parameters, task } = call.tool;
  return digestOf({
    tool: name,
    type,
    target: task?.id ?? null,
    arguments: call.arguments,
    schema: parameters,
    policy: call.revisionId,
  });
}
