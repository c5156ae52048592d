import type { Operation } from '../../api/operation.ts';
import { OPERATIONS } from '../../api/rooms.ts';
import type { Json } from '../support/client.ts';
import { FIELDS, type Row } from './fields.ts';

/** A field that a request of an operation may carry. */
export interface Field {
  readonly op: Operation;
  readonly where: 'query' | 'body';
  /** Its path, with `[]` for the items of a list. */
  readonly path: string;
}

/** Every field of a schema, those inside objects and lists too. */
function fieldsIn(schema: Json, path: string): string[] {
  return (schema.anyOf ?? [schema]).flatMap((branch: Json) => [
    ...Object.entries(branch.properties ?? {}).flatMap(([name, inner]) => {
      const at = path === '' ? name : `${path}.${name}`;
      return [at, ...fieldsIn(inner, at)];
    }),
    ...(branch.items === undefined ? [] : fieldsIn(branch.items, `${path}[]`)),
  ]);
}

/** Every field of every operation, those of forms among the ones of bodies. */
export const ALL: readonly Field[] = OPERATIONS.flatMap((op) => {
  const inBody = new Set([op.request.body, op.request.form?.schema].flatMap((schema) => fieldsIn(schema ?? {}, '')));
  return [
    ...fieldsIn(op.request.query ?? {}, '').map((path): Field => ({ op, where: 'query', path })),
    ...[...inBody].map((path): Field => ({ op, where: 'body', path })),
  ];
});

export const fits = (pattern: string, id: string) =>
  pattern === id || (pattern.startsWith('*') && id.endsWith(pattern.slice(1)));

/** The row of a field itself. */
export function ownRow({ op, path }: Pick<Field, 'op' | 'path'>): Row | undefined {
  const tables = FIELDS.filter(([operations]) => operations.some((pattern) => fits(pattern, op.id)));
  return tables.map(([, fields]) => fields[path]).find((row) => row !== undefined);
}

/** The row of a field, or of one around it that is refused whole. */
export function rowOf({ op, path }: Pick<Field, 'op' | 'path'>): Row | undefined {
  const own = ownRow({ op, path });
  if (own !== undefined || !/[.[]/.test(path)) return own;
  const around = rowOf({ op, path: path.replace(/(\[\]|\.[^.[]+)$/, '') });
  return isRefused(around) ? around : undefined;
}

/** Whether a row says that the field is refused. */
export function isRefused(row: Row | undefined): row is { readonly refused: unknown } {
  return typeof row === 'object' && 'refused' in row;
}

export const label = ({ op, where, path }: Field) => `${op.id}: ${where}.${path}`;
