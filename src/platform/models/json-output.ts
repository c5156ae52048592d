import type { ModelCallError } from './errors.ts';
import type { JsonSchema } from './request.ts';

/** Whether a server takes the schema in strict mode: every object closed and all of its properties required. */
export function isStrict(schema: unknown): boolean {
  if (Array.isArray(schema)) return schema.every(isStrict);
  if (typeof schema !== 'object' || schema === null) return true;
  const { type, properties, required, additionalProperties } = toRecord(schema);
  if (type === 'object') {
    const names = typeof properties === 'object' && properties !== null ? Object.keys(properties) : [];
    const isClosed = additionalProperties === false && names.length > 0;
    if (!isClosed || !names.every((name) => Array.isArray(required) && required.includes(name))) return false;
  }
  return Object.values(schema).every(isStrict);
}

function toRecord(schema: object): Readonly<Record<string, unknown>> {
  return { ...schema };
}

/** The system prompt with the schema spelled out, for servers that do not take one. */
export function addSchemaInstruction(system: string | undefined, schema: JsonSchema): string {
  const instruction = `Answer with one JSON value that fits this JSON schema, and with nothing else:\n${JSON.stringify(schema)}`;
  return system ? `${system}\n\n${instruction}` : instruction;
}

/** Whether a server refused the call because it takes no JSON schema of the answer. */
export function rejectsSchemas(failure: ModelCallError): boolean {
  return (
    failure.reason === 'rejected' &&
    (failure.status === 400 || failure.status === 422) &&
    /response_?format|json_?schema|structured output/i.test(failure.message)
  );
}
