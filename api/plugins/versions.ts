import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { TSchema } from 'typebox';
import type { Executor } from '../../src/platform/db/client.ts';
import type { Database } from '../../src/platform/db/schema.ts';
import { errors, problemAt, ValidationError } from '../../src/platform/errors.ts';
import { namesIn } from '../path.ts';
import { requestProblems } from '../problems.ts';

/** A record whose version is told, so that an edit can name the one it was made to. */
interface Versioned {
  /** Its table, which counts versions in the column of that name. */
  readonly table: { [T in keyof Database]: Database[T] extends { version: unknown } ? T : never }[keyof Database];
  /** Where it is read, changed and deleted. Its last place names the row; one without places is the caller's own. */
  readonly path: string;
}

const VERSIONED = new WeakMap<TSchema, Versioned>();

/** Says that a schema is that of a record with a version. */
export function versioned<S extends TSchema>(record: Versioned, schema: S): S {
  VERSIONED.set(schema, record);
  return schema;
}

/** What is read of an operation. */
interface Declared {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly response: { readonly schemas: Readonly<Record<number, unknown>> };
}

function recordOf({ response }: Declared): Versioned | undefined {
  const schema = response.schemas[200];
  return typeof schema === 'object' && schema !== null ? VERSIONED.get(schema as TSchema) : undefined;
}

/** Whether an operation tells the version of the record that it answers. */
export function tellsVersion(op: Declared): boolean {
  return op.method !== 'DELETE' && recordOf(op) !== undefined;
}

/** Whether an operation honours an If-Match header: it changes the record at its own address. */
export function checksVersion(op: Declared): boolean {
  return op.method !== 'GET' && recordOf(op)?.path === op.path;
}

/** Tells the version of a record in an ETag header. */
export function tellVersion(op: Declared, reply: FastifyReply, answer: unknown): void {
  if (!tellsVersion(op) || reply.statusCode >= 300) return;
  const { version } = answer as { readonly version?: unknown };
  if (typeof version !== 'number') throw new Error(`${op.id} answers a record without its version`);
  reply.header('etag', `"${version}"`);
}

/** A list of entity tags. Proxies that compress make strong ones weak, so that both are taken alike. */
const TAGS = /^\s*(?:W\/)?"([\x21\x23-\x7e\x80-\xff]*)"\s*(?:,|$)/;

/** The versions that an If-Match header names; undefined where any will do. Throws a 422. */
function namedIn(header: string): string[] | undefined {
  if (header.trim() === '*') return undefined;
  const named: string[] = [];
  for (let rest = header; named.length === 0 || rest !== ''; ) {
    const [found, tag] = TAGS.exec(rest) ?? [];
    if (found === undefined || tag === undefined)
      throw new ValidationError([problemAt(['header', 'If-Match'], requestProblems.invalid_if_match)]);
    named.push(tag);
    rest = rest.slice(found.length);
  }
  return named;
}

/**
 * What holds a change against the If-Match header of its request: the first step of its transaction, which locks the row so
 * that nobody else changes it after. Throws a 409 where the record has become another one; a 422 at once for a header that
 * can't be read. Undefined where nothing was named.
 */
export function versionCheck(op: Declared, request: FastifyRequest): ((trx: Executor) => Promise<void>) | undefined {
  const header = request.headers['if-match'];
  const record = recordOf(op);
  if (header === undefined || record === undefined || !checksVersion(op)) return undefined;
  const named = namedIn(header);
  const place = namesIn(op.path).at(-1);
  if (named === undefined) return undefined;
  return async (trx) => {
    const id = place === undefined ? request.caller.subject.id : (request.params as Record<string, string>)[place];
    const { rows } = await sql<{ version: number }>`
      select version from ${sql.table(record.table)} where id = ${id} for no key update`.execute(trx);
    const [row] = rows;
    if (row && !named.includes(String(row.version))) throw errors.staleVersion(row.version);
  };
}
