import type { Executor } from '../../platform/db/client.ts';
import { ValidationError } from '../../platform/errors.ts';
import { listProvided, listProvidedForRevision } from '../provisioning/queries.ts';
import type { ToolType } from '../tables.ts';
import { type AnyKind, type AttachedTools, getItems, getToolKind, mapToolKinds, TOOL_KINDS } from './index.ts';
import { FORMATTER, type LoadedTool, type Provided, type SkillsContext, type Tool } from './kind.ts';
import { assignNames, getOwnTools, toToolName, withNames } from './naming.ts';

/** The fields of a run that determine its tools. */
interface RunOfTools {
  readonly id: string;
  readonly project_id: string;
  readonly agent_revision_id: string;
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

/**
 * Loads the tools of the project that outside agents can call, at most `limit` of each kind. Names are unique and
 * differ from the reserved ones.
 */
export function loadExposedTools(
  db: Executor,
  projectId: string,
  limit: number,
  reserved: readonly string[],
): Promise<Tool[]> {
  const load = async (kind: AnyKind) => {
    const items = (await kind.listExposed?.(db, projectId, limit)) ?? [];
    return items.length === 0 ? [] : kind.load(db, projectId, items, NO_RUN);
  };
  return nameTools(TOOL_KINDS, NO_TOOLS, load, [], reserved);
}

const NO_TOOLS = mapToolKinds(() => []) as unknown as AttachedTools;

/** ID of no run. */
const NO_RUN = '00000000-0000-0000-0000-000000000000';

type Load = (kind: AnyKind, items: readonly unknown[]) => LoadedTool[] | Promise<LoadedTool[]>;

async function nameTools(
  kinds: readonly AnyKind[],
  attached: AttachedTools,
  load: Load,
  own = getOwnTools(attached),
  reserved: readonly string[] = own.map(({ name }) => name),
): Promise<Tool[]> {
  const tools: Tool[] = [...own];
  const taken = new Set(reserved);
  for (const kind of kinds) {
    for (const tool of await load(kind, getItems(kind, attached))) {
      const names = assignNames(tool, kind, taken);
      tools.push(withNames(tool, names[0] ?? tool.baseName, names));
    }
  }
  return tools;
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
