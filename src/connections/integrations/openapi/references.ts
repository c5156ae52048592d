import { isRecord } from '../../../platform/json-schema.ts';
import { operationFailures } from '../../failures.ts';
import { type JsonObject, Unsupported } from './document.ts';

/** References that lead to one another in a row. */
const MOST_HOPS = 20;

/** What a reference of a document leads to. Throws Unsupported where it leads nowhere. */
export function referred(document: JsonObject, reference: string): unknown {
  const shown = { reference: reference.slice(0, 200) };
  if (!reference.startsWith('#/')) throw new Unsupported(operationFailures.operation_reference_external(shown));
  let value: unknown = document;
  for (const part of reference.slice(2).split('/')) {
    const key = unescaped(part);
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key))
      throw new Unsupported(operationFailures.operation_reference_missing(shown));
    value = (value as Record<string, unknown>)[key];
  }
  return value;
}

/** A value, or what it refers to. Throws Unsupported where that is no object. */
export function followed(document: JsonObject, value: unknown): JsonObject {
  let found = value;
  for (let hops = 0; isRecord(found) && typeof found.$ref === 'string'; hops++) {
    if (hops === MOST_HOPS)
      throw new Unsupported(operationFailures.operation_reference_cycle({ reference: found.$ref.slice(0, 200) }));
    found = referred(document, found.$ref);
  }
  if (!isRecord(found)) throw new Unsupported(operationFailures.operation_reference_not_object);
  return found;
}

function unescaped(part: string): string {
  let text = part;
  try {
    text = decodeURIComponent(part);
  } catch {
    // A percent sign that stands for itself.
  }
  return text.replaceAll('~1', '/').replaceAll('~0', '~');
}
