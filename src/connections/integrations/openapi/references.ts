import { isRecord } from '../../../platform/json-schema.ts';
import { operationFailures } from '../../failures.ts';
import { type JsonObject, UnsupportedOperation } from './document.ts';

/** Maximum length of a reference chain. */
const MAX_HOPS = 20;

/** Resolves a reference. Throws UnsupportedOperation if it points to nothing. */
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

/** Returns a value or the target of its reference. Throws UnsupportedOperation if that is not an object. */
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
    // A literal percent sign.
  }
  return text.replaceAll('~1', '/').replaceAll('~0', '~');
}
