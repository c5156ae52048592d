import { type RemovedCharacters, removeHiddenDeep } from '../../../platform/hidden-text.ts';
import { isRecord } from '../../../platform/json-schema.ts';
import { operationFailures } from '../../failures.ts';
import { integrationProblems } from '../../problems.ts';
import type { DeclaredTool } from '../declared.ts';
import {
  DOCUMENT_LIMITS,
  type DocumentPlace,
  DocumentProblem,
  type JsonObject,
  type LeftOut,
  type OpenedDocument,
  Unsupported,
} from './document.ts';
import { idsOf } from './ids.ts';
import { type Operation, type Shared, toolOf } from './operation.ts';
import { followed } from './references.ts';
import { Schemas } from './schemas.ts';
import { credentialOf, credentialParameters } from './security.ts';
import { serversOf } from './servers.ts';
import { readable } from './texts.ts';

const TOO_LONG = operationFailures.operation_tools_too_long({ limit: DOCUMENT_LIMITS.tools / 1024 / 1024 });

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/** What a checked document comes to: a tool for each operation that can be called. */
export function projectDocument(document: JsonObject, place: DocumentPlace): OpenedDocument {
  const info = isRecord(document.info) ? document.info : {};
  const leftOut: LeftOut[] = [];
  checkNumber(Object.keys(isRecord(document.paths) ? document.paths : {}).length, 'paths');
  const operations = operationsOf(document, leftOut);
  checkNumber(operations.length, 'operations');
  const { baseUrl, serverOf } = serversOf(document, operations, place);
  const shared: Shared = {
    document,
    schemas: new Schemas(document),
    isCredential: credentialParameters(document),
    serverOf,
  };
  return {
    title: readable(info.title, 200),
    version: readable(info.version, 100),
    baseUrl,
    credential: credentialOf(document),
    tools: toolsOf(operations, shared, leftOut),
    leftOut,
    hidden: hiddenIn(document, operations),
    ignored: ignoredParts(document, operations),
  };
}

function checkNumber(count: number, part: 'paths' | 'operations'): void {
  const { operations: limit } = DOCUMENT_LIMITS;
  if (count > limit) throw new DocumentProblem(integrationProblems.document_too_many({ count, part, limit }));
}

function toolsOf(operations: readonly Operation[], shared: Shared, leftOut: LeftOut[]): DeclaredTool[] {
  const ids = idsOf(
    operations.map(({ method, path, operation }) => ({ method, path, operationId: operation.operationId })),
  );
  const tools = new Map<string, DeclaredTool>();
  let length = 0;
  for (const [index, operation] of operations.entries()) {
    const id = ids[index] ?? '';
    attempt(operation, leftOut, () => {
      if (tools.has(id)) throw new Unsupported(operationFailures.operation_duplicate_id);
      if (length > DOCUMENT_LIMITS.tools) throw new Unsupported(TOO_LONG);
      const tool = toolOf(id, operation, shared);
      // Its prose is as it shows; a name or a value without what hides in it would be another one.
      if (removeHiddenDeep(tool).removedCount > 0) throw new Unsupported(operationFailures.operation_hidden_characters);
      length += JSON.stringify(tool).length;
      if (length > DOCUMENT_LIMITS.tools) throw new Unsupported(TOO_LONG);
      tools.set(id, tool);
    });
  }
  return [...tools.values()];
}

function operationsOf(document: JsonObject, leftOut: LeftOut[]): Operation[] {
  const paths = isRecord(document.paths) ? document.paths : {};
  return Object.entries(paths).flatMap(([path, given]) => {
    if (path.startsWith('x-')) return [];
    const item = attempt({ method: 'any', path }, leftOut, () => followed(document, given)) ?? {};
    return METHODS.flatMap((method) => {
      const operation = item[method];
      return isRecord(operation) ? [{ method, path, item, operation }] : [];
    });
  });
}

/** What is made of an operation; undefined, and on the list of what is left out, where it can't be. */
function attempt<T>(at: Pick<Operation, 'method' | 'path'>, leftOut: LeftOut[], make: () => T): T | undefined {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof Unsupported)) throw error;
    const { msg, code, params } = error.detail;
    leftOut.push({ operation: `${at.method.toUpperCase()} ${readable(at.path, 300)}`, reason: msg, code, params });
    return undefined;
  }
}

/** Where characters stand that nobody sees, and how many: in what an operation says, and in what all of them share. */
function hiddenIn(document: JsonObject, operations: readonly Operation[]): RemovedCharacters[] {
  const { info, components, definitions, parameters } = document;
  const places: [string, unknown][] = [
    ['info', info],
    ['components', { components, definitions, parameters }],
    ...operations.map(({ method, path, operation }): [string, unknown] => [
      `${method.toUpperCase()} ${readable(path, 300)}`,
      operation,
    ]),
  ];
  return places.flatMap(([place, said]) => {
    const { removedCount: takenOut } = removeHiddenDeep(said);
    return takenOut > 0 ? [{ place, characters: takenOut }] : [];
  });
}

/** Parts of a document that no tool is made of. */
function ignoredParts(document: JsonObject, operations: readonly Operation[]): string[] {
  const has = (value: unknown) => isRecord(value) && Object.keys(value).length > 0;
  const components = isRecord(document.components) ? document.components : {};
  const callbacks = has(components.callbacks) || operations.some(({ operation }) => has(operation.callbacks));
  return [
    ...(has(document.webhooks) || has(document['x-webhooks']) ? ['webhooks'] : []),
    ...(callbacks ? ['callbacks'] : []),
    ...(has(components.links) ? ['links'] : []),
  ];
}
