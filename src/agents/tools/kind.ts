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

/** A tool as it is offered to the model and as a call of it is judged, sealed and made. */
export interface Tool {
  readonly name: string;
  readonly type: ToolType;
  readonly description: string;
  /** JSON schema of the arguments. */
  readonly parameters: Record<string, unknown>;
  /** What stands behind it, such as the task of a task tool. */
  readonly targetId: string | null;
  /** The revision of it that a call runs, where one is chosen before. */
  readonly targetRevisionId?: string;
  /** Names an approval rule may call it by. */
  readonly names: readonly string[];
  readonly sideEffects: (args: unknown) => boolean;
  /** Set where that follows from the arguments of a call. */
  readonly effectVaries?: true | undefined;
  /** Digest of all that is said of the tool, where a person allowed it as that and nothing else. */
  readonly definition?: string;
}

/** What a tool is called before it has a name of its own among the tools of its revision. */
export interface Called {
  /** Where it stands alone. */
  readonly called: string;
  /** What rules may call it besides. */
  readonly alsoCalled?: readonly string[];
}

/** A tool before it has a name of its own among the tools of its revision. */
export type LoadedTool<T extends Tool = Tool> = Omit<T, 'name' | 'names'> & Called;

/** What it takes to attach something that roles are given on. */
export interface Attaching<Item> {
  readonly type: SecurableType;
  readonly use: Permission;
  idOf(item: Item): string;
  /** Field of an item that holds the id. */
  readonly field: string;
  /** Whether an item gives no more than one of the same id did before; where it is left out, each does. */
  within?(item: Item, before: Item): boolean;
  readonly exists: (db: Executor, projectId: string, id: string) => Promise<unknown>;
  /** Which of some ids anybody may attach; none where left out. */
  readonly free?: (db: Executor, ids: readonly string[]) => Promise<readonly string[]>;
  /** How names of tools begin that an item attaches also when they come later; none where its tools are those that it names. */
  opens?(db: Executor, projectId: string, item: Item): Promise<readonly string[]>;
  /** Id of the revision that an item of an agent names; null follows the active one. */
  pinned?(item: Item): string | null;
}

/** A part of what a model can take up, as it stands in the prompt. */
export interface KnowHow {
  /** What can be loaded. */
  readonly listed: readonly { readonly name: string; readonly description: string }[];
  /** What the run loaded, each with the newest turn that did; its text is no longer than a call tells. */
  readonly loaded: readonly { readonly name: string; readonly text: string; readonly turn: number }[];
  /** What the agent was given and is gone by now. */
  readonly gone: readonly string[];
}

/** How a kind's calls are runs of their own, each stored once, with `tool_call_id` naming its call. */
export interface ChildRuns {
  readonly table: RunTable;
  /** Inserts the runs that come with a turn; stands in the turn's statement, which has its agent run as `run`. */
  readonly insert?: (calls: readonly NewCall[]) => RawBuilder<unknown>;
  /** Ends those of an agent run that has stopped, as far as they never began; agent runs end with all that is below them. */
  readonly end?: (trx: Executor, agentRunId: string) => Promise<void>;
}

/** An item that must not stand where it does, by its place in the field. */
export interface ItemProblem {
  readonly index: number;
  /** Field of the item. */
  readonly field: string;
  readonly problem: Problem;
}

/** Something that an item of a revision needs besides itself. */
export interface Need {
  readonly skill_id: string;
  readonly skill_revision_id: string;
  readonly position: number;
  readonly dependency: Dependency;
}

/** What a need was found to be in the project. */
export interface Provided {
  readonly target_type: string | null;
  readonly target_id: string | null;
  readonly tool_id: string | null;
  readonly dependency: Dependency;
}

/** A kind of tools: everything the house needs to know of it, apart from how a call is made, which is its acting part. */
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
  readonly attaching?: Attaching<Item>;
  /** Field of a run's record that lists the tools of this kind which it called; the names are in no such list where left out. */
  readonly invokedField?: string;
  readonly childRuns?: ChildRuns;
  /** Set where the tools are what others declare, of whom a model is not offered more than a budget; the rest it searches for. */
  readonly searched?: boolean;
  /** Names that its tools alone may have, also in revisions that have none of them. */
  readonly reserved?: readonly string[];
  /** Checks the items when they are saved. Answers what the tools are called that they attach. Throws a 422. */
  check(db: Executor, projectId: string, items: readonly Item[]): Promise<(string | Called)[]>;
  /** What else stands against the items in a revision of this agent, when it is saved and when it becomes the active one. */
  problemIn?(db: Executor, items: readonly Item[], agentId: string | undefined): Promise<ItemProblem | undefined>;
  /** What an item is called, where its row under its id does not tell. */
  itemName?(db: Executor, projectId: string, item: Item): Promise<string | undefined>;
  /** Checks the items as the steps of a sequential agent; a kind without it has no steps. Throws a 422. */
  checkSteps?(items: readonly Item[]): void;
  /** The tools as they are now for a run, in the items' order; what was deleted or disabled since is gone. */
  load(db: Executor, projectId: string, items: readonly Item[], runId: string): Promise<LoadedTool[]>;
  /** The same for a revision that no run has, where loading sets something down for the run. */
  draft?(items: readonly Item[]): LoadedTool[];
  /** What items need besides themselves, as they are now. */
  needs?(db: Executor, projectId: string, items: readonly Item[]): Promise<Need[]>;
  /** Items beside a revision's own, for what others of its items need. What the revision itself attaches stays as it says. */
  provided?(found: readonly Provided[], own: readonly Item[]): Item[];
  /** What the prompt of a run says of them beside the tools. */
  knowHow?(db: Executor, projectId: string, items: readonly Item[], runId: string): Promise<KnowHow>;
  /** The tool that puts a run's last words into form, where an item is one. The model is not offered it. */
  loadFormatter?(db: Executor, projectId: string, items: readonly Item[]): Promise<LoadedTool | undefined>;
}

/** Type of the calls of an output formatter, by whatever kind of tool they are made. */
export const FORMATTER = 'formatter';

/** What an item says of the tools that it attaches: their ids, or null for all that there are and will be. */
interface Allowing {
  readonly allowed_tool_ids: readonly string[] | null;
}

/** Whether an item allows no tool that another one did not. */
export function allowsNoMore({ allowed_tool_ids: ids }: Allowing, { allowed_tool_ids: before }: Allowing): boolean {
  return before === null || (ids?.every((id) => before.includes(id)) ?? false);
}
