import { OPERATIONS } from '../../api/modules.ts';
import { describeOperations } from '../../api/openapi/document.ts';
import type { Json } from './client.ts';

interface Described {
  readonly id: string;
  readonly pattern: RegExp;
  /** Number of path parameters. An operation with fewer matches first. */
  readonly places: number;
  readonly responses: Json;
  readonly schemas: Json;
}

let described: Map<string, Described[]> | undefined;

/** Returns the method and the number of path segments, which all paths of an operation share. */
const formOf = (method: string, path: string) => `${method} ${path.replace(/\/$/, '').split('/').length}`;

/** Returns the operations of the OpenAPI document by the form of their paths. */
function operations(): Map<string, Described[]> {
  const document: Json = describeOperations(OPERATIONS, 'http://localhost');
  const byForm = new Map<string, Described[]>();
  for (const [path, item] of Object.entries<Json>(document.paths)) {
    for (const [method, op] of Object.entries<Json>(item)) {
      const form = formOf(method.toUpperCase(), path);
      const list = byForm.get(form) ?? [];
      list.push({
        id: op.operationId,
        pattern: new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{[a-z_]+\}/g, '[^/]+')}/?$`),
        places: path.split('{').length,
        responses: op.responses,
        schemas: document.components.schemas,
      });
      byForm.set(
        form,
        list.toSorted((a, b) => a.places - b.places),
      );
    }
  }
  return byForm;
}

/** Errors without an operation. */
const ANYWHERE = ['ROUTE_NOT_FOUND', 'METHOD_NOT_ALLOWED', 'MALFORMED_PATH', 'MALFORMED_REQUEST', 'HEADERS_TOO_LARGE'];

/** Throws if the OpenAPI document does not describe the response. */
export function checkDescribed(method: string, url: string, answer: { readonly status: number; readonly body: Json }) {
  described ??= operations();
  const path = new URL(url).pathname;
  const op = described.get(formOf(method, path))?.find((candidate) => candidate.pattern.test(path));
  const reason: unknown = answer.body?.detail?.reason;
  if (op === undefined || (typeof reason === 'string' && ANYWHERE.includes(reason))) return;
  const response = op.responses[answer.status];
  if (response === undefined) throw new Error(`${op.id} answers ${answer.status}, which it does not declare`);
  if (typeof reason !== 'string') return;
  const schema = response.content?.['application/json']?.schema;
  const reasons = (schema?.oneOf ?? [schema]).map((one: Json) => {
    const named = op.schemas[String(one?.$ref).split('/').at(-1) ?? ''];
    return named?.properties.detail?.properties?.reason?.const;
  });
  if (!reasons.includes(reason))
    throw new Error(`${op.id} answers ${answer.status} ${reason}, which it does not declare`);
}
