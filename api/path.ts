import type { Slot } from '../src/access/resources.ts';
import type { Executor } from '../src/platform/db/client.ts';
import { orNotFound } from '../src/platform/errors.ts';
import type { Caller } from './caller.ts';

/** A parameter of paths; the table of them is in parents.ts. */
export interface PathParameter {
  /** What it names, for the OpenAPI document. */
  readonly description: string;
}

/** Where a parent is looked for. */
export interface ParentScope {
  /** Its own identifier in the path. */
  readonly id: string;
  /** The parameter before it, which it has to hang on. */
  readonly above: string;
  /** Who asks, with the organization and the project of the path. */
  readonly caller: Caller;
}

/** A parameter that names a row, which is loaded and proved to stand where the path says before the handler runs. */
export interface Parent<Row = unknown, Proved extends string = string> extends PathParameter {
  /** Name in a 404's `field`. */
  readonly field: string;
  /** Reads the row, or undefined when it is missing, deleted or another's. */
  readonly load: (db: Executor, place: ParentScope) => Promise<Row | undefined>;
  /** Throws where the row hangs on something else than the path says, or is not for the caller. */
  check?(row: Row, place: ParentScope): void;
  /** The resource that it is a part of, where that is not in the path: roles on it count. Asked before anybody is admitted. */
  readonly partOf?: (db: Executor, id: string) => Promise<Slot | undefined>;
  /** Parameters before it that are right when it is, so that they are not loaded besides. */
  readonly proves?: readonly Proved[];
}

/** Declares a parent; the type of its row follows from what is loaded. */
export function parent<Row, const Proved extends string = never>(declared: Parent<Row, Proved>): Parent<Row, Proved> {
  return declared;
}

/** The names of the parameters of a path. */
export type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;

/** The names of the parameters of a path, in its order. */
export function listParameters(path: string): string[] {
  return [...path.matchAll(/\{([a-z_]+)\}/g)].map((match) => match[1] ?? '');
}

/** Parameters that are any text for all their name: the short id of a link, and the id of a domain, as the specification has it. */
const TEXT_PARAMETERS = new Set(['short_id', 'domain_id']);

/** Whether a parameter is an identifier, which is a UUID. */
export function isIdentifier(name: string): boolean {
  return name.endsWith('_id') && !TEXT_PARAMETERS.has(name);
}

/** The row of a parent. Throws a 404 where there is none, and what its check says. */
export async function loadParent<Row>(parent: Parent<Row>, db: Executor, place: ParentScope): Promise<Row> {
  const row = orNotFound(await parent.load(db, place), parent.field, place.id);
  parent.check?.(row, place);
  return row;
}
