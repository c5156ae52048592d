import createClient from 'openapi-fetch';
import { serialize } from '../../../client/form.ts';
import type { paths } from '../../../client/openapi.ts';
import type { Answer, Given, Good, Init, Method, OperationAt, PathOf } from '../../../client/types.ts';
import { learnTime } from './clock.ts';
import { askedEarly } from './early.ts';
import { Failure, NO_ANSWER } from './failure.ts';
import { parseJson } from './json.ts';

export type { EventOf, OperationAt, RecordOf, Schemas } from '../../../client/types.ts';

/** Hears of an answer that says the session is over. */
let onSignedOut: () => void = () => {};

export function whenSignedOut(told: () => void): void {
  onSignedOut = told;
}

/** The session's cookie is the credential; nothing else is sent along. */
const client = createClient<paths>({ baseUrl: location.origin, bodySerializer: serialize, fetch: send });

async function send(request: Request): Promise<Response> {
  const sent = Date.now();
  let response: Response;
  try {
    response = await (askedEarly(request) ?? fetch(request));
  } catch (error) {
    if (request.signal.aborted) throw error;
    throw new Failure({ status: NO_ANSWER, body: undefined, requestId: undefined });
  }
  learnTime(response.headers.get('date'), sent, Date.now());
  if (response.status === 401 && !request.url.endsWith('/sign-in')) onSignedOut();
  return response;
}

type Asked<M extends Method, P extends PathOf<M>> = Given<Init<OperationAt<M, P>>>;
type Got<M extends Method, P extends PathOf<M>> = Promise<Good<Answer<OperationAt<M, P>>>>;

/** What was read, and the version of it that an edit can name. */
export interface Versioned<T> {
  readonly value: T;
  readonly version: string | undefined;
}

/** Reads a record with its version, for an edit that must not be made to another one than was shown. */
export async function getVersioned<P extends PathOf<'get'>>(
  path: P,
  ...init: Asked<'get', P>
): Promise<Versioned<Good<Answer<OperationAt<'get', P>>>>> {
  const response = await answered('get', path, init[0]);
  const value = (await read(response)) as Good<Answer<OperationAt<'get', P>>>;
  return { value, version: response.headers.get('etag') ?? undefined };
}

/** Reads. Answers what a good answer carries, and throws a {@link Failure} for every other one; so do those below. */
export function get<P extends PathOf<'get'>>(path: P, ...init: Asked<'get', P>): Got<'get', P> {
  return ask<'get', P>('get', path, init[0]);
}

export function post<P extends PathOf<'post'>>(path: P, ...init: Asked<'post', P>): Got<'post', P> {
  return ask<'post', P>('post', path, init[0]);
}

export function put<P extends PathOf<'put'>>(path: P, ...init: Asked<'put', P>): Got<'put', P> {
  return ask<'put', P>('put', path, init[0]);
}

export function del<P extends PathOf<'delete'>>(path: P, ...init: Asked<'delete', P>): Got<'delete', P> {
  return ask<'delete', P>('delete', path, init[0]);
}

/** The types hold for what goes in by the signatures above; what comes out is given its type here. */
async function ask<M extends Method, P extends PathOf<M>>(method: M, path: P, init: unknown): Got<M, P> {
  return (await read(await answered(method, path, init))) as Good<Answer<OperationAt<M, P>>>;
}

async function answered(method: Method, path: string, init: unknown): Promise<Response> {
  const given = { ...(init as object), parseAs: 'stream' } as const;
  const { response, error } = await client.request(method as 'get', path as '/-/health', given);
  if (response.ok) return response;
  const requestId = response.headers.get('x-request-id') ?? undefined;
  const retryAfter = Number(response.headers.get('retry-after')) || undefined;
  throw new Failure({ status: response.status, body: error, requestId, retryAfter });
}

/** A body as its operation declares it: JSON, or else a file. */
async function read(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined;
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
  return isJson && !response.headers.has('content-disposition') ? parseJson(await response.text()) : response.blob();
}
