import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Static, TObject, TSchema } from 'typebox';
import type { Permission, Scope } from '../src/access/permissions.ts';
import type { StagedBlob } from '../src/files/staging.ts';
import type { Executor } from '../src/platform/db/client.ts';
import type { ApiContext } from './context.ts';
import type { Caller } from './plugins/access.ts';
import type { Audit } from './plugins/audit.ts';

/** How a parent in the path is loaded and proved to stand where the path says. */
export interface Parent<Row = unknown> {
  /** Name in a 404's `field`. */
  readonly field: string;
  /** Reads the row, or undefined when it is missing, deleted or another project's. */
  readonly load: (db: Executor, projectId: string, id: string) => Promise<Row | undefined>;
  /** Throws where the row stands elsewhere than the rest of the path says, or is not for the caller. */
  check?(row: Row, caller: Caller, ids: Readonly<Record<string, string>>): void;
}

type Rows<L> = { readonly [K in keyof L]: L[K] extends Parent<infer Row> ? Row : never };
type StaticOr<S, Otherwise> = S extends TSchema ? Static<S> : Otherwise;

/** A file that came with a multipart request. */
export interface Upload {
  readonly field: string;
  readonly name: string;
  /** As its bytes say, where they say it. */
  readonly mediaType: string;
  /** Where its bytes are; they stay there only where a file is made of them. */
  readonly blob: StagedBlob;
}

/** What a handler works with; everything is proved and validated. */
export interface Input<P, Q, B, L> {
  readonly ctx: ApiContext;
  readonly caller: Caller;
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  readonly parents: L;
  readonly uploads: readonly Upload[];
  /** Writes the audit event that the operation declares, in the transaction of the change. */
  readonly audit: Audit;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** An operation as data: hooks, OpenAPI and the guards read it. */
export interface Operation {
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** The full literal path with `{name}` places. */
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  /** The permission asked for (a scope of the same name suffices a cut-down credential), or one of two explicit words. */
  readonly access: Permission | 'public' | 'authenticated';
  /**
   * Scopes any one of which suffices a cut-down credential, where they differ from the permission asked for. With an empty
   * list none does: the operation is for credentials that are not cut down.
   */
  readonly scopes?: readonly Scope[];
  /** Why it takes no scope, where anybody may who is signed in. */
  readonly scopeFree?: string;
  readonly params: TObject | null;
  readonly query: TObject | null;
  readonly body: TSchema | null;
  /** Whether the body may be left out. */
  readonly bodyOptional?: boolean;
  /** Whether the body holds long texts: it may have BODY_LIMIT bytes then, else far fewer. */
  readonly longBody?: boolean;
  /** The form that is accepted besides JSON, as it is on the wire. */
  readonly multipart?: TObject;
  /** Whether it is accepted in place of JSON. */
  readonly formOnly?: boolean;
  /** Most bytes of a form, files and fields together; UPLOAD_LIMIT when left out. */
  readonly formLimit?: number;
  /** Schemas by status; null for an empty answer; for another content type its name, several joined with `or`, and what to say after a comma. */
  readonly answers: Readonly<Record<number, TSchema | string | null>>;
  /** Reasons of domain errors by status, besides those that follow from the rest of the declaration. */
  readonly errors?: Readonly<Record<number, readonly string[]>>;
  /** The events of its stream, where callers can have one in place of JSON. */
  readonly events?: TSchema;
  /** Whether its stream goes on after the event of a Last-Event-ID header. */
  readonly resumable?: boolean;
  /** Whether it waits for a run, so that a Prefer header counts. */
  readonly waits?: boolean;
  /** Headers of good answers besides those of all. */
  readonly sends?: readonly string[];
  /** Parents by path parameter. */
  readonly loads: Readonly<Record<string, Parent>>;
  /** Path parameters that the handler's own query proves. */
  readonly own: readonly string[];
  /** Event type that the operation records; null for reads and for what leaves no trace. */
  readonly audit: string | null;
  /** Whether an Idempotency-Key header is honoured. */
  readonly idempotent: boolean;
  readonly examples?: { readonly body?: unknown; readonly answer?: unknown };
  readonly handle: (input: Input<never, never, never, never>) => Promise<unknown> | unknown;
}

interface Declaration<P, Q, B, L> extends Omit<Operation, 'params' | 'query' | 'body' | 'loads' | 'handle'> {
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  readonly loads: L;
}

/** Declares an operation; the handler's types follow from the schemas. */
export function operation<
  P extends TObject | null,
  Q extends TObject | null,
  B extends TSchema | null,
  L extends Readonly<Record<string, Parent>>,
>(
  declaration: Declaration<P, Q, B, L>,
  handle: (
    input: Input<
      StaticOr<P, Record<string, never>>,
      StaticOr<Q, Record<string, never>>,
      StaticOr<B, undefined>,
      Rows<L>
    >,
  ) => Promise<unknown> | unknown,
): Operation {
  return { ...declaration, handle: handle as Operation['handle'] };
}

/** Scopes any one of which a cut-down credential needs; null where it needs none. */
export function scopesOf(op: Operation): readonly Scope[] | null {
  if (op.scopes) return op.scopes;
  return op.access === 'public' || op.access === 'authenticated' ? null : [op.access];
}

/** What is wrong with a declaration, as sentences; the app refuses to boot when there is any. */
export function declarationProblems(op: Operation): string[] {
  const places = [...op.path.matchAll(/\{([a-z_]+)\}/g)].map((match) => match[1] ?? '');
  const declared = Object.keys(op.params?.properties ?? {});
  const proved = new Set(['org_id', 'project_id', ...Object.keys(op.loads), ...op.own]);
  const problems = [
    ...places.filter((name) => !declared.includes(name)).map((name) => `path parameter ${name} has no schema`),
    ...declared.filter((name) => !places.includes(name)).map((name) => `schema for ${name}, which the path lacks`),
    ...places.filter((name) => !proved.has(name)).map((name) => `nothing proves ${name}: load it or list it in own`),
  ];
  if (!op.access) problems.push('no access word or permission');
  if (!op.summary) problems.push('no summary');
  if (Object.keys(op.answers).length === 0) problems.push('no answers');
  if (op.audit === undefined) problems.push('audit is not stated');
  if (op.idempotent === undefined) problems.push('idempotent is not stated');
  if (op.method === 'GET' && op.body) problems.push('a GET takes no body');
  return problems.map((problem) => `${op.method} ${op.path} (${op.id}): ${problem}`);
}

/** Where the versioned interface begins. */
export const API_PREFIX = '/api/v1';

/** Paths that stand below the base address instead. */
const OUTSIDE = ['/-/', '/public/', '/identity/'];

/** The whole path of an operation below the base address, with its `{name}` places. */
export function urlOf(op: Operation): string {
  return (OUTSIDE.some((prefix) => op.path.startsWith(prefix)) ? '' : API_PREFIX) + op.path;
}
