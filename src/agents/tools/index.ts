import { hasAsciiWord, transliterate } from '../../platform/ascii.ts';
import type { Executor } from '../../platform/db/client.ts';
import { errors, Problems, ValidationError } from '../../platform/errors.ts';
import type { Problem } from '../../platform/messages.ts';
import { agentProblems } from '../problems.ts';
import { listProvided, listProvidedForRevision } from '../provisioning/queries.ts';
import type { AgentRevisionsTable, ToolType } from '../tables.ts';
import { agentTools } from './agent.ts';
import { builtinTools } from './builtin.ts';
import { collectionTools } from './collection.ts';
import { integrationTools } from './integration.ts';
import {
  FORMATTER,
  type LoadedTool,
  type Provided,
  type SkillRequirement,
  type SkillsContext,
  type Tool,
  type ToolKind,
  type ToolName,
} from './kind.ts';
import { mcpTools } from './mcp.ts';
import { searchTool } from './search-tool.ts';
import { skillTools } from './skill.ts';
import { taskTools } from './task.ts';

/** All kinds of tools, in the order in which their tools are named and offered. */
const KINDS = [builtinTools, skillTools, taskTools, agentTools, mcpTools, integrationTools, collectionTools] as const;

type Kind = (typeof KINDS)[number];
/** Type of a tool kind, as approval rules name it. */
export type ToolKindType = Kind['type'];
/** Fields of a revision that attach tools, each with its items. */
export type AttachedTools = {
  [K in Kind as K['field']]: (K extends ToolKind<string, string, infer Item> ? Item : never)[];
};

/** A tool kind for generic code. */
type AnyKind = ToolKind<ToolKindType, keyof AttachedTools, unknown>;
export const TOOL_KINDS: readonly AnyKind[] = KINDS;
export const TOOL_TYPES: readonly ToolKindType[] = KINDS.map((kind) => kind.type);

/** Type of a call of an unknown tool. */
export const NO_TOOL: ToolKindType = builtinTools.type;

/** Returns the items of a revision for a kind. */
export function getItems(kind: AnyKind, attached: AttachedTools): readonly unknown[] {
  return attached[kind.field];
}

/** Maps each tool kind to a value by its field. */
export function mapToolKinds<V>(getValue: (kind: AnyKind) => V): Record<keyof AttachedTools, V> {
  const values = TOOL_KINDS.map((kind) => [kind.field, getValue(kind)] as const);
  return Object.fromEntries(values) as Record<keyof AttachedTools, V>;
}

/** Returns the tool kind of a type. Calls of an output formatter belong to the kind that has formatters. */
export function getToolKind(type: ToolType): AnyKind {
  const kind = TOOL_KINDS.find((candidate) =>
    type === FORMATTER ? candidate.loadFormatter !== undefined : candidate.type === type,
  );
  if (!kind) throw new Error(`no kind of tools ${type}`);
  return kind;
}

/** A tool as policies see it. */
export interface NamedTool {
  readonly toolType: string;
  readonly names: readonly string[];
}

/** The tools of a revision and its agent. No agent while it is being created. */
export interface AttachingRevision {
  readonly projectId: string;
  readonly agentId?: string;
  readonly revision: AttachedTools & Pick<AgentRevisionsTable, 'mode'>;
}

/** Validates the items of a revision. Returns the names of its tools. Throws a 422 with all problems. */
export async function checkTools(db: Executor, attaching: AttachingRevision): Promise<NamedTool[]> {
  const { projectId, revision } = attaching;
  const reservedTools = getOwnTools(revision);
  const taken = new Set(reservedTools.map(({ name }) => name));
  const tools: NamedTool[] = reservedTools.map(({ type, names }) => ({ toolType: type, names }));
  const problems = new Problems();
  for (const kind of TOOL_KINDS) {
    const attached = await problems.run(() => kind.check(db, projectId, getItems(kind, revision)));
    for (const called of attached ?? [])
      tools.push({ toolType: kind.type, names: assignNames(toToolName(called), kind, taken) });
  }
  if (revision.mode === 'sequential') await problems.run(() => assertSteps(revision));
  const found = await findActivationProblem(db, attaching);
  if (found) problems.add(errors.invalid(found.at, found.problem).problems);
  problems.throwIfAny();
  return tools;
}

/** A tool with its item. */
export interface ItemTool {
  readonly kind: AnyKind;
  readonly item: unknown;
  readonly called: string;
  readonly names: readonly string[];
}

/** Returns the tools of a revision by item, including disabled ones. Deleted resources have none. */
export async function loadToolsByItem(db: Executor, projectId: string, attached: AttachedTools): Promise<ItemTool[]> {
  const taken = new Set(getOwnTools(attached).map(({ name }) => name));
  const tools: ItemTool[] = [];
  for (const kind of TOOL_KINDS) {
    for (const item of getItems(kind, attached)) {
      const found = await kind.check(db, projectId, [item]).catch((error: unknown) => {
        if (error instanceof ValidationError) return [];
        throw error;
      });
      for (const called of found.map(toToolName))
        tools.push({ kind, item, called: called.baseName, names: assignNames(called, kind, taken) });
    }
  }
  return tools;
}

/** Finds a problem that prevents activating a revision, beyond the checks at creation. */
export async function findActivationProblem(
  db: Executor,
  { agentId, revision }: Omit<AttachingRevision, 'projectId'>,
): Promise<{ readonly at: readonly (string | number)[]; readonly problem: Problem } | undefined> {
  for (const kind of TOOL_KINDS) {
    const found = await kind.findItemProblem?.(db, getItems(kind, revision), agentId);
    if (found) return { at: [kind.field, found.index, found.field], problem: found.problem };
  }
  return undefined;
}

async function assertSteps(attached: AttachedTools): Promise<void> {
  const problems = new Problems();
  for (const kind of TOOL_KINDS) {
    const items = getItems(kind, attached);
    await problems.run(() => {
      if (kind.assertSteps) kind.assertSteps(items);
      else if (items.length > 0) throw errors.invalid(kind.field, agentProblems.tools_of_sequential_agent);
    });
  }
  problems.throwIfAny();
}

/** Counts the steps of a sequential agent. */
export function countSteps(attached: AttachedTools): number {
  return TOOL_KINDS.reduce((sum, kind) => sum + (kind.assertSteps ? getItems(kind, attached).length : 0), 0);
}

/** The fields of a run that determine its tools. */
export interface RunOfTools {
  readonly id: string;
  readonly project_id: string;
  readonly agent_revision_id: string;
}

/** Lists the current requirements of a revision's items. */
export async function listRequirements(
  db: Executor,
  projectId: string,
  attached: AttachedTools,
): Promise<SkillRequirement[]> {
  const requirements = await Promise.all(
    TOOL_KINDS.map((kind) => kind.listRequirements?.(db, projectId, getItems(kind, attached)) ?? []),
  );
  return requirements.flat();
}

/** Adds the items that the project provides for the requirements of a revision's skills. */
export async function withProvidedTools<R extends AttachedTools & { readonly id: string }>(
  db: Executor,
  revision: R,
): Promise<R> {
  if (!hasRequirements(revision)) return revision;
  return { ...revision, ...addProvided(revision, await listProvidedForRevision(db, revision.id)) };
}

/** Adds the items that the project provides for a run's requirements. */
async function withProvided(db: Executor, run: RunOfTools, attached: AttachedTools): Promise<AttachedTools> {
  return hasRequirements(attached) ? addProvided(attached, await listProvided(db, run)) : attached;
}

/** Returns whether items can have requirements. */
function hasRequirements(attached: AttachedTools): boolean {
  return TOOL_KINDS.some((kind) => kind.listRequirements && getItems(kind, attached).length > 0);
}

function addProvided(attached: AttachedTools, found: readonly Provided[]): AttachedTools {
  if (found.length === 0) return attached;
  return mapToolKinds((kind) => {
    const own = getItems(kind, attached);
    return [...own, ...(kind.addProvided?.(found, own) ?? [])];
  }) as unknown as AttachedTools;
}

/** Loads the skills part of a run's prompt. */
export async function loadSkillsContext(
  db: Executor,
  run: RunOfTools,
  attached: AttachedTools,
): Promise<SkillsContext> {
  const known = await Promise.all(
    TOOL_KINDS.map(
      (kind) => kind.loadSkillsContext?.(db, run.project_id, getItems(kind, attached), run.id) ?? NO_SKILLS,
    ),
  );
  return {
    listed: known.flatMap(({ listed }) => listed),
    loaded: known.flatMap(({ loaded }) => loaded),
    deleted: known.flatMap(({ deleted: gone }) => gone),
  };
}

const NO_SKILLS: SkillsContext = { listed: [], loaded: [], deleted: [] };

/**
 * Loads the current tools of a revision, each with a unique name. `upTo` omits the kinds after that one, which do not
 * affect earlier names.
 */
export async function loadTools(
  db: Executor,
  run: RunOfTools,
  attached: AttachedTools,
  upTo?: ToolType,
): Promise<Tool[]> {
  const kinds = upTo === undefined ? TOOL_KINDS : TOOL_KINDS.slice(0, TOOL_KINDS.indexOf(getToolKind(upTo)) + 1);
  const all = await withProvided(db, run, attached);
  return nameTools(kinds, all, (kind, items) => kind.load(db, run.project_id, items, run.id));
}

/** Loads the tools of a draft revision under their future names. */
export function loadDraftTools(db: Executor, projectId: string, attached: AttachedTools): Promise<Tool[]> {
  return nameTools(
    TOOL_KINDS,
    attached,
    (kind, items) => kind.loadDraft?.(items) ?? kind.load(db, projectId, items, NO_RUN),
  );
}

/** ID of no run. */
const NO_RUN = '00000000-0000-0000-0000-000000000000';

type Load = (kind: AnyKind, items: readonly unknown[]) => LoadedTool[] | Promise<LoadedTool[]>;

async function nameTools(kinds: readonly AnyKind[], attached: AttachedTools, load: Load): Promise<Tool[]> {
  const tools: Tool[] = [...getOwnTools(attached)];
  const taken = new Set(tools.map(({ name }) => name));
  for (const kind of kinds) {
    for (const tool of await load(kind, getItems(kind, attached))) {
      const names = assignNames(tool, kind, taken);
      tools.push(withNames(tool, names[0] ?? tool.baseName, names));
    }
  }
  return tools;
}

/** Returns the platform's own tools for the items of a revision. Their names are reserved. */
function getOwnTools(attached: AttachedTools): readonly Tool[] {
  return TOOL_KINDS.some((kind) => kind.searched && getItems(kind, attached).length > 0) ? [searchTool] : [];
}

/** Loads the output formatter of a revision, under the name of its task. */
export async function loadFormatter(
  db: Executor,
  projectId: string,
  attached: AttachedTools,
): Promise<Tool | undefined> {
  const kind = getToolKind(FORMATTER);
  const tool = await kind.loadFormatter?.(db, projectId, getItems(kind, attached));
  return tool && withNames(tool, tool.baseName, [tool.baseName]);
}

function withNames({ baseName: _, aliases: __, ...tool }: LoadedTool, name: string, names: readonly string[]): Tool {
  return { ...tool, name, names };
}

const toToolName = (called: string | ToolName): ToolName =>
  typeof called === 'string' ? { baseName: called } : called;

const RESERVED = new Set(TOOL_KINDS.flatMap((kind) => kind.reserved ?? []));

/**
 * Assigns the names for policies: first a unique one that providers accept, then the original ones. A reserved name
 * belongs to one tool only.
 */
function assignNames(
  { baseName, aliases = [] }: ToolName,
  kind: Pick<AnyKind, 'type' | 'reserved'>,
  taken: Set<string>,
): string[] {
  if (kind.reserved?.includes(baseName)) return [baseName];
  const ascii = transliterate(baseName)
    .trim()
    .replace(/[^a-zA-Z0-9_-]+/g, '_')
    .slice(0, 60);
  const base = hasAsciiWord(ascii) ? ascii : kind.type;
  let name = base;
  for (let n = 2; taken.has(name) || RESERVED.has(name); n++) name = `${base}_${n}`;
  taken.add(name);
  return [name, ...new Set([baseName, ...aliases].filter((other) => other !== name && !RESERVED.has(other)))];
}
