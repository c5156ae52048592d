import { createToolName } from '../tool-names.ts';
import type { DeclaredTool } from './declaration.ts';
import { getIntegrationKind } from './kinds/index.ts';
import type { IntegrationConfig } from './tables.ts';

/** A tool of an integration, under the name by which models know it. */
export interface IntegrationTool {
  readonly name: string;
  readonly declared: DeclaredTool;
}

/** What it takes to name an integration's tools. */
interface ToolOwner {
  readonly type: string;
  readonly slug: string;
}

/** Tools of a known service; undefined for an integration whose tools were read from a document. */
export function getServiceTools({ type, slug }: ToolOwner): IntegrationTool[] | undefined {
  const tools = getIntegrationKind(type).service?.tools;
  return tools && nameTools(slug, tools);
}

/** Tools under their names, as they stand in their declaration. */
export function nameTools(slug: string, tools: readonly DeclaredTool[]): IntegrationTool[] {
  const taken = new Set<string>();
  return tools.map((declared) => {
    const name = createToolName(slug, declared.name, taken);
    taken.add(name);
    return { name, declared };
  });
}

/** Whether a tool is offered to models: those of a known service unless only others are named, those of a document once named. */
export function isEnabled(type: string, { enabled_tools }: IntegrationConfig, toolId: string): boolean {
  return enabled_tools === null ? getIntegrationKind(type).service !== undefined : enabled_tools.includes(toolId);
}

/** The argument by which a model reads on in an answer that was cut. */
export const READ_ON_ARGUMENT = 'answer_from';

/** The parameters of a tool as models see them: what reads can also read on in a long answer. */
export function toOfferedParameters({ parameters, sideEffects }: DeclaredTool): Record<string, unknown> {
  const { properties } = parameters as { readonly properties?: Readonly<Record<string, unknown>> };
  if (sideEffects || Object.hasOwn(properties ?? {}, READ_ON_ARGUMENT)) return { ...parameters };
  const description = 'to read on in an answer that was cut: the number that it named';
  return {
    ...parameters,
    properties: { ...properties, [READ_ON_ARGUMENT]: { type: 'integer', minimum: 0, description } },
  };
}
