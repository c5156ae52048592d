import { hasAsciiWord, transliterate } from '../../platform/ascii.ts';
import type { Executor } from '../../platform/db/client.ts';
import { errors, Problems, ValidationError } from '../../platform/errors.ts';
import type { Problem } from '../../platform/messages.ts';
import { agentProblems } from '../problems.ts';
import { providedFor, providedForRevision } from '../provisioning/queries.ts';
import type { AgentRevisionsTable, ToolType } from '../tables.ts';
import { agentTools } from './agent.ts';
import { builtinTools } from './builtin.ts';
import { collectionTools } from './collection.ts';
import { integrationTools } from './integration.ts';
import {
  type Called,
  FORMATTER,
  type KnowHow,
  type LoadedTool,
  type Need,
  type Provided,
  type Tool,
  type ToolKind,
} from './kind.ts';
import { mcpTools } from './mcp.ts';
import { searchTool } from './search-tool.ts';
import { skillTools } from './skill.ts';
import { taskTools } from './task.ts';

/** Every kind of tools, in the order in which their tools are named and offered. */
const KINDS = [builtinTools, skillTools, taskTools, agentTools, mcpTools, integrationTools, collectionTools] as const;

type Kind = (typeof KINDS)[number];
/** A kind's word, as approval rules name it. */
export type ToolKindType = Kind['type'];
/** Fields of a revision that attach tools, each with its items. */
export type AttachedTools = {
  [K in Kind as K['field']]: (K extends ToolKind<string, string, infer Item> ? Item : never)[];
};

/** A kind for code that asks each alike; it is given what its own field holds. */
type AnyKind = ToolKind<ToolKindType, keyof AttachedTools, unknown>;
export const TOOL_KINDS: readonly AnyKind[] = KINDS;
export const TOOL_TYPES: readonly ToolKindType[] = KINDS.map((kind) => kind.type);

/** The type under which a call is stored where no tool has the name that the model gave. */
export const NO_TOOL: ToolKindType = builtinTools.type;

/** What a revision attaches of a kind. */
export function itemsOf(kind: AnyKind, attached: AttachedTools): readonly unknown[] {
  return attached[kind.field];
}

/** What stands under the fields of the kinds: the value that each is given. */
export function attachedBy<V>(give: (kind: AnyKind) => V): Record<keyof AttachedTools, V> {
  const values = TOOL_KINDS.map((kind) => [kind.field, give(kind)] as const);
  return Object.fromEntries(values) as Record<keyof AttachedTools, V>;
}

/** The kind by which calls of a type are made; an output formatter's are made by the kind that has formatters. */
export function kindOf(type: ToolType): AnyKind {
  const kind = TOOL_KINDS.find((candidate) =>
    type === FORMATTER ? candidate.loadFormatter !== undefined : candidate.type === type,
  );
  if (!kind) throw new Error(`no kind of tools ${type}`);
  return kind;
}

/** What a policy knows of a tool. */
export interface NamedTool {
  readonly toolType: string;
  readonly names: readonly string[];
}

/** A revision as far as it attaches tools, and the agent that it is of, which is left out while that is being made. */
export interface AttachingRevision {
  readonly projectId: string;
  readonly agentId?: string;
  readonly revision: AttachedTools & Pick<AgentRevisionsTable, 'mode'>;
}

/** Checks what a revision attaches. Answers the names of its tools. Throws a 422 with all rules that it breaks. */
export async function checkTools(db: Executor, attaching: AttachingRevision): Promise<NamedTool[]> {
  const { projectId, revision } = attaching;
  const ours = oursBeside(revision);
  const taken = new Set(ours.map(({ name }) => name));
  const tools: NamedTool[] = ours.map(({ type, names }) => ({ toolType: type, names }));
  const problems = new Problems();
  for (const kind of TOOL_KINDS) {
    const attached = await problems.of(() => kind.check(db, projectId, itemsOf(kind, revision)));
    for (const called of attached ?? [])
      tools.push({ toolType: kind.type, names: namesFor(asCalled(called), kind, taken) });
  }
  if (revision.mode === 'sequential') await problems.of(() => checkSteps(revision));
  const found = await problemIn(db, attaching);
  if (found) problems.add(errors.invalid(found.at, found.problem).problems);
  problems.refuse();
  return tools;
}

/** A tool that an item of a revision attaches. */
export interface ItemTool {
  readonly kind: AnyKind;
  readonly item: unknown;
  readonly called: string;
  readonly names: readonly string[];
}

/** The tools of a revision by the items that attach them, also those that nobody enabled; what is gone attaches none. */
export async function toolsByItem(db: Executor, projectId: string, attached: AttachedTools): Promise<ItemTool[]> {
  const taken = new Set(oursBeside(attached).map(({ name }) => name));
  const tools: ItemTool[] = [];
  for (const kind of TOOL_KINDS) {
    for (const item of itemsOf(kind, attached)) {
      const found = await kind.check(db, projectId, [item]).catch((error: unknown) => {
        if (error instanceof ValidationError) return [];
        throw error;
      });
      for (const called of found.map(asCalled))
        tools.push({ kind, item, called: called.called, names: namesFor(called, kind, taken) });
    }
  }
  return tools;
}

/** What stands against a revision as the active one of its agent, besides what was checked when it was saved. */
export async function problemIn(
  db: Executor,
  { agentId, revision }: Omit<AttachingRevision, 'projectId'>,
): Promise<{ readonly at: readonly (string | number)[]; readonly problem: Problem } | undefined> {
  for (const kind of TOOL_KINDS) {
    const found = await kind.problemIn?.(db, itemsOf(kind, revision), agentId);
    if (found) return { at: [kind.field, found.index, found.field], problem: found.problem };
  }
  return undefined;
}

async function checkSteps(attached: AttachedTools): Promise<void> {
  const problems = new Problems();
  for (const kind of TOOL_KINDS) {
    const items = itemsOf(kind, attached);
    await problems.of(() => {
      if (kind.checkSteps) kind.checkSteps(items);
      else if (items.length > 0) throw errors.invalid(kind.field, agentProblems.tools_of_sequential_agent);
    });
  }
  problems.refuse();
}

/** Steps of a sequential agent. */
export function stepsOf(attached: AttachedTools): number {
  return TOOL_KINDS.reduce((sum, kind) => sum + (kind.checkSteps ? itemsOf(kind, attached).length : 0), 0);
}

/** A run as far as its tools follow from it. */
export interface RunOfTools {
  readonly id: string;
  readonly project_id: string;
  readonly agent_revision_id: string;
}

/** What a revision's items need besides themselves, as they are now. */
export async function needsOf(db: Executor, projectId: string, attached: AttachedTools): Promise<Need[]> {
  const needs = await Promise.all(TOOL_KINDS.map((kind) => kind.needs?.(db, projectId, itemsOf(kind, attached)) ?? []));
  return needs.flat();
}

/** A stored revision with what the project provides for the needs of its skills. */
export async function withProvidedTools<R extends AttachedTools & { readonly id: string }>(
  db: Executor,
  revision: R,
): Promise<R> {
  if (!hasNeeds(revision)) return revision;
  return { ...revision, ...addProvided(revision, await providedForRevision(db, revision.id)) };
}

/** What a run's revision attaches, and what the project has of that which this needs. */
async function withProvided(db: Executor, run: RunOfTools, attached: AttachedTools): Promise<AttachedTools> {
  return hasNeeds(attached) ? addProvided(attached, await providedFor(db, run)) : attached;
}

/** Whether what is attached may need something besides itself. */
function hasNeeds(attached: AttachedTools): boolean {
  return TOOL_KINDS.some((kind) => kind.needs && itemsOf(kind, attached).length > 0);
}

function addProvided(attached: AttachedTools, found: readonly Provided[]): AttachedTools {
  if (found.length === 0) return attached;
  return attachedBy((kind) => {
    const own = itemsOf(kind, attached);
    return [...own, ...(kind.provided?.(found, own) ?? [])];
  }) as unknown as AttachedTools;
}

/** What the prompt of a run says of its tools beside them. */
export async function knowHowOf(db: Executor, run: RunOfTools, attached: AttachedTools): Promise<KnowHow> {
  const known = await Promise.all(
    TOOL_KINDS.map((kind) => kind.knowHow?.(db, run.project_id, itemsOf(kind, attached), run.id) ?? NOTHING_KNOWN),
  );
  return {
    listed: known.flatMap(({ listed }) => listed),
    loaded: known.flatMap(({ loaded }) => loaded),
    gone: known.flatMap(({ gone }) => gone),
  };
}

const NOTHING_KNOWN: KnowHow = { listed: [], loaded: [], gone: [] };

/**
 * The tools of a revision as they are now, each under a name of its own. `upTo` leaves out the kinds after that one,
 * whose tools change nothing about the names before them.
 */
export async function loadTools(
  db: Executor,
  run: RunOfTools,
  attached: AttachedTools,
  upTo?: ToolType,
): Promise<Tool[]> {
  const kinds = upTo === undefined ? TOOL_KINDS : TOOL_KINDS.slice(0, TOOL_KINDS.indexOf(kindOf(upTo)) + 1);
  const all = await withProvided(db, run, attached);
  return named(kinds, all, (kind, items) => kind.load(db, run.project_id, items, run.id));
}

/** The tools that a revision would have which is not stored, under the names that it would give them. */
export function draftTools(db: Executor, projectId: string, attached: AttachedTools): Promise<Tool[]> {
  return named(TOOL_KINDS, attached, (kind, items) => kind.draft?.(items) ?? kind.load(db, projectId, items, NO_RUN));
}

/** The id of no run. */
const NO_RUN = '00000000-0000-0000-0000-000000000000';

type Load = (kind: AnyKind, items: readonly unknown[]) => LoadedTool[] | Promise<LoadedTool[]>;

async function named(kinds: readonly AnyKind[], attached: AttachedTools, load: Load): Promise<Tool[]> {
  const tools: Tool[] = [...oursBeside(attached)];
  const taken = new Set(tools.map(({ name }) => name));
  for (const kind of kinds) {
    for (const tool of await load(kind, itemsOf(kind, attached))) {
      const names = namesFor(tool, kind, taken);
      tools.push(withNames(tool, names[0] ?? tool.called, names));
    }
  }
  return tools;
}

/** Tools of ours that come with what a revision attaches; their names are no others'. */
function oursBeside(attached: AttachedTools): readonly Tool[] {
  return TOOL_KINDS.some((kind) => kind.searched && itemsOf(kind, attached).length > 0) ? [searchTool] : [];
}

/** The tool that puts the last words of a revision's runs into form, under the name of what stands behind it. */
export async function loadFormatter(
  db: Executor,
  projectId: string,
  attached: AttachedTools,
): Promise<Tool | undefined> {
  const kind = kindOf(FORMATTER);
  const tool = await kind.loadFormatter?.(db, projectId, itemsOf(kind, attached));
  return tool && withNames(tool, tool.called, [tool.called]);
}

function withNames({ called: _, alsoCalled: __, ...tool }: LoadedTool, name: string, names: readonly string[]): Tool {
  return { ...tool, name, names };
}

const asCalled = (called: string | Called): Called => (typeof called === 'string' ? { called } : called);

const RESERVED = new Set(TOOL_KINDS.flatMap((kind) => kind.reserved ?? []));

/**
 * The names by which rules may speak of a tool: first its own, which providers accept and no tool has yet, then what it is
 * called. A name that is reserved is no other tool's, nor do rules about it speak of another.
 */
function namesFor(
  { called, alsoCalled = [] }: Called,
  kind: Pick<AnyKind, 'type' | 'reserved'>,
  taken: Set<string>,
): string[] {
  if (kind.reserved?.includes(called)) return [called];
  const ascii = transliterate(called)
    .trim()
    .replace(/[^a-zA-Z0-9_-]+/g, '_')
    .slice(0, 60);
  const base = hasAsciiWord(ascii) ? ascii : kind.type;
  let name = base;
  for (let n = 2; taken.has(name) || RESERVED.has(name); n++) name = `${base}_${n}`;
  taken.add(name);
  return [name, ...new Set([called, ...alsoCalled].filter((other) => other !== name && !RESERVED.has(other)))];
}
