import { HTTP_METHODS, type HttpMethod } from '../../../platform/http/guarded-client.ts';
import { operationFailures } from '../../failures.ts';
import type { DeclaredTool } from '../declared.ts';
import { acceptOf } from './accept.ts';
import { ArgumentNames } from './argument-names.ts';
import { bodyOf } from './body.ts';
import { type JsonObject, Unsupported } from './document.ts';
import { type IsCredential, parametersOf } from './parameters.ts';
import type { Schemas } from './schemas.ts';
import type { ServerOf } from './servers.ts';
import { readable } from './texts.ts';

const LONGEST_DESCRIPTION = 1500;
const LONGEST_PATH = 1000;

/** An operation and what the whole path and the whole document say about it. */
export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly item: JsonObject;
  readonly operation: JsonObject;
}

/** What all operations of a document share. */
export interface Shared {
  readonly document: JsonObject;
  readonly schemas: Schemas;
  readonly isCredential: IsCredential;
  readonly serverOf: ServerOf;
}

/** The tool that an operation is. Throws Unsupported where it can't be one. */
export function toolOf(id: string, { method, path, item, operation }: Operation, shared: Shared): DeclaredTool {
  const { document, schemas, isCredential } = shared;
  const verb = method.toUpperCase();
  if (!isMethod(verb)) throw new Unsupported(operationFailures.operation_method({ method: verb }));
  checkPath(path);
  const server = shared.serverOf(operation.servers ?? item.servers);
  const names = new ArgumentNames();
  const given = [item.parameters, operation.parameters].flatMap((list) => (Array.isArray(list) ? list : []));
  const {
    arguments: from,
    places,
    query,
    headers,
    idempotencyHeader,
  } = parametersOf(document, path, given, names, isCredential);
  const reads = verb === 'GET' || verb === 'HEAD';
  const body = reads ? undefined : bodyOf(document, operation.requestBody, names);
  return {
    id,
    name: id,
    description: descriptionOf(verb, path, operation),
    parameters: schemas.parametersOf([...from, ...(body ? [body.argument] : [])]),
    sideEffects: !reads,
    request: {
      method: verb,
      ...server,
      path,
      ...(Object.keys(places).length > 0 ? { places } : {}),
      ...(query.length > 0 ? { query } : {}),
      headers: [{ name: 'accept', value: acceptOf(document, operation.responses) }, ...headers],
      ...(body ? { body: body.body } : {}),
    },
    ...(idempotencyHeader === undefined ? {} : { idempotencyHeader }),
  };
}

function isMethod(verb: string): verb is HttpMethod {
  return (HTTP_METHODS as readonly string[]).includes(verb);
}

/** What people and the model are told of an operation. */
function descriptionOf(verb: string, path: string, { summary, description, deprecated }: JsonObject): string {
  const [short, long] = [readable(summary, 300), readable(description, LONGEST_DESCRIPTION)];
  const rest = long.startsWith(short) ? long.slice(short.length).trim() : long;
  const parts = [short, rest, deprecated === true ? 'Deprecated.' : '', `${verb} ${path}`];
  return parts.filter((part) => part !== '').join('\n');
}

/** A path must read as it is written and stay below the base address, whatever joins the two. */
function checkPath(path: string): void {
  const steps = path.split('/');
  if (path.length > LONGEST_PATH)
    throw new Unsupported(operationFailures.operation_path_too_long({ limit: LONGEST_PATH }));
  if (!path.startsWith('/') || path.startsWith('//')) throw new Unsupported(operationFailures.operation_path_start);
  if (/[?#\\\s\p{Cc}]/u.test(path)) throw new Unsupported(operationFailures.operation_path_characters);
  if (steps.some((step) => /^(?:\.|%2e){1,2}$/i.test(step)))
    throw new Unsupported(operationFailures.operation_path_dots);
}
