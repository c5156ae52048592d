import type { ParamsOption, RequestBodyOption } from 'openapi-fetch';
import type { components, paths } from './openapi.ts';

/** Records, errors and events of the API by their schema names. */
export type Schemas = components['schemas'];

export type Method = 'get' | 'post' | 'put' | 'delete';

/** Paths with an operation of that method. */
export type PathOf<M extends Method> = {
  [P in keyof paths]: NonNullable<paths[P][M]> extends { responses: object } ? P : never;
}[keyof paths];

/** Operation of a method at a path. */
export type OperationAt<M extends Method, P extends PathOf<M>> = NonNullable<paths[P][M]>;

/** Options of every request. */
interface Common {
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** Options of an operation: `params` {path, query, header} and `body`. */
export type Init<Op> = ParamsOption<Op> & RequestBodyOption<Op> & Common;

/** Last argument of a request; optional if the operation requires nothing. */
export type Given<I> = Record<never, never> extends I ? [init?: I] : [init: I];

type Content<R> = R extends { content: infer C } ? C : never;

/** Data of a response: JSON, text, a file, or nothing. */
type Data<C> = [C] extends [never]
  ? undefined
  : 'application/json' extends keyof C
    ? C['application/json' & keyof C]
    : keyof C extends 'application/x-ndjson'
      ? string
      : Blob;

/** Responses of an operation, discriminated by status. */
export type Answer<Op> = Op extends { responses: infer R }
  ? {
      [S in keyof R & number]: { readonly status: S; readonly headers: Headers; readonly data: Data<Content<R[S]>> };
    }[keyof R & number]
  : never;

/** Data of a successful response. */
export type Good<A> =
  Extract<A, { readonly status: 200 | 201 | 202 | 204 | 206 }> extends { readonly data: infer D } ? D : never;

/** Events of an operation's stream, discriminated by `event`; never without a stream. */
export type EventOf<Op> = Op extends { responses: { 200: { content: { 'text/event-stream': infer E } } } } ? E : never;

/** Paths with a streaming operation of that method. */
export type StreamPath<M extends Method> = {
  [P in PathOf<M>]: EventOf<OperationAt<M, P>> extends never ? never : P;
}[PathOf<M>];

/** Records of a paginated list; never for other operations. */
export type RecordOf<Op> =
  Good<Answer<Op>> extends { readonly results: readonly (infer T)[]; readonly pagination: object } ? T : never;

/** Paths of paginated lists. */
export type ListPath = {
  [P in PathOf<'get'>]: RecordOf<OperationAt<'get', P>> extends never ? never : P;
}[PathOf<'get'>];

/** Paths of operations that support `Prefer: wait`. */
export type WaitingPath = {
  [P in PathOf<'post'>]: OperationAt<'post', P> extends {
    parameters: { header?: { Prefer?: string; 'Idempotency-Key'?: string } };
    responses: { 202: object };
  }
    ? P
    : never;
}[PathOf<'post'>];
