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
import type { RateLimitGroup } from './plugins/attempt-limits.ts';

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

/** Who may call an operation, and how often. */
export interface OperationAuth {
  /** The required permission, or one of two explicit words. A credential with limited scopes needs the scope of the same name. */
  readonly permission: Permission | 'public' | 'authenticated';
  /**
   * Scopes of which a credential with limited scopes needs one, where they differ from the permission. An empty list excludes
   * all such credentials.
   */
  readonly scopes?: readonly Scope[];
  /** Why an operation for every signed-in caller needs no scope. */
  readonly noScopeReason?: string;
  /** Whether the access token of the task in the path may call it. Such a token may call nothing else. */
  readonly taskToken?: true;
  /**
   * Type of the resources that it lists. A caller without the permission on the project then gets the resources on which they
   * hold a role. `anything` stands for all types.
   */
  readonly lists?: SecurableType | 'anything';
  /** The rate limit per client network that it counts towards. */
  readonly rateLimit?: RateLimitGroup;
  /** Why a public operation has no rate limit. */
  readonly noRateLimitReason?: string;
}

/** A multipart form that an operation accepts besides JSON. */
export interface OperationForm {
  /** The form as it is on the wire. */
  readonly schema: TObject;
  /** Whether the form replaces JSON. */
  readonly only?: boolean;
  /** Field that holds the JSON body. Without one each field of the form is a field of the body. */
  readonly bodyField?: string;
  /** Maximum number of files. Default 20. */
  readonly maxFiles?: number;
  /** Maximum size in bytes, files and fields together. Default UPLOAD_LIMIT. */
  readonly maxBytes?: number;
}

/** What an operation reads of a request. */
export interface OperationRequest<Q = TObject | null, B = TSchema | null, L = Readonly<Record<string, Parent>>> {
  readonly query: Q;
  readonly body: B;
  readonly bodyOptional?: boolean;
  /** Whether the handler reads the body itself: any content type, up to BODY_LIMIT bytes. */
  readonly rawBody?: boolean;
  /** Whether the body holds long texts and may have BODY_LIMIT bytes instead of the lower default. */
  readonly longBody?: boolean;
  /** Maximum size of the body in bytes, whatever BODY_LIMIT is. */
  readonly maxBodyBytes?: number;
  readonly form?: OperationForm;
  /** Parents by path parameter, loaded instead of those of the table in `parents.ts`. */
  readonly parents: L;
  /** Whether an Idempotency-Key header is honoured. */
  readonly idempotent: boolean;
  /** Whether it waits for a run, so that a `Prefer: wait` header counts. */
  readonly prefersWait?: boolean;
  /** Body of the OpenAPI document's example. */
  readonly example?: unknown;
  /**
   * Checks what the schema of the body can't. It also runs on a body with fields that the schema refuses, so that one 422 names
   * all problems. The handler makes the same checks. Throws a ValidationError.
   */
  readonly checks?: (input: CheckInput<never>) => Promise<void> | void;
}

/** What an operation responds. */
export interface OperationResponse {
  /**
   * Schemas by status. Null stands for an empty body. A text names another content type, several joined by `or`, with a remark
   * after a comma.
   */
  readonly schemas: Readonly<Record<number, TSchema | string | null>>;
  /** Reasons of domain errors by status, besides those that follow from the rest of the declaration. */
  readonly errors?: Readonly<Record<number, readonly string[]>>;
  /** Names of headers of successful responses, besides those of all operations. */
  readonly headers?: readonly string[];
  /** Whether callers can request CSV instead of JSON. */
  readonly csv?: true;
  /** Response of the OpenAPI document's example. */
  readonly example?: unknown;
}

/** The event stream that callers can request instead of JSON. */
export interface OperationStream {
  /** Schema of the events. */
  readonly events: TSchema;
  /** Whether the stream continues after the event that a Last-Event-ID header names. */
  readonly resumable?: boolean;
}

/** What an operation records. */
export interface OperationAudit<A = string | null> {
  /** Type of the audit event; null for reads and for operations that record nothing. */
  readonly event: A;
  /** What a GET stores. With a browser's session cookie it then passes the same origin checks as a POST. */
  readonly writesOnGet?: string;
  /** Type of the event of the work that it starts. It is stored at once and appears in the audit log within 30 seconds. */
  readonly startedEvent?: string;
  /** The permission that receives the change event, where it is not the one to view the resource. */
  readonly audience?: Permission;
}

/** An operation as data: hooks, the OpenAPI document and the guards read it. */
export interface Operation {
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** The full literal path with `{name}` parameters. */
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly auth: OperationAuth;
  readonly request: OperationRequest;
  readonly response: OperationResponse;
  readonly stream?: OperationStream;
  readonly audit: OperationAudit;
  readonly handle: (input: Input<never, never, never, never, never>) => Promise<unknown> | unknown;
}

type RequestDeclaration<Q, B, L> = Partial<Omit<OperationRequest<Q, B, L>, 'checks' | 'idempotent'>> & {
  readonly checks?: (input: CheckInput<StaticOr<B, never>>) => Promise<void> | void;
};

/** What a module declares. A read records nothing and is repeatable; every other operation states both. */
type Declaration<Path, Q, B, L, A> = Omit<Operation, 'method' | 'path' | 'request' | 'audit' | 'handle'> & {
  readonly path: Path;
} & (
    | {
        readonly method: 'GET';
        readonly request?: RequestDeclaration<Q, B, L> & { readonly idempotent?: never };
        readonly audit?: Omit<OperationAudit, 'event'> & { readonly event?: never };
      }
    | {
        readonly method: Exclude<Operation['method'], 'GET'>;
        readonly request: RequestDeclaration<Q, B, L> & { readonly idempotent: boolean };
        readonly audit: OperationAudit<A>;
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
  const isRead = declaration.method === 'GET';
  return {
    ...declaration,
    request: { query: null, body: null, parents: {}, ...(isRead && { idempotent: false }), ...declaration.request },
    audit: { ...(isRead && { event: null }), ...declaration.audit },
    handle,
  } as Operation;
}

/** Scopes any one of which a cut-down credential needs; null where it needs none. */
export function listOperationScopes(op: Operation): readonly Scope[] | null {
  const { permission, scopes } = op.auth;
  if (scopes) return scopes;
  return permission === 'public' || permission === 'authenticated' ? null : [permission];
}

/** Where the versioned interface begins. */
export const API_PREFIX = '/api/v1';

/** Paths that stand below the base address instead. */
const UNVERSIONED_PREFIXES = ['/-/', '/public/', '/identity/', '/hooks/'];

/** The whole path of an operation below the base address, with its `{name}` places. */
export function toUrl(op: Operation): string {
  return (UNVERSIONED_PREFIXES.some((prefix) => op.path.startsWith(prefix)) ? '' : API_PREFIX) + op.path;
}
