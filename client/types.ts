import type { ParamsOption, RequestBodyOption } from 'openapi-fetch';
import type { components, paths } from './openapi.ts';

/** The records, errors and events of the API by their names in its document. */
export type Schemas = components['schemas'];

export type Method = 'get' | 'post' | 'put' | 'delete';

/** Paths that have an operation of that method. */
export type PathOf<M extends Method> = {
  [P in keyof paths]: NonNullable<paths[P][M]> extends { responses: object } ? P : never;
}[keyof paths];

/** The operation of a method at a path. */
export type OperationAt<M extends Method, P extends PathOf<M>> = NonNullable<paths[P][M]>;

/** What every request may be given besides what its operation takes. */
interface Common {
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** What an operation takes: `params` {path, query, header} and `body`. */
export type Init<Op> = ParamsOption<Op> & RequestBodyOption<Op> & Common;

/** The last argument of a request, which may be left out where the operation needs nothing. */
export type Given<I> = Record<never, never> extends I ? [init?: I] : [init: I];

type Content<R> = R extends { content: infer C } ? C : never;

/** What an answer carries: JSON, text, a file, or nothing. */
type Data<C> = [C] extends [never]
  ? undefined
  : 'application/json' extends keyof C
    ? C['application/json' & keyof C]
    : keyof C extends 'application/x-ndjson'
      ? string
      : Blob;

/** The answers of an operation, told apart by their status. */
export type Answer<Op> = Op extends { responses: infer R }
  ? {
      [S in keyof R & number]: { readonly status: S; readonly headers: Headers; readonly data: Data<Content<R[S]>> };
    }[keyof R & number]
  : never;

/** What a good answer carries. */
export type Good<A> =
  Extract<A, { readonly status: 200 | 201 | 202 | 204 | 206 }> extends { readonly data: infer D } ? D : never;

/** The events of an operation's stream, told apart by `event`; never where it has none. */
export type EventOf<Op> = Op extends { responses: { 200: { content: { 'text/event-stream': infer E } } } } ? E : never;

/** Paths whose operation of that method streams events. */
export type StreamPath<M extends Method> = {
  [P in PathOf<M>]: EventOf<OperationAt<M, P>> extends never ? never : P;
}[PathOf<M>];

/** The records of a list that comes in pages; never where it does not. */
export type RecordOf<Op> =
  Good<Answer<Op>> extends { readonly results: readonly (infer T)[]; readonly pagination: object } ? T : never;

/** Paths of lists that come in pages. */
export type ListPath = {
  [P in PathOf<'get'>]: RecordOf<OperationAt<'get', P>> extends never ? never : P;
}[PathOf<'get'>];

/** Paths of operations that wait for a run, as long as a Prefer header says. */
export type WaitingPath = {
  [P in PathOf<'post'>]: OperationAt<'post', P> extends {
    parameters: { header?: { Prefer?: string; 'Idempotency-Key'?: string } };
    responses: { 202: object };
  }
    ? P
    : never;
}[PathOf<'post'>];
