import { isDeeperThan, validateAgainstSchema } from '../../platform/json-schema.ts';
import { MAX_ARGUMENTS_DEPTH, MAX_ARGUMENTS_LENGTH } from '../../platform/models/limits.ts';

export const TOO_LONG = `the arguments are longer than ${MAX_ARGUMENTS_LENGTH} characters of JSON`;
const TOO_DEEP = `the arguments are nested more than ${MAX_ARGUMENTS_DEPTH} levels deep`;

/** What is wrong with a call's arguments, in words for the model; undefined when they fit. They are not changed. */
export function argumentProblems(parameters: Record<string, unknown>, args: unknown): string | undefined {
  if (isDeeperThan(args, MAX_ARGUMENTS_DEPTH)) return TOO_DEEP;
  if ((JSON.stringify(args) ?? '').length > MAX_ARGUMENTS_LENGTH) return TOO_LONG;
  const verdict = validateAgainstSchema(parameters, args);
  if ('schemaError' in verdict) return `the tool can't be called, because of its schema: ${verdict.schemaError}`;
  if (verdict.valid) return undefined;
  return verdict.errors
    .slice(0, 10)
    .map((error) => `${error.instancePath.slice(1).replaceAll('/', '.') || 'arguments'} ${error.message}`)
    .join('; ');
}

/** Arguments with numbers and yes or no as text where the tool asks for text alone, as models and people often write them. */
export function asText(parameters: Record<string, unknown>, args: Record<string, unknown>): Record<string, unknown> {
  const properties = (parameters.properties ?? {}) as Record<string, { type?: unknown } | undefined>;
  const entries = Object.entries(args).map(([name, value]) => {
    const wantsText = Object.hasOwn(properties, name) && properties[name]?.type === 'string';
    return [name, wantsText && ['number', 'bigint', 'boolean'].includes(typeof value) ? String(value) : value] as const;
  });
  return Object.fromEntries(entries);
}
