import { parse } from 'yaml';
import { getErrorMessage } from '../../../platform/error-message.ts';
import { copyAsJson, parseJson } from '../../../platform/json.ts';
import { isDeeperThan, isRecord } from '../../../platform/json-schema.ts';
import type { Problem } from '../../../platform/messages.ts';
import { integrationProblems } from '../../problems.ts';
import { createTooLargeProblem, DOCUMENT_LIMITS, DocumentError, type JsonObject } from './document.ts';

/** Maximum expansion of YAML aliases. */
const MAX_ALIASES = 100;

/** Parses a document as JSON or YAML. Throws a DocumentError if it is invalid. */
export function readDocument(bytes: Uint8Array): JsonObject {
  if (bytes.byteLength > DOCUMENT_LIMITS.bytes) throw new DocumentError(createTooLargeProblem());
  const text = decodeUtf8(bytes);
  const value = /^\s*[{[]/.test(text) ? parseJsonText(text) : parseYamlText(text);
  if (!isRecord(value)) throw new DocumentError(integrationProblems.document_not_object);
  if (isDeeperThan(value, DOCUMENT_LIMITS.depth)) throw createDepthError();
  const problem = findVersionProblem(value);
  if (problem !== undefined) throw new DocumentError(problem);
  return value;
}

function createDepthError(): DocumentError {
  return new DocumentError(integrationProblems.document_too_deep({ limit: DOCUMENT_LIMITS.depth }));
}

function findVersionProblem({ swagger, openapi, paths }: JsonObject): Problem | undefined {
  if (swagger !== undefined) return integrationProblems.document_swagger;
  if (openapi === undefined) return integrationProblems.document_without_version;
  if (typeof openapi !== 'string') return integrationProblems.document_version_not_text;
  if (!/^3\.[01](?:\.|$)/.test(openapi)) return integrationProblems.document_version({ version: openapi.slice(0, 20) });
  return paths === undefined ? integrationProblems.document_without_paths : undefined;
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new DocumentError(integrationProblems.document_not_utf8);
  }
}

function parseJsonText(text: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    throw new DocumentError(integrationProblems.document_not_json({ cause: getFirstLine(error) }));
  }
}

function parseYamlText(text: string): unknown {
  let value: unknown;
  try {
    // The check for duplicate keys takes quadratic time.
    value = parse(text, {
      maxAliasCount: MAX_ALIASES,
      merge: true,
      uniqueKeys: false,
      intAsBigInt: true,
      logLevel: 'error',
    });
  } catch (error) {
    if (String(error).includes('call stack')) throw createDepthError();
    throw new DocumentError(integrationProblems.document_not_yaml({ cause: getFirstLine(error) }));
  }
  try {
    // Serialization copies aliased values, rejects cycles and turns small bigints into numbers.
    return copyAsJson(value);
  } catch {
    throw new DocumentError(integrationProblems.document_alias);
  }
}

function getFirstLine(error: unknown): string {
  return getErrorMessage(error).split('\n', 1).join().slice(0, 200);
}
