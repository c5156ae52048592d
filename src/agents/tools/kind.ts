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
  /** Revision that a call runs, if it is chosen in advance. */
  readonly targetRevisionId?: string;
  /** Names that approval rules can use. */
  readonly names: readonly string[];
  readonly sideEffects: (args: unknown) => boolean;
  /** Set if side effects depend on the arguments. */
  readonly effectVaries?: true | undefined;
  /** Digest of the definition that a person allowed. */
  readonly definition?: string;
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
  /** Inserts the runs that come with a turn; stands in the turn's statement, which has its agent run as `run`. */
  readonly insert?: (calls: readonly NewCall[]) => RawBuilder<unknown>;
  /** Ends those of an agent run that has stopped, as far as they never began; agent runs end with all that is below them. */
  readonly end?: (trx: Executor, agentRunId: string) => Promise<void>;
}

/** A problem with an item. */
export interface ItemProblem {
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
  /** Schema of that field's items as they are sent … */
  readonly input: TSchema;
  /** … and as records show them. */
  readonly record: TSchema;
  readonly maxItems: number;
  /** What a new agent has whose model takes tools and whose creator says nothing. */
  readonly initial: readonly Item[];
  /** Set where items name resources that roles are given on. */
  readonly attaching?: Attachable<Item>;
  /** Field of a run's record that lists the tools of this kind which it called; the names are in no such list where left out. */
  readonly invokedField?: string;
  readonly childRuns?: ChildRuns;
  /** Set where the tools are what others declare, of whom a model is not offered more than a budget; the rest it searches for. */
  readonly searched?: boolean;
  /** Names that its tools alone may have, also in revisions that have none of them. */
  readonly reserved?: readonly string[];
  /** Checks the items when they are saved. Answers what the tools are called that they attach. Throws a 422. */
  check(db: Executor, projectId: string, items: readonly Item[]): Promise<(string | ToolName)[]>;
  /** What else stands against the items in a revision of this agent, when it is saved and when it becomes the active one. */
  findItemProblem?(db: Executor, items: readonly Item[], agentId: string | undefined): Promise<ItemProblem | undefined>;
  /** What an item is called, where its row under its id does not tell. */
  findItemName?(db: Executor, projectId: string, item: Item): Promise<string | undefined>;
  /** Checks the items as the steps of a sequential agent; a kind without it has no steps. Throws a 422. */
  assertSteps?(items: readonly Item[]): void;
  /** The tools as they are now for a run, in the items' order; what was deleted or disabled since is gone. */
  load(db: Executor, projectId: string, items: readonly Item[], runId: string): Promise<LoadedTool[]>;
  /** The same for a revision that no run has, where loading sets something down for the run. */
  loadDraft?(items: readonly Item[]): LoadedTool[];
  /** What items need besides themselves, as they are now. */
  listRequirements?(db: Executor, projectId: string, items: readonly Item[]): Promise<SkillRequirement[]>;
  /** Items beside a revision's own, for what others of its items need. What the revision itself attaches stays as it says. */
  addProvided?(found: readonly Provided[], own: readonly Item[]): Item[];
  /** What the prompt of a run says of them beside the tools. */
  loadSkillsContext?(db: Executor, projectId: string, items: readonly Item[], runId: string): Promise<SkillsContext>;
  /** The tool that puts a run's last words into form, where an item is one. The model is not offered it. */
  loadFormatter?(db: Executor, projectId: string, items: readonly Item[]): Promise<LoadedTool | undefined>;
}

/** Type of the calls of an output formatter, by whatever kind of tool they are made. */
export const FORMATTER = 'formatter';

/** What an item says of the tools that it attaches: their ids, or null for all that there are and will be. */
interface AllowedTools {
  readonly allowed_tool_ids: readonly string[] | null;
}

/** Whether an item allows no tool that another one did not. */
export function isAllowedSubset(
  { allowed_tool_ids: ids }: AllowedTools,
  { allowed_tool_ids: before }: AllowedTools,
): boolean {
  return before === null || (ids?.every((id) => before.includes(id)) ?? false);
}
