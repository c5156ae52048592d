import { isRecord } from '../../../platform/json-schema.ts';
import type { JsonObject } from './document.ts';
import { resolveObject } from './references.ts';

/** Types that one request asks for. */
const MAX_TYPES = 5;
const TYPE = /^[\w.+*-]{1,127}\/[\w.+*-]{1,127}(?:\s*;\s*[\w.-]{1,50}=[\w.-]{1,50}){0,3}$/;
const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json\b/i;
/** Where the document does not say what is answered. */
const ANY_TYPE = 'application/json, */*;q=0.5';

/** The `Accept` of an operation: the JSON that its responses are said to be, else what else they are said to be. */
export function toAcceptHeader(document: JsonObject, responses: unknown): string {
  const types = getResponseTypes(document, responses);
  const json = types.filter((type) => JSON_TYPE.test(type));
  if (json.length > 0) return json.slice(0, MAX_TYPES).join(', ');
  if (types.length === 0 || types.includes('*/*')) return ANY_TYPE;
  return [...types.slice(0, MAX_TYPES), '*/*;q=0.1'].join(', ');
}

/** Types of the answers to a call that works, each once. */
function getResponseTypes(document: JsonObject, responses: unknown): string[] {
  const given = isRecord(responses) ? Object.entries(responses) : [];
  const successful = given.filter(([status]) => /^(?:2..|default)$/i.test(status));
  // A default is mostly said of what went wrong.
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
    // Responses say nothing that a call could not be made without.
    return [];
  }
}
