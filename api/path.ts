import type { Slot } from '../src/access/resources.ts';
import type { Executor } from '../src/platform/db/client.ts';
import { orNotFound } from '../src/platform/errors.ts';
import type { Caller } from './caller.ts';

/** Path parameter; parents.ts has the table. */
export interface PathParameter {
  /** Description for the OpenAPI document. */
  readonly description: string;
}

/** Scope in which a parent row is loaded. */
export interface ParentScope {
  /** Identifier in the path. */
  readonly id: string;
  /** Identifier of the preceding parameter, which the row must belong to. */
  readonly above: string;
  /** Caller, with organization and project of the path. */
  readonly caller: Caller;
}

/** Path parameter that names a row. The row is loaded and verified to belong to its parent before the handler runs. */
export interface Parent<Row = unknown, Proved extends string = string> extends PathParameter {
  /** Value of `field` in a 404. */
  readonly field: string;
  /** Loads the row; undefined if it is missing, deleted or belongs to another parent. */
  readonly load: (db: Executor, scope: ParentScope) => Promise<Row | undefined>;
  /** Throws if the row belongs to another parent or the caller may not see it. */
  check?(row: Row, scope: ParentScope): void;
  /** Finds the securable resource that the row is part of, if the path does not name it. Runs before authorization. */
  readonly partOf?: (db: Executor, id: string) => Promise<Slot | undefined>;
  /** Preceding parameters that this one verifies, so that they need no query. */
  readonly proves?: readonly Proved[];
}

/** Declares a parent; its row type follows from `load`. */
export function parent<Row, const Proved extends string = never>(declared: Parent<Row, Proved>): Parent<Row, Proved> {
  return declared;
}

/** Parameter names of a path. */
export type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;

/** Parameter names of a path, in order. */
export function listParameters(path: string): string[] {
  return [...path.matchAll(/\{([a-z_]+)\}/g)].map((match) => match[1] ?? '');
}

/** Parameters with free text: the short id of a share link, and the domain id as the specification defines it. */
const TEXT_PARAMETERS = new Set(['short_id', 'domain_id']);

/** Whether a parameter is a UUID. */
export function isIdentifier(name: string): boolean {
  return name.endsWith('_id') && !TEXT_PARAMETERS.has(name);
}

/** Loads the row of a parent. Throws a 404 if it does not exist, and the errors of its check. */
export async function loadParent<Row>(parent: Parent<Row>, db: Executor, scope: ParentScope): Promise<Row> {
  const row = orNotFound(await parent.load(db, scope), parent.field, scope.id);
  parent.check?.(row, scope);
  return row;
}
