import type { RawBuilder } from 'kysely';
import type { TSchema } from 'typebox';
import type { Permission } from '../../access/permissions.ts';
import type { SecurableType } from '../../access/resources.ts';
import type { Executor } from '../../platform/db/client.ts';
import type { Problem } from '../../platform/messages.ts';
import type { RunTable } from '../../runs/kind.ts';
import type { Dependency } from '../../skills/dependencies.ts';
import type { ToolType } from '../tables.ts';
import type { NewCall } from '../turns/turns.ts';

/** A tool as models, policies, digests and executors see it. */
export interface Tool {
  readonly name: string;
  readonly type: ToolType;
  readonly description: string;
  /** JSON schema of the arguments. */
  readonly parameters: Record<string, unknown>;
  /** ID of its resource, such as the task of a task tool. */
  readonly targetId: string | null;
  /** ID of the attached resource, if it is not the target itself. */
  readonly attachedId?: string;
  /** Revision that a call runs, if it is chosen in advance. */
  readonly targetRevisionId?: string;
  /** Names that approval rules can use. */
  readonly names: readonly string[];
  readonly sideEffects: (args: unknown) => boolean;
  /** Set if side effects depend on the arguments. */
  readonly effectVaries?: true | undefined;
  /** Set if nothing states the effect of a call, so that it counts as a side effect. */
  readonly isEffectUnstated?: true | undefined;
  /** Digest of the definition that a person allowed. */
  readonly definition?: string;
}

/** Effect of a call, as an approval request shows it. */
export type CallEffect = 'none' | 'irreversible' | 'not_stated';

/** Returns the effect of a call with or without side effects. */
export function getCallEffect({ isEffectUnstated }: Tool, sideEffects: boolean): CallEffect {
  if (!sideEffects) return 'none';
  return isEffectUnstated ? 'not_stated' : 'irreversible';
}

/** Names of a tool before it has a unique name in its revision. */
export interface ToolName {
  /** Name without other tools. */
  readonly baseName: string;
  /** Other names for rules. */
  readonly aliases?: readonly string[];
}

/** A tool without a unique name in its revision. */
export type LoadedTool<T extends Tool = Tool> = Omit<T, 'name' | 'names'> & ToolName;

/** How items refer to resources with roles. */
export interface Attachable<Item> {
  readonly type: SecurableType;
  readonly usePermission: Permission;
  getId(item: Item): string;
  /** Field of an item that holds the id. */
  readonly field: string;
  /** Whether an item grants no more than a previous item of the same ID. Default: always true. */
  isCovered?(item: Item, before: Item): boolean;
  readonly exists: (db: Executor, projectId: string, id: string) => Promise<unknown>;
  /** Filters IDs that everyone can attach. Default: none. */
  readonly filterFree?: (db: Executor, ids: readonly string[]) => Promise<readonly string[]>;
  /** Prefixes of future tools of an item. Empty if the item lists its tools. */
  listNamePrefixes?(db: Executor, projectId: string, item: Item): Promise<readonly string[]>;
  /** ID of the pinned revision. Null follows the active revision. */
  getPinnedRevision?(item: Item): string | null;
}

/** Skills of a run as part of its prompt. */
export interface SkillsContext {
  /** Loadable skills. */
  readonly listed: readonly { readonly name: string; readonly description: string }[];
  /** Loaded skills with the newest turn that loaded them. The text is at most as long as in a call's result. */
  readonly loaded: readonly { readonly name: string; readonly text: string; readonly turn: number }[];
  /** Names of skills that were deleted since. */
  readonly deleted: readonly string[];
}

/** Child runs of a kind's calls. Each is stored once, with `tool_call_id`. */
export interface ChildRuns {
  readonly table: RunTable;
  /** Inserts the runs of a turn's calls, as part of the turn's statement, in which `run` is the agent run. */
  readonly insert?: (calls: readonly NewCall[]) => RawBuilder<unknown>;
  /** Ends the unstarted child runs of a stopped agent run. Agent runs end with their descendants. */
  readonly end?: (trx: Executor, agentRunId: string) => Promise<void>;
}

/** A problem with an item. */
interface ItemProblem {
  readonly index: number;
  /** Field of the item. */
  readonly field: string;
  readonly problem: Problem;
}

/** A requirement of an item of a revision. */
export interface SkillRequirement {
  readonly skill_id: string;
  readonly skill_revision_id: string;
  readonly position: number;
  readonly dependency: Dependency;
}

/** The resource of the project that satisfies a requirement. */
export interface Provided {
  readonly target_type: string | null;
  readonly target_id: string | null;
  readonly tool_id: string | null;
  readonly dependency: Dependency;
}

/** A kind of tools. Its executor in `activities/agents/tools` executes the calls. */
export interface ToolKind<Type extends string = string, Field extends string = string, Item = unknown> {
  /** The kind as rules, records and events name it. */
  readonly type: Type;
  /** Field of a revision that attaches its tools. */
  readonly field: Field;
  /** Schema of the field's items in requests … */
  readonly input: TSchema;
  /** … and in records. */
  readonly record: TSchema;
  readonly maxItems: number;
  /** Default for a new agent whose model supports tools. */
  readonly initial: readonly Item[];
  /** Set if items name resources with roles. */
  readonly attaching?: Attachable<Item>;
  /** Field of a run's record that lists the called tools of this kind. Undefined for none. */
  readonly invokedField?: string;
  readonly childRuns?: ChildRuns;
  /** Set if others declare the tools: the model gets a limited number and searches for the rest. */
  readonly searched?: boolean;
  /** Names that are reserved for its tools, in every revision. */
  readonly reserved?: readonly string[];
  /** Checks the items when they are saved. Returns the names of their tools. Throws a 422. */
  check(db: Executor, projectId: string, items: readonly Item[]): Promise<(string | ToolName)[]>;
  /** Finds other problems of the items in a revision of this agent, when it is saved and activated. */
  findItemProblem?(db: Executor, items: readonly Item[], agentId: string | undefined): Promise<ItemProblem | undefined>;
  /** Finds the name of an item that its row does not contain. */
  findItemName?(db: Executor, projectId: string, item: Item): Promise<string | undefined>;
  /** Checks the items as steps of a sequential agent. Undefined: the kind has no steps. Throws a 422. */
  assertSteps?(items: readonly Item[]): void;
  /** Loads the current tools for a run, in the items' order, without deleted and disabled ones. */
  load(db: Executor, projectId: string, items: readonly Item[], runId: string): Promise<LoadedTool[]>;
  /** Loads the tools of a revision without a run, if loading would store something for the run. */
  loadDraft?(items: readonly Item[]): LoadedTool[];
  /** Lists items with the tools of the project that outside agents can call, oldest first. Default: none. */
  listExposed?(db: Executor, projectId: string, limit: number): Promise<readonly Item[]>;
  /** Lists the current requirements of items. */
  listRequirements?(db: Executor, projectId: string, items: readonly Item[]): Promise<SkillRequirement[]>;
  /** Returns additional items for the requirements of others. The revision's own items stay unchanged. */
  addProvided?(found: readonly Provided[], own: readonly Item[]): Item[];
  /** Loads the prompt part of these items. */
  loadSkillsContext?(db: Executor, projectId: string, items: readonly Item[], runId: string): Promise<SkillsContext>;
  /** Loads the tool that formats the final text, if an item is one. The model does not get it. */
  loadFormatter?(db: Executor, projectId: string, items: readonly Item[]): Promise<LoadedTool | undefined>;
}

/** Type of the calls of an output formatter, whatever the kind of its tool. */
export const FORMATTER = 'formatter';

/** Tools of an item: their IDs, or null for all current and future ones. */
interface AllowedTools {
  readonly allowed_tool_ids: readonly string[] | null;
}

/** Returns whether an item allows only tools that another one allows. */
export function isAllowedSubset(
  { allowed_tool_ids: ids }: AllowedTools,
  { allowed_tool_ids: before }: AllowedTools,
): boolean {
  return before === null || (ids?.every((id) => before.includes(id)) ?? false);
}
