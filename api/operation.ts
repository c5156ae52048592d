import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Static, TObject, TSchema } from 'typebox';
import type { Permission, Scope } from '../src/access/permissions.ts';
import type { SecurableType } from '../src/access/resources.ts';
import type { StagedBlob } from '../src/files/staging.ts';
import type { PageRequest } from '../src/platform/db/pagination.ts';
import type { Caller } from './caller.ts';
import type { Change } from './change.ts';
import type { ApiContext } from './context.ts';
import type { PATH_PARAMETERS } from './parents.ts';
import type { NamesIn, Parent } from './path.ts';
import type { Door } from './plugins/doors.ts';

type Table = typeof PATH_PARAMETERS;
type RowOf<P> = P extends Parent<infer Row, string> ? Row : never;
type ProvedBy<P> = P extends Parent<unknown, infer Name> ? Name : never;
/** The parameters of a path that the table has a row for, besides those that another one proves. */
type Named<Path extends string> = Exclude<
  { [K in NamesIn<Path> & keyof Table]: Table[K] extends Parent ? K : never }[NamesIn<Path> & keyof Table],
  ProvedBy<Table[NamesIn<Path> & keyof Table]>
>;
type Rows<Path extends string, L> = {
  readonly [K in Exclude<Named<Path>, keyof L>]: RowOf<Table[K]>;
} & { readonly [K in keyof L]: RowOf<L[K]> };
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
export interface Input<P, Q, B, L, A = null> {
  readonly ctx: ApiContext;
  readonly caller: Caller;
  readonly params: P;
  readonly query: Q;
  /** What is asked for of a list. */
  readonly page: PageRequest;
  readonly body: B;
  readonly parents: L;
  readonly uploads: readonly Upload[];
  /** Makes the operation's change with the audit event that it declares; an operation without one has none to make. */
  readonly change: A extends string ? Change : undefined;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** What the checks of a body work with: fields that the schema refuses are left out. */
export interface CheckInput<B> {
  readonly ctx: ApiContext;
  readonly caller: Caller;
  readonly body: Partial<B>;
  /** Names of the fields that are left out: no problem that follows from their absence is one. */
  readonly refused: ReadonlySet<unknown>;
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
  /** The door it stands at: each client network has so many attempts a minute there. */
  readonly door?: Door;
  /** Why it stands at none, where it is public. */
  readonly doorFree?: string;
  /**
   * Scopes any one of which suffices a cut-down credential, where they differ from the permission asked for. With an empty
   * list none does: the operation is for credentials that are not cut down.
   */
  readonly scopes?: readonly Scope[];
  /** Whether the access token of the task in its path may ask for it; it may for nothing else. */
  readonly byTaskToken?: true;
  /**
   * Type of what it lists, where it shows whoever may not see all of the project's those on which they hold a role; `anything`
   * for what tells of all that is in it.
   */
  readonly lists?: SecurableType | 'anything';
  /** Why it takes no scope, where anybody may who is signed in. */
  readonly scopeFree?: string;
  readonly query: TObject | null;
  readonly body: TSchema | null;
  /** Whether the body may be left out. */
  readonly bodyOptional?: boolean;
  /** Whether its body is taken as it comes, of whatever type and up to BODY_LIMIT bytes: the handler reads it. */
  readonly rawBody?: boolean;
  /** Whether the body holds long texts: it may have BODY_LIMIT bytes then, else far fewer. */
  readonly longBody?: boolean;
  /** Bytes that the body may have whatever BODY_LIMIT is, since what it holds is promised to fit. */
  readonly bodyBytes?: number;
  /** The form that is accepted besides JSON, as it is on the wire. */
  readonly multipart?: TObject;
  /** Whether it is accepted in place of JSON. */
  readonly formOnly?: boolean;
  /** Field of the form that holds the JSON body; without one each field of the form is a field of the body. */
  readonly formBody?: string;
  /** Most files of a form; 20 when left out. */
  readonly formFiles?: number;
  /** Most bytes of a form, files and fields together; UPLOAD_LIMIT when left out. */
  readonly formLimit?: number;
  /** Schemas by status; null for an empty answer; for another content type its name, several joined with `or`, and what to say after a comma. */
  readonly answers: Readonly<Record<number, TSchema | string | null>>;
  /** Reasons of domain errors by status, besides those that follow from the rest of the declaration. */
  readonly errors?: Readonly<Record<number, readonly string[]>>;
  /** The events of its stream, where callers can have one in place of JSON. */
  readonly events?: TSchema;
  /** Whether callers can have a table of CSV in place of JSON. */
  readonly csv?: true;
  /** Whether its stream goes on after the event of a Last-Event-ID header. */
  readonly resumable?: boolean;
  /** Whether it waits for a run, so that a Prefer header counts. */
  readonly waits?: boolean;
  /** Headers of good answers besides those of all. */
  readonly sends?: readonly string[];
  /** Parents by path parameter that are loaded in place of those of the table. */
  readonly loads: Readonly<Record<string, Parent>>;
  /** Event type that the operation records; null for reads and for what leaves no trace. */
  readonly audit: string | null;
  /** What a GET stores all the same. With the cookie of a browser it is then let in as a POST is: not for a page elsewhere. */
  readonly writes?: string;
  /** Event type of what it starts, or looks for: kept at once, it stands in the audit within half a minute. */
  readonly recordsLater?: string;
  /** What reading its resource takes, where it is not to see the resource or what it is a part of: who holds it learns of the change at once. */
  readonly told?: Permission;
  /** Whether an Idempotency-Key header is honoured. */
  readonly idempotent: boolean;
  readonly examples?: { readonly body?: unknown; readonly answer?: unknown };
  /**
   * Checks what the schema of the body can't, as far as its fields are there. Made where the schema refuses some fields, so
   * that one 422 names the problems of the others too; the handler makes the same checks. Throws a ValidationError.
   */
  readonly checks?: (input: CheckInput<never>) => Promise<void> | void;
  readonly handle: (input: Input<never, never, never, never, never>) => Promise<unknown> | unknown;
}

type Derived = 'query' | 'body' | 'loads' | 'audit' | 'idempotent' | 'checks' | 'handle';

/** What is said of an operation: a read leaves no trace and may be repeated, what changes something says both. */
type Declaration<Path, Q, B, L, A> = Omit<Operation, Derived | 'method' | 'path'> & {
  readonly path: Path;
  readonly query?: Q;
  readonly body?: B;
  readonly loads?: L;
  readonly checks?: (input: CheckInput<StaticOr<B, never>>) => Promise<void> | void;
} & (
    | { readonly method: 'GET'; readonly audit?: never; readonly idempotent?: never }
    | {
        readonly method: Exclude<Operation['method'], 'GET'>;
        readonly audit: A;
        readonly idempotent: boolean;
      }
  );

/** Declares an operation; the handler's types follow from the path and the schemas. */
export function operation<
  Path extends string,
  Q extends TObject | undefined = undefined,
  B extends TSchema | undefined = undefined,
  L extends Readonly<Record<string, Parent>> = Record<never, never>,
  A extends string | null = null,
>(
  declaration: Declaration<Path, Q, B, L, A>,
  handle: (
    input: Input<
      { readonly [N in NamesIn<Path>]: string },
      StaticOr<Q, Record<string, never>>,
      StaticOr<B, undefined>,
      Rows<Path, L>,
      A
    >,
  ) => Promise<unknown> | unknown,
): Operation {
  const read = declaration.method === 'GET' ? { audit: null, idempotent: false } : {};
  const rest = { query: null, body: null, loads: {}, ...read, ...declaration };
  return { ...rest, handle } as Operation;
}

/** Scopes any one of which a cut-down credential needs; null where it needs none. */
export function scopesOf(op: Operation): readonly Scope[] | null {
  if (op.scopes) return op.scopes;
  return op.access === 'public' || op.access === 'authenticated' ? null : [op.access];
}

/** Where the versioned interface begins. */
export const API_PREFIX = '/api/v1';

/** Paths that stand below the base address instead. */
const OUTSIDE = ['/-/', '/public/', '/identity/', '/hooks/'];

/** The whole path of an operation below the base address, with its `{name}` places. */
export function urlOf(op: Operation): string {
  return (OUTSIDE.some((prefix) => op.path.startsWith(prefix)) ? '' : API_PREFIX) + op.path;
}
