import { isRecord } from '../../../platform/json-schema.ts';
import type { JsonObject } from './document.ts';
import { resolveObject } from './references.ts';

/** Maximum types in one `Accept` header. */
const MAX_TYPES = 5;
const TYPE = /^[\w.+*-]{1,127}\/[\w.+*-]{1,127}(?:\s*;\s*[\w.-]{1,50}=[\w.-]{1,50}){0,3}$/;
const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json\b/i;
/** Default if the document declares no response type. */
const ANY_TYPE = 'application/json, */*;q=0.5';

/** Returns the `Accept` header of an operation. Prefers JSON response types. */
export function toAcceptHeader(document: JsonObject, responses: unknown): string {
  const types = getResponseTypes(document, responses);
  const json = types.filter((type) => JSON_TYPE.test(type));
  if (json.length > 0) return json.slice(0, MAX_TYPES).join(', ');
  if (types.length === 0 || types.includes('*/*')) return ANY_TYPE;
  return [...types.slice(0, MAX_TYPES), '*/*;q=0.1'].join(', ');
}

/** Returns the distinct types of successful responses. */
function getResponseTypes(document: JsonObject, responses: unknown): string[] {
  const given = isRecord(responses) ? Object.entries(responses) : [];
  const successful = given.filter(([status]) => /^(?:2..|default)$/i.test(status));
  // The default response usually describes errors.
  const relevant = successful.length > 1 ? successful.filter(([status]) => status !== 'default') : successful;
  return [...new Set(relevant.flatMap(([, response]) => getContentTypes(document, response)))].filter((type) =>
    TYPE.test(type),
  );
}

function getContentTypes(document: JsonObject, response: unknown): string[] {
  try {
    const { content } = resolveObject(document, response);
    return isRecord(content) ? Object.keys(content) : [];
  } catch {
    // A call does not depend on the declared responses.
    return [];
  }
}
