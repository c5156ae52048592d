import { INTEGRATION_TYPES } from '../connections/integrations/kinds/index.ts';
import { getCatalog } from '../connections/mcp-servers/catalog.ts';
import { parseServerUrl } from '../connections/mcp-servers/server-url.ts';
import { ValidationError } from '../platform/errors.ts';
import { isRecord } from '../platform/json-schema.ts';
import type { Problem } from '../platform/messages.ts';
import { dependencyProblems } from './problems.ts';

/** Reference to an MCP server: its URL, or its slug in the catalog of public servers. */
export type ServerRef = { readonly server_url: string } | { readonly slug: string };

/** A requirement of a skill. None of the types can be or contain a skill, so there are no cycles. */
export type Dependency = {
  /** Whether the skill is unusable without it. */
  readonly required: boolean;
} & (
  | { readonly type: 'tool'; readonly name: string }
  | { readonly type: 'integration'; readonly integration_type: string }
  | ({ readonly type: 'mcp_server'; readonly name?: string } & ServerRef)
  | ({ readonly type: 'mcp_tool'; readonly name?: string; readonly tool_name: string } & ServerRef)
);

/** Fields of each type besides `type` and `required`. */
const DEPENDENCY_FIELDS: Readonly<Record<string, readonly string[]>> = {
  tool: ['name'],
  integration: ['integration_type'],
  mcp_server: ['server_url', 'slug', 'name'],
  mcp_tool: ['server_url', 'slug', 'name', 'tool_name'],
};

/** An invalid field of a dependency. */
export class DependencyError extends Error {
  override readonly name = 'DependencyError';
  /** Empty for the dependency itself. */
  readonly field: string;
  readonly problem: Problem;

  constructor(field: string, problem: Problem) {
    super(problem.msg);
    this.field = field;
    this.problem = problem;
  }
}

/** Parses a dependency. Throws a DependencyError for the first violated rule. */
export function readDependency(value: unknown): Dependency {
  if (!isRecord(value)) throw new DependencyError('', dependencyProblems.dependency_not_object);
  const { type, required = true } = value;
  const known =
    typeof type === 'string' && Object.hasOwn(DEPENDENCY_FIELDS, type) ? DEPENDENCY_FIELDS[type] : undefined;
  if (known === undefined)
    throw new DependencyError(
      'type',
      dependencyProblems.dependency_type_unknown({ known: Object.keys(DEPENDENCY_FIELDS) }),
    );
  const other = Object.keys(value).find((field) => !['type', 'required', ...known].includes(field));
  if (other !== undefined)
    throw new DependencyError(other, dependencyProblems.dependency_field_unknown({ type: String(type) }));
  if (typeof required !== 'boolean')
    throw new DependencyError('required', dependencyProblems.dependency_required_invalid);
  const text = (field: string) => readText(value, field, 200);
  if (type === 'tool') return { type, name: text('name'), required };
  if (type === 'integration') {
    const integration_type = text('integration_type');
    if (!INTEGRATION_TYPES.includes(integration_type))
      throw new DependencyError(
        'integration_type',
        dependencyProblems.dependency_type_unknown({ known: INTEGRATION_TYPES }),
      );
    return { type, integration_type, required };
  }
  const name = value.name === undefined ? {} : { name: text('name') };
  if (type === 'mcp_server') return { type, ...readServer(value), ...name, required };
  return { type: 'mcp_tool', ...readServer(value), ...name, tool_name: text('tool_name'), required };
}

function readText(value: Record<string, unknown>, field: string, most: number): string {
  const text = value[field];
  if (typeof text !== 'string' || text.trim() === '' || text.length > most)
    throw new DependencyError(field, dependencyProblems.dependency_text_invalid({ limit: most }));
  return text;
}

function readServer(value: Record<string, unknown>): ServerRef {
  if ((value.server_url === undefined) === (value.slug === undefined))
    throw new DependencyError('server_url', dependencyProblems.dependency_server_ambiguous);
  if (value.slug !== undefined) {
    const slug = readText(value, 'slug', 200);
    if (!getCatalog().some((entry) => entry.slug === slug))
      throw new DependencyError('slug', dependencyProblems.dependency_slug_unknown);
    return { slug };
  }
  const server_url = readText(value, 'server_url', 2000);
  try {
    parseServerUrl(server_url);
  } catch (error) {
    if (error instanceof ValidationError)
      throw new DependencyError('server_url', dependencyProblems.dependency_url_invalid);
    throw error;
  }
  return { server_url };
}

/** Returns the name of a dependency for people. */
export function getDependencyLabel(dependency: Dependency): string {
  if (dependency.type === 'tool') return `the tool ${dependency.name}`;
  if (dependency.type === 'integration') return `an integration of type ${dependency.integration_type}`;
  const server = dependency.name ?? ('slug' in dependency ? dependency.slug : dependency.server_url);
  return dependency.type === 'mcp_server'
    ? `the MCP server ${server}`
    : `the tool ${dependency.tool_name} of the MCP server ${server}`;
}
