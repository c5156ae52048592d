import { OPERATIONS } from '../../api/modules.ts';
import type { Operation } from '../../api/operation.ts';
import type { Json } from '../support/client.ts';
import { FIELDS, type Row } from './fields.ts';

/** A field of an operation's request. */
export interface Field {
  readonly op: Operation;
  readonly where: 'query' | 'body';
  /** Its path, with `[]` for the items of a list. */
  readonly path: string;
}

/** Every field of a schema, including nested ones. */
function fieldsIn(schema: Json, path: string): string[] {
  return (schema.anyOf ?? [schema]).flatMap((branch: Json) => [
    ...Object.entries(branch.properties ?? {}).flatMap(([name, inner]) => {
      const at = path === '' ? name : `${path}.${name}`;
      return [at, ...fieldsIn(inner, at)];
    }),
    ...(branch.items === undefined ? [] : fieldsIn(branch.items, `${path}[]`)),
  ]);
}

/** Every field of every operation; form fields count as body fields. */
export const ALL_FIELDS: readonly Field[] = OPERATIONS.flatMap((op) => {
  const inBody = new Set([op.request.body, op.request.form?.schema].flatMap((schema) => fieldsIn(schema ?? {}, '')));
  return [
    ...fieldsIn(op.request.query ?? {}, '').map((path): Field => ({ op, where: 'query', path })),
    ...[...inBody].map((path): Field => ({ op, where: 'body', path })),
  ];
});

export const matchesId = (pattern: string, id: string) =>
  pattern === id || (pattern.startsWith('*') && id.endsWith(pattern.slice(1)));

/** The row of a field itself. */
export function findOwnRow({ op, path }: Pick<Field, 'op' | 'path'>): Row | undefined {
  const tables = FIELDS.filter(([operations]) => operations.some((pattern) => matchesId(pattern, op.id)));
  return tables.map(([, fields]) => fields[path]).find((row) => row !== undefined);
}

/** The row of a field, or of an enclosing field that is rejected completely. */
export function findRow({ op, path }: Pick<Field, 'op' | 'path'>): Row | undefined {
  const own = findOwnRow({ op, path });
  if (own !== undefined || !/[.[]/.test(path)) return own;
  const around = findRow({ op, path: path.replace(/(\[\]|\.[^.[]+)$/, '') });
  return isRejected(around) ? around : undefined;
}

/** Whether a row says that the field is rejected. */
export function isRejected(row: Row | undefined): row is { readonly refused: unknown } {
  return typeof row === 'object' && 'refused' in row;
}

export const toLabel = ({ op, where, path }: Field) => `${op.id}: ${where}.${path}`;
