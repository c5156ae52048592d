import { type RemovedCharacters, removeHiddenDeep } from '../../../platform/hidden-text.ts';
import { isRecord } from '../../../platform/json-schema.ts';
import { operationFailures } from '../../failures.ts';
import { integrationProblems } from '../../problems.ts';
import { toReadableText } from '../../visible-text.ts';
import type { DeclaredTool } from '../declaration.ts';
import {
  DOCUMENT_LIMITS,
  DocumentError,
  type DocumentSource,
  type JsonObject,
  type ParsedDocument,
  type SkippedOperation,
  UnsupportedOperation,
} from './document.ts';
import { type DocumentContext, type Operation, toDeclaredTool } from './operation.ts';
import { createOperationIds } from './operation-ids.ts';
import { resolveObject } from './references.ts';
import { SchemaConverter } from './schemas.ts';
import { createCredentialCheck, toCredentialHint } from './security.ts';
import { resolveServers } from './servers.ts';

const TOOLS_TOO_LONG = operationFailures.operation_tools_too_long({ limit: DOCUMENT_LIMITS.tools / 1024 / 1024 });

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/** Converts a valid document to tools, one per callable operation. */
export function toParsedDocument(document: JsonObject, source: DocumentSource): ParsedDocument {
  const info = isRecord(document.info) ? document.info : {};
  const skipped: SkippedOperation[] = [];
  assertCount(Object.keys(isRecord(document.paths) ? document.paths : {}).length, 'paths');
  const operations = listOperations(document, skipped);
  assertCount(operations.length, 'operations');
  const { baseUrl, resolveServer: serverOf } = resolveServers(document, operations, source);
  const shared: DocumentContext = {
    document,
    schemas: new SchemaConverter(document),
    isCredential: createCredentialCheck(document),
    serverOf,
  };
  return {
    title: toReadableText(info.title, 200),
    version: toReadableText(info.version, 100),
    baseUrl,
    credential: toCredentialHint(document),
    tools: toTools(operations, shared, skipped),
    skipped,
    hidden: findHiddenText(document, operations),
    ignored: listIgnoredParts(document, operations),
  };
}

function assertCount(count: number, part: 'paths' | 'operations'): void {
  const { operations: limit } = DOCUMENT_LIMITS;
  if (count > limit) throw new DocumentError(integrationProblems.document_too_many({ count, part, limit }));
}

function toTools(
  operations: readonly Operation[],
  shared: DocumentContext,
  skipped: SkippedOperation[],
): DeclaredTool[] {
  const ids = createOperationIds(
    operations.map(({ method, path, operation }) => ({ method, path, operationId: operation.operationId })),
  );
  const tools = new Map<string, DeclaredTool>();
  let length = 0;
  for (const [index, operation] of operations.entries()) {
    const id = ids[index] ?? '';
    tryOperation(operation, skipped, () => {
      if (tools.has(id)) throw new UnsupportedOperation(operationFailures.operation_duplicate_id);
      if (length > DOCUMENT_LIMITS.tools) throw new UnsupportedOperation(TOOLS_TOO_LONG);
      const tool = toDeclaredTool(id, operation, shared);
      // Descriptions are cleaned, but a changed name or value would be another one.
      if (removeHiddenDeep(tool).removedCount > 0)
        throw new UnsupportedOperation(operationFailures.operation_hidden_characters);
      length += JSON.stringify(tool).length;
      if (length > DOCUMENT_LIMITS.tools) throw new UnsupportedOperation(TOOLS_TOO_LONG);
      tools.set(id, tool);
    });
  }
  return [...tools.values()];
}

function listOperations(document: JsonObject, skipped: SkippedOperation[]): Operation[] {
  const paths = isRecord(document.paths) ? document.paths : {};
  return Object.entries(paths).flatMap(([path, given]) => {
    if (path.startsWith('x-')) return [];
    const item = tryOperation({ method: 'any', path }, skipped, () => resolveObject(document, given)) ?? {};
    return METHODS.flatMap((method) => {
      const operation = item[method];
      return isRecord(operation) ? [{ method, path, item, operation }] : [];
    });
  });
}

/** Runs `make`. Records the operation as skipped and returns undefined if it is unsupported. */
function tryOperation<T>(
  at: Pick<Operation, 'method' | 'path'>,
  skipped: SkippedOperation[],
  make: () => T,
): T | undefined {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof UnsupportedOperation)) throw error;
    const { msg, code, params } = error.detail;
    skipped.push({
      operation: `${at.method.toUpperCase()} ${toReadableText(at.path, 300)}`,
      reason: msg,
      code,
      params,
    });
    return undefined;
  }
}

/** Counts invisible characters by operation and shared part. */
function findHiddenText(document: JsonObject, operations: readonly Operation[]): RemovedCharacters[] {
  const { info, components, definitions, parameters } = document;
  const places: [string, unknown][] = [
    ['info', info],
    ['components', { components, definitions, parameters }],
    ...operations.map(({ method, path, operation }): [string, unknown] => [
      `${method.toUpperCase()} ${toReadableText(path, 300)}`,
      operation,
    ]),
  ];
  return places.flatMap(([place, said]) => {
    const { removedCount: takenOut } = removeHiddenDeep(said);
    return takenOut > 0 ? [{ place, characters: takenOut }] : [];
  });
}

/** Lists the parts of a document that become no tools. */
function listIgnoredParts(document: JsonObject, operations: readonly Operation[]): string[] {
  const has = (value: unknown) => isRecord(value) && Object.keys(value).length > 0;
  const components = isRecord(document.components) ? document.components : {};
  const callbacks = has(components.callbacks) || operations.some(({ operation }) => has(operation.callbacks));
  return [
    ...(has(document.webhooks) || has(document['x-webhooks']) ? ['webhooks'] : []),
    ...(callbacks ? ['callbacks'] : []),
    ...(has(components.links) ? ['links'] : []),
  ];
}
