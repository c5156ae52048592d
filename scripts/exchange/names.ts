import { TOOL_KINDS } from '../../src/agents/tools/index.ts';
import { isRecord } from './files.ts';
import type { Document, KindName } from './kinds.ts';
import type { Json, Project } from './service.ts';

/** Reference types of fields with ids. */
const REFERENCES: Readonly<Record<string, ReferenceType>> = {
  task_id: 'task',
  task_agent_id: 'agent',
  skill_id: 'skill',
  collection_id: 'collection',
  task_mcp_server_id: 'MCP server',
  project_integration_id: 'integration',
  task_forwarder_id: 'forwarder',
  llm_model_id: 'model',
  fallback_llm_model_id: 'model',
  allowed_tool_ids: 'MCP tool',
};
type ReferenceType =
  | 'task'
  | 'agent'
  | 'skill'
  | 'collection'
  | 'MCP server'
  | 'MCP tool'
  | 'integration'
  | 'forwarder'
  | 'model';
/** Fields that pin a revision, which has no name. */
const PINNED_REVISION_FIELDS = ['skill_revision_id', 'task_agent_revision_id'];

/** Lists in which references are resolved. */
const LISTS: Readonly<Record<Exclude<ReferenceType, 'MCP tool'>, { readonly path: string; readonly name: string }>> = {
  task: { path: '/task?include_tests=true', name: 'name' },
  agent: { path: '/task-agent', name: 'name' },
  skill: { path: '/skill/available', name: 'slug' },
  collection: { path: '/collection', name: 'title' },
  'MCP server': { path: '/task_mcp_server', name: 'name' },
  integration: { path: '/integration', name: 'name' },
  forwarder: { path: '/task_forwarder', name: 'name' },
  model: { path: '/model', name: 'name' },
};

interface Named {
  readonly id: string;
  readonly name: string;
}

/** Names of the records that a project has or may use. */
export class Names {
  readonly #known = new Map<ReferenceType, readonly Named[]>();
  /** Documents that are not created yet, as `kind name`. */
  readonly #coming = new Set<string>();

  static async of(project: Project): Promise<Names> {
    const names = new Names();
    for (const [type, { path, name }] of Object.entries(LISTS) as [ReferenceType, { path: string; name: string }][]) {
      const rows = type === 'model' ? await project.get(path) : await project.all(path);
      names.#known.set(
        type,
        rows.flatMap((row: Json) => listNames(row, name).map((word) => ({ id: row.id, name: word }))),
      );
    }
    // Tools of different servers may have the same name.
    const tools = (await project.all('/task_mcp_tool')).flatMap((tool) => {
      const server = names.nameOf('MCP server', tool.task_mcp_server_id);
      return server === undefined ? [] : [{ id: tool.id, name: `${server}/${tool.tool_name}` }];
    });
    names.#known.set('MCP tool', tools);
    return names;
  }

  /** Registers a record that will be created. */
  addExpected({ kind, fields }: Document): void {
    this.#coming.add(`${kind} ${fields.slug ?? fields.name}`.toLowerCase());
  }

  /** Registers a created record. */
  add(kind: KindName, named: Named): void {
    const type = kind as ReferenceType;
    this.#known.set(type, [...(this.#known.get(type) ?? []).filter(({ id }) => id !== named.id), named]);
  }

  /** Returns the name of an id; undefined if it is unknown. */
  nameOf(type: ReferenceType, id: string): string | undefined {
    return this.#known.get(type)?.find((one) => one.id === id)?.name;
  }

  /** Resolves a name to an id, or returns the problem. The id is null for a record that is not created yet. */
  idOf(type: ReferenceType, name: string): { readonly id: string | null } | { readonly problem: string } {
    const same = (one: string) => one.toLowerCase() === name.toLowerCase();
    const ids = new Set(
      this.#known
        .get(type)
        ?.filter((one) => same(one.name))
        .map(({ id }) => id),
    );
    const [id] = ids;
    if (ids.size > 1) return { problem: `${ids.size} of the project's ${type}s are called ${name}` };
    if (id !== undefined) return { id };
    // Tools of integrations have their own names.
    if (type === 'MCP tool' && !name.includes('/')) return { id: name };
    if (this.#coming.has(`${type} ${name}`.toLowerCase())) return { id: null };
    return { problem: `there is no ${type} called ${name}` };
  }
}

/** Returns the names of a record; a model also has an alias. */
const listNames = (row: Json, name: string): string[] =>
  [row[name], ...(name === 'name' && typeof row.alias === 'string' ? [row.alias] : [])].filter(
    (word) => typeof word === 'string',
  );

/** Maps a reference inside a value. */
type Change = (type: ReferenceType, value: string, at: string) => unknown;

/** Marks a reference to omit. */
export const OMITTED = Symbol('left out');

/** Maps the references of a value. Omits list items with omitted references. */
function mapReferences(value: unknown, change: Change, at = '', field = ''): unknown {
  const type = REFERENCES[field];
  if (type !== undefined && typeof value === 'string') return change(type, value, at);
  if (PINNED_REVISION_FIELDS.includes(field)) return null;
  if (Array.isArray(value)) {
    const items = value.map((item, place) =>
      mapReferences(item, change, `${at}[${place}]`, type === undefined ? '' : field),
    );
    return items.filter((item) => item !== OMITTED);
  }
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).map(([name, item]) => [
    name,
    mapReferences(item, change, at === '' ? name : `${at}.${name}`, name),
  ]);
  return entries.some(([, item]) => item === OMITTED) ? OMITTED : Object.fromEntries(entries);
}

/** Revision fields with references. All other fields are data, whatever their keys. */
const REFERENCING_FIELDS = new Set([
  ...Object.keys(REFERENCES),
  'rag',
  'guardrails',
  ...TOOL_KINDS.map(({ field }) => field as string),
]);

/** Maps the references of a revision. An omitted reference becomes null. */
export function mapRevision(revision: Readonly<Record<string, unknown>>, change: Change): Record<string, unknown> {
  const entries = Object.entries(revision).map(([name, value]) => {
    const changed = REFERENCING_FIELDS.has(name) ? mapReferences(value, change, `revision.${name}`, name) : value;
    return [name, changed === OMITTED ? null : changed];
  });
  return Object.fromEntries(entries);
}
