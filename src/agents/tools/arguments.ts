import { isDeeperThan, validateAgainstSchema } from '../../platform/json-schema.ts';
import type { Problem } from '../../platform/messages.ts';
import { MAX_ARGUMENTS_DEPTH, MAX_ARGUMENTS_LENGTH } from '../../platform/models/limits.ts';
import { argumentProblems } from '../problems.ts';

/** The problem of arguments that are too long. */
export const TOO_LONG = argumentProblems.arguments_too_long({ limit: MAX_ARGUMENTS_LENGTH });
const TOO_DEEP = argumentProblems.arguments_too_deep({ limit: MAX_ARGUMENTS_DEPTH });

/** Returns what is wrong with the arguments of a call by the tool's schema. Undefined if they match it. */
export function findArgumentProblem(parameters: Record<string, unknown>, args: unknown): Problem | undefined {
  if (isDeeperThan(args, MAX_ARGUMENTS_DEPTH)) return TOO_DEEP;
  if ((JSON.stringify(args) ?? '').length > MAX_ARGUMENTS_LENGTH) return TOO_LONG;
  const verdict = validateAgainstSchema(parameters, args);
  if ('schemaError' in verdict) return argumentProblems.tool_schema_unusable({ cause: verdict.schemaError });
  if (verdict.valid) return undefined;
  const problems = verdict.errors
    .slice(0, 10)
    .map((error) => `${error.instancePath.slice(1).replaceAll('/', '.') || 'arguments'} ${error.message}`);
  return argumentProblems.arguments_mismatch({ problems: problems.join('; ') });
}

/** Converts numbers and booleans to strings if the tool requires strings: models and people often mix them up. */
export function coerceToText(
  parameters: Record<string, unknown>,
  args: Record<string, unknown>,
): Record<string, unknown> {
  const properties = (parameters.properties ?? {}) as Record<string, { type?: unknown } | undefined>;
  const entries = Object.entries(args).map(([name, value]) => {
    const isText = Object.hasOwn(properties, name) && properties[name]?.type === 'string';
    return [name, isText && ['number', 'bigint', 'boolean'].includes(typeof value) ? String(value) : value] as const;
  });
  return Object.fromEntries(entries);
}
