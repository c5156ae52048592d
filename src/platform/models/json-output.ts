import type { ModelCallError } from './errors.ts';
import type { JsonSchema } from './request.ts';

/** Returns whether a schema meets strict mode: every object is closed and all of its properties are required. */
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

/** Appends the schema to the system prompt, for servers that accept no schema. */
export function addSchemaInstruction(system: string | undefined, schema: JsonSchema): string {
  const instruction = `Answer with one JSON value that fits this JSON schema, and with nothing else:\n${JSON.stringify(schema)}`;
  return system ? `${system}\n\n${instruction}` : instruction;
}

/** Returns whether a server rejected the call because it does not support response schemas. */
export function rejectsSchemas(failure: ModelCallError): boolean {
  return (
    failure.reason === 'rejected' &&
    (failure.status === 400 || failure.status === 422) &&
    /response_?format|json_?schema|structured output/i.test(failure.message)
  );
}
