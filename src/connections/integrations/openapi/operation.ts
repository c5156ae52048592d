import { HTTP_METHODS, type HttpMethod } from '../../../platform/http/redirects.ts';
import { operationFailures } from '../../failures.ts';
import { toReadableText } from '../../visible-text.ts';
import type { DeclaredTool } from '../declaration.ts';
import { toAcceptHeader } from './accept.ts';
import { ArgumentNames } from './argument-names.ts';
import { toDeclaredBody } from './body.ts';
import { type JsonObject, UnsupportedOperation } from './document.ts';
import { type IsCredential, toParameters } from './parameters.ts';
import type { SchemaConverter } from './schemas.ts';
import { findOwnServers, type ResolveServer } from './servers.ts';

const MAX_DESCRIPTION_LENGTH = 1500;
const MAX_PATH_LENGTH = 1000;

/** An operation and its path item. */
export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly item: JsonObject;
  readonly operation: JsonObject;
}

/** Context shared by all operations of a document. */
export interface DocumentContext {
  readonly document: JsonObject;
  readonly schemas: SchemaConverter;
  readonly isCredential: IsCredential;
  readonly serverOf: ResolveServer;
}

/** Converts an operation to a tool. Throws UnsupportedOperation if that is not possible. */
export function toDeclaredTool(
  id: string,
  { method, path, item, operation }: Operation,
  shared: DocumentContext,
): DeclaredTool {
  const { document, schemas, isCredential } = shared;
  const verb = method.toUpperCase();
  if (!isMethod(verb)) throw new UnsupportedOperation(operationFailures.operation_method({ method: verb }));
  assertPlainPath(path);
  const server = shared.serverOf(findOwnServers({ operation, item }));
  const names = new ArgumentNames();
  const given = [item.parameters, operation.parameters].flatMap((list) => (Array.isArray(list) ? list : []));
  const {
    arguments: args,
    pathValues: places,
    query,
    headers,
    idempotencyHeader,
  } = toParameters(document, path, given, names, isCredential);
  const isRead = verb === 'GET' || verb === 'HEAD';
  const body = isRead ? undefined : toDeclaredBody(document, operation.requestBody, names);
  return {
    id,
    name: id,
    description: toDescription(verb, path, operation),
    parameters: schemas.toParametersSchema([...args, ...(body ? [body.argument] : [])]),
    sideEffects: !isRead,
    request: {
      method: verb,
      ...server,
      path,
      ...(Object.keys(places).length > 0 ? { places } : {}),
      ...(query.length > 0 ? { query } : {}),
      headers: [{ name: 'accept', value: toAcceptHeader(document, operation.responses) }, ...headers],
      ...(body ? { body: body.body } : {}),
    },
    ...(idempotencyHeader === undefined ? {} : { idempotencyHeader }),
  };
}

function isMethod(verb: string): verb is HttpMethod {
  return (HTTP_METHODS as readonly string[]).includes(verb);
}

/** Builds the description of an operation for users and models. */
function toDescription(verb: string, path: string, { summary, description, deprecated }: JsonObject): string {
  const [short, long] = [toReadableText(summary, 300), toReadableText(description, MAX_DESCRIPTION_LENGTH)];
  const rest = long.startsWith(short) ? long.slice(short.length).trim() : long;
  const parts = [short, rest, deprecated === true ? 'Deprecated.' : '', `${verb} ${path}`];
  return parts.filter((part) => part !== '').join('\n');
}

/** Throws UnsupportedOperation unless the path stays below the base URL after normalization. */
function assertPlainPath(path: string): void {
  const segments = path.split('/');
  if (path.length > MAX_PATH_LENGTH)
    throw new UnsupportedOperation(operationFailures.operation_path_too_long({ limit: MAX_PATH_LENGTH }));
  if (!path.startsWith('/') || path.startsWith('//'))
    throw new UnsupportedOperation(operationFailures.operation_path_start);
  if (/[?#\\\s\p{Cc}]/u.test(path)) throw new UnsupportedOperation(operationFailures.operation_path_characters);
  if (segments.some((step) => /^(?:\.|%2e){1,2}$/i.test(step)))
    throw new UnsupportedOperation(operationFailures.operation_path_dots);
}
