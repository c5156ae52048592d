import { digestOf } from '../platform/digest.ts';
import { checkAgainst, isDeeper } from '../platform/json-schema.ts';
import { DEEPEST_ARGUMENTS, LONGEST_ARGUMENTS } from '../platform/models/limits.ts';
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

/** A tool by what a policy knows of it. */
export interface NamedTool {
  readonly type: 'builtin' | 'task';
  readonly name: string;
  /** Names an approval rule may call it by. */
  readonly names: readonly string[];
}

/** What the tools of a revision are called, built-in ones first: each by a name of its own, a task's also by the task's. */
export function nameTools(builtin: readonly string[], tasks: readonly string[]): NamedTool[] {
  const known = builtin.filter((name) => Object.hasOwn(BUILTIN_TOOLS, name));
  const taken = new Set(known);
  return [
    ...known.map((name) => ({ type: 'builtin' as const, name, names: [name] })),
    ...tasks.map((task) => {
      const name = freeName(task, taken);
      return { type: 'task' as const, name, names: [name, task] };
    }),
  ];
}

/** The tools of a revision, each under a name of its own: the built-in ones, then the tasks in their order. */
export function toolsOf(revision: AgentRevisionRow, tasks: readonly TaskBehindTool[]): Tool[] {
  const named = nameTools(
    revision.builtin_tools,
    tasks.map(({ task }) => task.name),
  );
  const behind = tasks.values();
  return named.flatMap((tool) => {
    if (tool.type === 'builtin') return builtinTool(tool.name) ?? [];
    const { value } = behind.next();
    return value ? taskTool(value, tool) : [];
  });
}

/** A built-in tool by its name, as it is in this build. */
export function builtinTool(name: string): Tool | undefined {
  const tool = Object.hasOwn(BUILTIN_TOOLS, name) ? BUILTIN_TOOLS[name] : undefined;
  if (!tool) return undefined;
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

function taskTool({ task, revision }: TaskBehindTool, { name, names }: NamedTool): Tool {
  const properties = Object.fromEntries(revision.input_params.map((param) => [param, { type: 'string' }]));
  return {
    name,
    type: 'task',
    description: task.description || `Runs the task ${task.name}.`,
    parameters: { type: 'object', properties, required: revision.input_params, additionalProperties: false },
    task,
    names,
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

export const TOO_LONG = `the arguments are longer than ${LONGEST_ARGUMENTS} characters of JSON`;
const TOO_DEEP = `the arguments are nested more than ${DEEPEST_ARGUMENTS} levels deep`;

/** What is wrong with a call's arguments, in words for the model; undefined when they fit. They are not changed. */
export function argumentProblems(parameters: Record<string, unknown>, args: unknown): string | undefined {
  if (isDeeper(args, DEEPEST_ARGUMENTS)) return TOO_DEEP;
  if ((JSON.stringify(args) ?? '').length > LONGEST_ARGUMENTS) return TOO_LONG;
  const verdict = checkAgainst(parameters, args);
  if ('unusable' in verdict) return `the tool can't be called, because of its schema: ${verdict.unusable}`;
  if (verdict.fits) return undefined;
  return verdict.errors
    .slice(0, 10)
    .map((error) => `${error.instancePath.slice(1).replaceAll('/', '.') || 'arguments'} ${error.message}`)
    .join('; ');
}

/** Arguments with numbers and yes or no as text where the tool asks for text alone, as models and people often write them. */
export function asText(parameters: Record<string, unknown>, args: Record<string, unknown>): Record<string, unknown> {
  const properties = (parameters.properties ?? {}) as Record<string, { type?: unknown } | undefined>;
  const entries = Object.entries(args).map(([name, value]) => {
    const wantsText = Object.hasOwn(properties, name) && properties[name]?.type === 'string';
    return [name, wantsText && ['number', 'boolean'].includes(typeof value) ? String(value) : value] as const;
  });
  return Object.fromEntries(entries);
}

/** What a decision is bound to: tool, arguments, tool schema and policy version. */
export function sealOf(call: {
  readonly tool: Tool;
  readonly arguments: unknown;
  readonly revisionId: string;
}): string {
  return digestOf({ ...identityOf(call.tool), arguments: call.arguments, policy: call.revisionId });
}

/** What a planned call is bound to, whether somebody was asked or not: the tool, what stands behind it, and its schema. */
export function toolDigest(tool: Tool): string {
  return digestOf(identityOf(tool));
}

function identityOf({ name, type, parameters, task }: Tool) {
  return { tool: name, type, target: task?.id ?? null, schema: parameters };
}
