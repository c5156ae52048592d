import type { Validator } from '@seriousme/openapi-schema-validator';
import { toDoubles } from '../../../platform/json.ts';
import { isRecord } from '../../../platform/json-schema.ts';
import { integrationProblems } from '../../problems.ts';
import { DocumentError, type JsonObject } from './document.ts';

/** Members that map names to values. */
const NAMED_MEMBERS = new Set([
  ...[
    'paths',
    'pathItems',
    'schemas',
    'parameters',
    'requestBodies',
    'headers',
    'securitySchemes',
    'content',
    'encoding',
  ],
  ...['variables', 'properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas', 'mapping', 'scopes'],
]);
/** Members with arbitrary data. */
const DATA_MEMBERS = new Set(['default', 'enum', 'const', 'required', 'security']);
/** Members that calls do not use. */
const UNUSED_MEMBERS = new Set(['example', 'examples', 'callbacks', 'links', 'webhooks', 'externalDocs', 'tags']);
/** Replaces responses, which calls do not use. */
const NO_RESPONSES = { default: { description: '' } };

let loaded: Promise<Validator> | undefined;

/** Loads the OpenAPI validator on first use because loading is slow. */
function loadValidator(): Promise<Validator> {
  loaded ??= import('@seriousme/openapi-schema-validator').then((module) => new module.Validator({ logger: false }));
  return loaded;
}

/**
 * Validates the parts of a document that calls use. Throws a DocumentError for invalid parts and external references.
 */
export async function checkDocument(document: JsonObject): Promise<void> {
  const usedParts = selectUsedParts(document, false) as Record<string, unknown>;
  const { valid, errors } = await (await loadValidator()).validate(toDoubles(usedParts));
  // A string error is about references; broken ones skip only their operations.
  if (valid || typeof errors === 'string') return;
  const [deepest] = (errors ?? []).toSorted((a, b) => b.instancePath.length - a.instancePath.length);
  const path = (deepest?.instancePath || '/').slice(0, 200);
  const cause = deepest?.message ?? 'the value is not allowed';
  throw new DocumentError(integrationProblems.document_invalid({ path: path, cause }));
}

function selectUsedParts(value: unknown, isNamed: boolean): unknown {
  if (Array.isArray(value)) return value.map((item) => selectUsedParts(item, false));
  if (!isRecord(value)) return value;
  if (!isNamed && typeof value.$ref === 'string' && !value.$ref.startsWith('#')) throw createReferenceError(value.$ref);
  const members = Object.entries(value).flatMap(([key, item]): [string, unknown][] => {
    if (isNamed) return [[key, selectUsedParts(item, false)]];
    if (UNUSED_MEMBERS.has(key) || key.startsWith('x-')) return [];
    if (key === 'responses') return [[key, NO_RESPONSES]];
    return [[key, DATA_MEMBERS.has(key) ? item : selectUsedParts(item, NAMED_MEMBERS.has(key))]];
  });
  return Object.fromEntries(members);
}

function createReferenceError(reference: string): DocumentError {
  const shown = JSON.stringify(reference.slice(0, 200));
  return new DocumentError(integrationProblems.document_external_reference({ reference: shown }));
}
