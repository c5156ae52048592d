import { parse } from 'yaml';
import { isDeeperThan, isRecord } from '../../platform/json-schema.ts';
import { DOCUMENT_LIMITS, DocumentProblem, type JsonObject } from './document.ts';

/** How often aliases may repeat what they stand for. */
const ALIASES = 100;

/** The document that bytes hold, as JSON or YAML. Throws a DocumentProblem where they hold none that is read here. */
export function readDocument(bytes: Uint8Array): JsonObject {
  if (bytes.byteLength > DOCUMENT_LIMITS.bytes)
    throw new DocumentProblem(`is longer than ${DOCUMENT_LIMITS.bytes / 1024 / 1024} MiB`);
  const text = decoded(bytes);
  const value = /^\s*[{[]/.test(text) ? fromJson(text) : fromYaml(text);
  if (!isRecord(value)) throw new DocumentProblem('is no OpenAPI document: it must be an object');
  if (isDeeperThan(value, DOCUMENT_LIMITS.depth)) throw tooDeep();
  const problem = versionProblem(value);
  if (problem !== undefined) throw new DocumentProblem(problem);
  return value;
}

function tooDeep(): DocumentProblem {
  return new DocumentProblem(`is nested more than ${DOCUMENT_LIMITS.depth} levels deep`);
}

function versionProblem({ swagger, openapi, paths }: JsonObject): string | undefined {
  if (swagger !== undefined) return 'is a Swagger 2.0 document; convert it to OpenAPI 3.0 or 3.1';
  if (openapi === undefined) return 'is no OpenAPI document: it has no `openapi`, which says its version';
  if (typeof openapi !== 'string') return '`openapi` must be a text, such as "3.1.0"';
  if (!/^3\.[01](?:\.|$)/.test(openapi)) return `is of OpenAPI ${openapi.slice(0, 20)}; only 3.0 and 3.1 are read`;
  return paths === undefined ? 'has no `paths`, so there is nothing to call' : undefined;
}

function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new DocumentProblem('is no UTF-8 text');
  }
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new DocumentProblem(`is not valid JSON: ${told(error)}`);
  }
}

function fromYaml(text: string): unknown {
  let value: unknown;
  try {
    // Looking for keys that stand twice takes time in the square of their number.
    value = parse(text, { maxAliasCount: ALIASES, merge: true, uniqueKeys: false, logLevel: 'error' });
  } catch (error) {
    if (String(error).includes('call stack')) throw tooDeep();
    throw new DocumentProblem(`is neither JSON nor valid YAML: ${told(error)}`);
  }
  try {
    // Aliases make one value stand in several places, and a value may stand within itself.
    return JSON.parse(JSON.stringify(value) ?? 'null');
  } catch {
    throw new DocumentProblem('has an alias that stands within what it is an alias of, or repeats too much');
  }
}

function told(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n', 1).join().slice(0, 200);
}
