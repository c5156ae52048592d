import Type from 'typebox';
import type { DeclaredTool } from '../../connections/integrations/declaration.ts';
import {
  findIntegration,
  findIntegrations,
  getIntegrationTools,
  type IntegrationRow,
  listAllIntegrations,
} from '../../connections/integrations/queries.ts';
import {
  isEnabled,
  type IntegrationTool as OfferedTool,
  toOfferedParameters,
} from '../../connections/integrations/tools.ts';
import { toToolPrefix } from '../../connections/tool-names.ts';
import { errors, throwProblems, type ValidationError } from '../../platform/errors.ts';
import type { Problem } from '../../platform/messages.ts';
import { commonProblems } from '../../platform/problems.ts';
import { Id, Nullable } from '../../platform/schemas.ts';
import { agentProblems } from '../problems.ts';
import { isAllowedSubset, type LoadedTool, type Tool, type ToolKind } from './kind.ts';

/** An integration whose tools an agent can call: the listed tools, or all enabled ones. */
interface IntegrationAttachment {
  readonly project_integration_id: string;
  readonly allowed_tool_ids: readonly string[] | null;
}

/** A tool that calls an external service. */
export interface IntegrationTool extends Tool {
  readonly targetId: string;
  readonly integration: IntegrationRow;
  readonly declared: DeclaredTool;
}

const ToolIds = Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { maxItems: 500, uniqueItems: true });

/** External services that people authorized. Each tool is a declared call of an API. */
export const integrationTools: ToolKind<'integration', 'integrations', IntegrationAttachment> = {
  type: 'integration',
  field: 'integrations',
  input: Type.Object({
    project_integration_id: Id,
    allowed_tool_ids: Type.Union([ToolIds, Type.Null()], {
      default: null,
      description: 'IDs of tools. Null allows all enabled tools, also future ones.',
    }),
  }),
  record: Type.Object({ project_integration_id: Id, allowed_tool_ids: Nullable(ToolIds) }),
  maxItems: 20,
  initial: [],
  attaching: {
    type: 'integration',
    usePermission: 'integration:use',
    field: 'project_integration_id',
    getId: (item) => item.project_integration_id,
    isCovered: isAllowedSubset,
    exists: findIntegration,
    async listNamePrefixes(db, projectId, item) {
      const row = item.allowed_tool_ids === null && (await findIntegration(db, projectId, item.project_integration_id));
      return row ? [toToolPrefix(row.slug)] : [];
    },
  },
  invokedField: 'integration_tools_invoked',
  searched: true,
  async check(db, projectId, items) {
    const rows = await findIntegrations(db, projectId, toIds(items));
    const tools = await getIntegrationTools(db, rows);
    const seen = new Set<string>();
    const found: ValidationError[] = [];
    const names = items.flatMap((item, index) => {
      const reject = (problem: Problem, ...at: readonly (string | number)[]) =>
        found.push(errors.invalid(['integrations', index, ...at], problem));
      const id = item.project_integration_id.toLowerCase();
      const row = rows.find((candidate) => candidate.id === id);
      if (!row) reject(commonProblems.unknown_resource({ resource: 'integration' }), 'project_integration_id');
      if (!row) return [];
      if (seen.has(id)) reject(agentProblems.duplicate_integration, 'project_integration_id');
      seen.add(id);
      const known = tools.get(id) ?? [];
      const ids = new Set(known.map(({ declared }) => declared.id));
      for (const [position, toolId] of (item.allowed_tool_ids ?? []).entries())
        if (!ids.has(toolId)) reject(agentProblems.unknown_tool_of_integration, 'allowed_tool_ids', position);
      return known.filter((tool) => isAllowed(item, tool)).map(({ name }) => name);
    });
    throwProblems(found);
    return names;
  },
  addProvided(found, own) {
    const targets = found.filter((one) => one.target_type === 'integration');
    const ids = new Set(targets.flatMap((one) => one.target_id ?? []));
    const others = [...ids].filter((id) => !own.some((item) => item.project_integration_id.toLowerCase() === id));
    return others.map((id) => ({ project_integration_id: id, allowed_tool_ids: null }));
  },
  async listExposed(db, projectId) {
    const rows = await listAllIntegrations(db, projectId);
    return rows.flatMap(({ id, config }) =>
      config.exposed_tools?.length ? [toIntegrationItem(id, config.exposed_tools)] : [],
    );
  },
  async load(db, projectId, items) {
    const rows = await findIntegrations(db, projectId, toIds(items));
    const tools = await getIntegrationTools(
      db,
      rows,
      rows.flatMap(({ config }) => config.enabled_tools ?? []),
    );
    return items.flatMap((item) => {
      const row = rows.find(({ id }) => id === item.project_integration_id.toLowerCase());
      if (!row) return [];
      const offered = (tools.get(row.id) ?? []).filter(
        (tool) => isAllowed(item, tool) && isEnabled(row.type, row.config, tool.declared.id),
      );
      return offered.map((tool) => toTool(row, tool));
    });
  },
};

/** Returns the item of some tools of an integration. */
export function toIntegrationItem(id: string, toolIds: readonly string[]): IntegrationAttachment {
  return { project_integration_id: id, allowed_tool_ids: toolIds };
}

function toIds(items: readonly IntegrationAttachment[]): string[] {
  return items.map((item) => item.project_integration_id.toLowerCase());
}

function isAllowed({ allowed_tool_ids: allowed }: IntegrationAttachment, { declared }: OfferedTool): boolean {
  return allowed === null || allowed.includes(declared.id);
}

function toTool(integration: IntegrationRow, { name, declared }: OfferedTool): LoadedTool<IntegrationTool> {
  return {
    baseName: name,
    type: 'integration',
    description: declared.description,
    parameters: toOfferedParameters(declared),
    targetId: integration.id,
    sideEffects: () => declared.sideEffects,
    integration,
    declared,
  };
}
