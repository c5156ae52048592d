import { parse } from 'yaml';
import { isDeeperThan, isRecord } from '../../../platform/json-schema.ts';
import type { Problem } from '../../../platform/messages.ts';
import { integrationProblems } from '../../problems.ts';
import { DOCUMENT_LIMITS, DocumentProblem, documentTooLarge, type JsonObject } from './document.ts';

/** How often aliases may repeat what they stand for. */
const ALIASES = 100;

/** The document that bytes hold, as JSON or YAML. Throws a DocumentProblem where they hold none that is read here. */
export function readDocument(bytes: Uint8Array): JsonObject {
  if (bytes.byteLength > DOCUMENT_LIMITS.bytes) throw new DocumentProblem(documentTooLarge());
  const text = decoded(bytes);
  const value = /^\s*[{[]/.test(text) ? fromJson(text) : fromYaml(text);
  if (!isRecord(value)) throw new DocumentProblem(integrationProblems.document_not_object);
  if (isDeeperThan(value, DOCUMENT_LIMITS.depth)) throw tooDeep();
  const problem = versionProblem(value);
  if (problem !== undefined) throw new DocumentProblem(problem);
  return value;
}

function tooDeep(): DocumentProblem {
  return new DocumentProblem(integrationProblems.document_too_deep({ limit: DOCUMENT_LIMITS.depth }));
}

function versionProblem({ swagger, openapi, paths }: JsonObject): Problem | undefined {
  if (swagger !== undefined) return integrationProblems.document_swagger;
  if (openapi === undefined) return integrationProblems.document_without_version;
  if (typeof openapi !== 'string') return integrationProblems.document_version_not_text;
  if (!/^3\.[01](?:\.|$)/.test(openapi)) return integrationProblems.document_version({ version: openapi.slice(0, 20) });
  return paths === undefined ? integrationProblems.document_without_paths : undefined;
}

function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new DocumentProblem(integrationProblems.document_not_utf8);
  }
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new DocumentProblem(integrationProblems.document_not_json({ cause: firstLine(error) }));
  }
}

function fromYaml(text: string): unknown {
  let value: unknown;
  try {
    // Looking for keys that stand twice takes time in the square of their number.
    value = parse(text, { maxAliasCount: ALIASES, merge: true, uniqueKeys: false, logLevel: 'error' });
  } catch (error) {
    if (String(error).includes('call stack')) throw tooDeep();
    throw new DocumentProblem(integrationProblems.document_not_yaml({ cause: firstLine(error) }));
  }
  try {
    // Aliases make one value stand in several places, and a value may stand within itself.
    return JSON.parse(JSON.stringify(value) ?? 'null');
  } catch {
    throw new DocumentProblem(integrationProblems.document_alias);
  }
}

function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n', 1).join().slice(0, 200);
}
