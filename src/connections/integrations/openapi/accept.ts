import { isRecord } from '../../../platform/json-schema.ts';
import type { JsonObject } from './document.ts';
import { followed } from './references.ts';

/** Types that one request asks for. */
const MOST_TYPES = 5;
const TYPE = /^[\w.+*-]{1,127}\/[\w.+*-]{1,127}(?:\s*;\s*[\w.-]{1,50}=[\w.-]{1,50}){0,3}$/;
const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json\b/i;
/** Where the document does not say what is answered. */
const ANYTHING = 'application/json, */*;q=0.5';

/** The `Accept` of an operation: the JSON that its responses are said to be, else what else they are said to be. */
export function acceptOf(document: JsonObject, responses: unknown): string {
  const types = typesOf(document, responses);
  const json = types.filter((type) => JSON_TYPE.test(type));
  if (json.length > 0) return json.slice(0, MOST_TYPES).join(', ');
  if (types.length === 0 || types.includes('*/*')) return ANYTHING;
  return [...types.slice(0, MOST_TYPES), '*/*;q=0.1'].join(', ');
}

/** Types of the answers to a call that works, each once. */
function typesOf(document: JsonObject, responses: unknown): string[] {
  const given = isRecord(responses) ? Object.entries(responses) : [];
  const good = given.filter(([status]) => /^(?:2..|default)$/i.test(status));
  // A default is mostly said of what went wrong.
  const told = good.length > 1 ? good.filter(([status]) => status !== 'default') : good;
  return [...new Set(told.flatMap(([, response]) => contentOf(document, response)))].filter((type) => TYPE.test(type));
}

function contentOf(document: JsonObject, response: unknown): string[] {
  try {
    const { content } = followed(document, response);
    return isRecord(content) ? Object.keys(content) : [];
  } catch {
    // Responses say nothing that a call could not be made without.
    return [];
  }
}
