import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { TSchema } from 'typebox';
import type { Executor } from '../../src/platform/db/client.ts';
import type { Database } from '../../src/platform/db/schema.ts';
import { errors, toProblemAt, ValidationError } from '../../src/platform/errors.ts';
import { listParameters } from '../path.ts';
import { requestProblems } from '../problems.ts';

/** A record with a version, for optimistic concurrency by ETag and If-Match. */
interface Versioned {
  /** Table with a `version` column. */
  readonly table: { [T in keyof Database]: Database[T] extends { version: unknown } ? T : never }[keyof Database];
  /**
   * Path of the record. Its last parameter is the ID of the row; a path without parameters is the caller's own record.
   */
  readonly path: string;
}

const VERSIONED = new WeakMap<TSchema, Versioned>();

/** Marks a schema as that of a versioned record. */
export function toVersionedSchema<S extends TSchema>(record: Versioned, schema: S): S {
  VERSIONED.set(schema, record);
  return schema;
}

interface OperationDeclaration {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly response: { readonly schemas: Readonly<Record<number, unknown>> };
}

function getVersionedRecord({ response }: OperationDeclaration): Versioned | undefined {
  const schema = response.schemas[200];
  return typeof schema === 'object' && schema !== null ? VERSIONED.get(schema as TSchema) : undefined;
}

/** Whether an operation returns a versioned record. */
export function returnsVersion(op: OperationDeclaration): boolean {
  return op.method !== 'DELETE' && getVersionedRecord(op) !== undefined;
}

/** Whether an operation supports If-Match: it changes the record at its own path. */
export function checksVersion(op: OperationDeclaration): boolean {
  return op.method !== 'GET' && getVersionedRecord(op)?.path === op.path;
}

/** Sets the ETag header of a versioned record. */
export function setVersionHeader(op: OperationDeclaration, reply: FastifyReply, payload: unknown): void {
  if (!returnsVersion(op) || reply.statusCode >= 300) return;
  const { version } = payload as { readonly version?: unknown };
  if (typeof version !== 'number') throw new Error(`${op.id} returns a record without its version`);
  reply.header('etag', `"${version}"`);
}

/** One entity tag of a list. Weak tags count as strong ones, because compressing proxies weaken them. */
const ENTITY_TAGS = /^\s*(?:W\/)?"([\x21\x23-\x7e\x80-\xff]*)"\s*(?:,|$)/;

/** Returns the versions of an If-Match header, or undefined for `*`. Throws a 422. */
function parseIfMatch(header: string): string[] | undefined {
  if (header.trim() === '*') return undefined;
  const versions: string[] = [];
  for (let rest = header; versions.length === 0 || rest !== ''; ) {
    const [found, tag] = ENTITY_TAGS.exec(rest) ?? [];
    if (found === undefined || tag === undefined)
      throw new ValidationError([toProblemAt(['header', 'If-Match'], requestProblems.invalid_if_match)]);
    versions.push(tag);
    rest = rest.slice(found.length);
  }
  return versions;
}

/**
 * Returns the first step of a write transaction with If-Match, which locks the row and throws a 409 if its version
 * differs. Returns undefined without a version to check. Throws a 422 on a malformed header.
 */
export function createVersionCheck(
  op: OperationDeclaration,
  request: FastifyRequest,
): ((trx: Executor) => Promise<void>) | undefined {
  const header = request.headers['if-match'];
  const record = getVersionedRecord(op);
  if (header === undefined || record === undefined || !checksVersion(op)) return undefined;
  const versions = parseIfMatch(header);
  const parameter = listParameters(op.path).at(-1);
  if (versions === undefined) return undefined;
  return async (trx) => {
    const id =
      parameter === undefined ? request.caller.subject.id : (request.params as Record<string, string>)[parameter];
    const { rows } = await sql<{ version: number }>`
      select version from ${sql.table(record.table)} where id = ${id} for no key update`.execute(trx);
    const [row] = rows;
    if (row && !versions.includes(String(row.version))) throw errors.staleVersion(row.version);
  };
}
