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
import type { RecordLimit } from './record-limit.ts';

type Table = typeof PATH_PARAMETERS;
type RowOf<P> = P extends Parent<infer Row, string> ? Row : never;
type ProvedBy<P> = P extends Parent<unknown, infer Name> ? Name : never;
/** Path parameters that have a parent row, except those that another parameter verifies. */
type Named<Path extends string> = Exclude<
  { [K in NamesIn<Path> & keyof Table]: Table[K] extends Parent ? K : never }[NamesIn<Path> & keyof Table],
  ProvedBy<Table[NamesIn<Path> & keyof Table]>
>;
type Rows<Path extends string, L> = {
  readonly [K in Exclude<Named<Path>, keyof L>]: RowOf<Table[K]>;
} & { readonly [K in keyof L]: RowOf<L[K]> };
type StaticOr<S, Otherwise> = S extends TSchema ? Static<S> : Otherwise;

/** File of a multipart request. */
export interface Upload {
  readonly field: string;
  readonly name: string;
  /** Media type detected from the bytes, else the declared one. */
  readonly mediaType: string;
  /** Staged bytes. They are stored only if the handler creates a file from them. */
  readonly blob: StagedBlob;
}

/** Input of a handler; everything is verified and validated. */
export interface Input<P, Q, B, L, A = null> {
  readonly ctx: ApiContext;
  readonly caller: Caller;
  readonly params: P;
  readonly query: Q;
  /** Requested page of a list. */
  readonly page: PageRequest;
  readonly body: B;
  readonly parents: L;
  readonly uploads: readonly Upload[];
  /** Runs the operation's change with its declared audit event; undefined for operations without one. */
  readonly change: A extends string ? Change : undefined;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Input of body checks. Fields that fail the schema are absent. */
export interface CheckInput<B, P = unknown, L = unknown> {
  readonly ctx: ApiContext;
  readonly caller: Caller;
  readonly params: P;
  /** Query before its validation. */
  readonly query: Readonly<Record<string, unknown>>;
  readonly parents: L;
  readonly body: Partial<B>;
  readonly uploads: readonly Upload[];
  readonly request: FastifyRequest;
  /** Names of absent fields, whose absence is not a problem of its own. */
  readonly refused: ReadonlySet<unknown>;
}

/** Who may call an operation, and how often. */
interface OperationAuth {
  /** Required permission, or `public` or `authenticated`. A restricted credential needs the scope of the same name. */
  readonly permission: Permission | 'public' | 'authenticated';
  /**
   * Scopes of which a restricted credential needs one. Defaults to the permission's scope; an empty list excludes all
   * restricted credentials.
   */
  readonly scopes?: readonly Scope[];
  /** Why an operation for every signed-in caller needs no scope. */
  readonly noScopeReason?: string;
  /** Whether the access token of the task in the path may call it. Such a token may call nothing else. */
  readonly taskToken?: true;
  /**
   * Type of the listed resources; `anything` stands for all. Callers without the permission on the project get the
   * resources on which they hold a role.
   */
  readonly lists?: SecurableType | 'anything';
  /** Returns the OAuth resource of a path. Access tokens for another resource are rejected; default: for any. */
  readonly resource?: (publicUrl: string, ids: Readonly<Record<string, string>>) => string;
  /** Group of the rate limit per client network. */
  readonly rateLimit?: RateLimitGroup;
  /** Why a public operation has no rate limit. */
  readonly noRateLimitReason?: string;
}

/** Multipart form that an operation accepts instead of JSON. */
interface OperationForm {
  /** Wire schema of the form. */
  readonly schema: TObject;
  /** Whether the form replaces JSON. */
  readonly only?: boolean;
  /** Field with the JSON body. Without one, every form field is a field of the body. */
  readonly bodyField?: string;
  /** Maximum number of files. Default 20. */
  readonly maxFiles?: number;
  /** Maximum size of files and fields together, in bytes. Default UPLOAD_LIMIT. */
  readonly maxBytes?: number;
}

/** Parts of a request that an operation reads. */
export interface OperationRequest<Q = TObject | null, B = TSchema | null, L = Readonly<Record<string, Parent>>> {
  readonly query: Q;
  readonly body: B;
  readonly bodyOptional?: boolean;
  /** Whether the handler reads the body itself, with any content type and up to BODY_LIMIT bytes. */
  readonly rawBody?: boolean;
  /** Whether the body may have up to BODY_LIMIT bytes instead of the lower default. */
  readonly longBody?: boolean;
  /** Maximum body size in bytes, independent of BODY_LIMIT. */
  readonly maxBodyBytes?: number;
  readonly form?: OperationForm;
  /** Parents by path parameter that override those in `parents.ts`. */
  readonly parents: L;
  /** Whether the Idempotency-Key header applies. */
  readonly idempotent: boolean;
  /** Whether the operation waits for a run, so that `Prefer: wait` applies. */
  readonly prefersWait?: boolean;
  /** Example body for the OpenAPI document. */
  readonly example?: unknown;
  /**
   * Checks the valid fields of a body that fails the schema, so that one 422 names all problems. A function throws a
   * ValidationError and changes nothing; the handler repeats its checks. `dry-run` runs the handler and rolls its
   * change back, which suits handlers that affect nothing outside of it before they have made it.
   */
  readonly checks?: 'dry-run' | ((input: CheckInput<never, never, never>) => unknown);
  /**
   * Fields whose rules depend on another field, by that field. They are not checked if it fails the schema. Problems at
   * paths such as `rules.*.tool` are not reported then.
   */
  readonly dependentFields?: Readonly<Record<string, readonly string[]>>;
}

/** Responses of an operation. */
interface OperationResponse {
  /**
   * Schemas by status; null is an empty body. A string names another content type: several joined by `or`, a remark
   * after a comma.
   */
  readonly schemas: Readonly<Record<number, TSchema | string | null>>;
  /** Reasons of domain errors by status, in addition to those implied by the declaration. */
  readonly errors?: Readonly<Record<number, readonly string[]>>;
  /** Names of response headers, in addition to those of all operations. */
  readonly headers?: readonly string[];
  /** Whether callers can request CSV instead of JSON. */
  readonly csv?: true;
  /** Example response for the OpenAPI document. */
  readonly example?: unknown;
}

/** Event stream that clients can request instead of JSON. */
interface OperationStream {
  /** Schema of the events. */
  readonly events: TSchema;
  /** Whether the stream continues after the event that a Last-Event-ID header names. */
  readonly resumable?: boolean;
  /** Whether a field of the body or the query requests the stream, not the Accept header. */
  readonly byParameter?: true;
}

/** Audit settings of an operation. */
interface OperationAudit<A = string | null> {
  /** Type of the audit event; null for reads and for operations that record nothing. */
  readonly event: A;
  /** What a GET writes. With a session cookie it then passes the same origin checks as a POST. */
  readonly writesOnGet?: string;
  /**
   * Event type of work that the operation starts. It is stored at once and appears in the audit log within 30 seconds.
   */
  readonly startedEvent?: string;
  /** Permission required to receive the change event. Defaults to the permission to view the resource. */
  readonly audience?: Permission;
}

/** Operation as data, which hooks, the OpenAPI document and the guards read. */
export interface Operation {
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Complete path with `{name}` parameters. */
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly auth: OperationAuth;
  /** Limit of records of a project, which documents and runs do not have: credits limit those. */
  readonly recordLimit?: RecordLimit;
  readonly request: OperationRequest;
  readonly response: OperationResponse;
  readonly stream?: OperationStream;
  readonly audit: OperationAudit;
  readonly handle: (input: Input<never, never, never, never, never>) => Promise<unknown> | unknown;
}

type PathParameters<Path extends string> = { readonly [N in NamesIn<Path>]: string };

type RequestDeclaration<Path extends string, Q, B, L> = Partial<
  Omit<OperationRequest<Q, B, L>, 'checks' | 'idempotent'>
> & {
  readonly checks?:
    | 'dry-run'
    | ((input: CheckInput<StaticOr<B, never>, PathParameters<Path>, Rows<Path, L>>) => unknown);
};

/** Declaration by a module. Reads default to no audit event and idempotent; other operations declare both. */
type Declaration<Path extends string, Q, B, L, A> = Omit<
  Operation,
  'method' | 'path' | 'request' | 'audit' | 'handle'
> & {
  readonly path: Path;
} & (
    | {
        readonly method: 'GET';
        readonly request?: RequestDeclaration<Path, Q, B, L> & { readonly idempotent?: never };
        readonly audit?: Omit<OperationAudit, 'event'> & { readonly event?: never };
      }
    | {
        readonly method: Exclude<Operation['method'], 'GET'>;
        readonly request: RequestDeclaration<Path, Q, B, L> & { readonly idempotent: boolean };
        readonly audit: OperationAudit<A>;
      }
  );

/** Declares an operation. The handler's types follow from path and schemas. */
export function operation<
  Path extends string,
  Q extends TObject | undefined = undefined,
  B extends TSchema | undefined = undefined,
  L extends Readonly<Record<string, Parent>> = Record<never, never>,
  A extends string | null = null,
>(
  declaration: Declaration<Path, Q, B, L, A>,
  handle: (
    input: Input<PathParameters<Path>, StaticOr<Q, Record<string, never>>, StaticOr<B, undefined>, Rows<Path, L>, A>,
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

/** Scopes of which a restricted credential needs one; null if it needs none. */
export function listOperationScopes(op: Operation): readonly Scope[] | null {
  const { permission, scopes } = op.auth;
  if (scopes) return scopes;
  return permission === 'public' || permission === 'authenticated' ? null : [permission];
}

/** Prefix of the versioned API. */
export const API_PREFIX = '/api/v1';

/** Path prefixes outside the versioned API. */
const UNVERSIONED_PREFIXES = ['/-/', '/public/', '/identity/', '/hooks/', '/v1/'];

/** Path of an operation below the base URL, with `{name}` parameters. */
export function toUrl(op: Operation): string {
  return (UNVERSIONED_PREFIXES.some((prefix) => op.path.startsWith(prefix)) ? '' : API_PREFIX) + op.path;
}
