import { isRecord } from '../../../platform/json-schema.ts';
import { operationFailures } from '../../failures.ts';
import { type JsonObject, UnsupportedOperation } from './document.ts';

/** References that lead to one another in a row. */
const MAX_HOPS = 20;

/** What a reference of a document leads to. Throws Unsupported where it leads nowhere. */
export function resolveReference(document: JsonObject, reference: string): unknown {
  const shown = { reference: reference.slice(0, 200) };
  if (!reference.startsWith('#/'))
    throw new UnsupportedOperation(operationFailures.operation_reference_external(shown));
  let value: unknown = document;
  for (const part of reference.slice(2).split('/')) {
    const key = unescapePointer(part);
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key))
      throw new UnsupportedOperation(operationFailures.operation_reference_missing(shown));
    value = (value as Record<string, unknown>)[key];
  }
  return value;
}

/** A value, or what it refers to. Throws Unsupported where that is no object. */
export function resolveObject(document: JsonObject, value: unknown): JsonObject {
  let current = value;
  for (let hops = 0; isRecord(current) && typeof current.$ref === 'string'; hops++) {
    if (hops === MAX_HOPS)
      throw new UnsupportedOperation(
        operationFailures.operation_reference_cycle({ reference: current.$ref.slice(0, 200) }),
      );
    current = resolveReference(document, current.$ref);
  }
  if (!isRecord(current)) throw new UnsupportedOperation(operationFailures.operation_reference_not_object);
  return current;
}

function unescapePointer(part: string): string {
  let text = part;
  try {
    text = decodeURIComponent(part);
  } catch {
    // A percent sign that stands for itself.
  }
  return text.replaceAll('~1', '/').replaceAll('~0', '~');
}
