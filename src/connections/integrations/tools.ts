import { createToolName } from '../tool-names.ts';
import type { DeclaredTool } from './declaration.ts';
import { getIntegrationKind } from './kinds/index.ts';
import type { IntegrationConfig } from './tables.ts';

/** A tool of an integration with its name for models. */
export interface IntegrationTool {
  readonly name: string;
  readonly declared: DeclaredTool;
}

/** The parts of an integration that determine tool names. */
interface ToolOwner {
  readonly type: string;
  readonly slug: string;
}

/** Returns the tools of a known service. Undefined for an integration with a document. */
export function getServiceTools({ type, slug }: ToolOwner): IntegrationTool[] | undefined {
  const tools = getIntegrationKind(type).service?.tools;
  return tools && nameTools(slug, tools);
}

/** Names tools, in order of declaration. */
export function nameTools(slug: string, tools: readonly DeclaredTool[]): IntegrationTool[] {
  const taken = new Set<string>();
  return tools.map((declared) => {
    const name = createToolName(slug, declared.name, taken);
    taken.add(name);
    return { name, declared };
  });
}

/** Whether models are offered a tool. By default, known services offer all tools, documents none. */
export function isEnabled(type: string, { enabled_tools }: IntegrationConfig, toolId: string): boolean {
  return enabled_tools === null ? getIntegrationKind(type).service !== undefined : enabled_tools.includes(toolId);
}

/** Argument to continue reading a truncated result. */
export const READ_ON_ARGUMENT = 'answer_from';

/** Adds the argument to continue reading to tools without side effects. */
export function toOfferedParameters({ parameters, sideEffects }: DeclaredTool): Record<string, unknown> {
  const { properties } = parameters as { readonly properties?: Readonly<Record<string, unknown>> };
  if (sideEffects || Object.hasOwn(properties ?? {}, READ_ON_ARGUMENT)) return { ...parameters };
  const description = 'to continue reading a truncated response: the number that it named';
  return {
    ...parameters,
    properties: { ...properties, [READ_ON_ARGUMENT]: { type: 'integer', minimum: 0, description } },
  };
}
