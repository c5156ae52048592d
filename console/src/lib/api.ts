import createClient from 'openapi-fetch';
import { serialize } from '../../../client/form.ts';
import type { paths } from '../../../client/openapi.ts';
import type { Answer, Given, Good, Init, Method, OperationAt, PathOf } from '../../../client/types.ts';
import { areAllWordsLoaded, loadAllWords } from '../words/index.ts';
import { ApiError, hasMessageCode, NO_RESPONSE } from './api-error.ts';
import { parseJson } from './json.ts';
import { takePrefetchedResponse } from './prefetched-responses.ts';
import { updateServerClock } from './server-clock.ts';

export type { EventOf, OperationAt, RecordOf, Schemas } from '../../../client/types.ts';

/** Called when a response says that the session is over. */
let signedOutHandler: () => void = () => {};

export function setSignedOutHandler(handler: () => void): void {
  signedOutHandler = handler;
}

/** The session cookie is the only credential. */
const client = createClient<paths>({ baseUrl: location.origin, bodySerializer: serialize, fetch: send });

async function send(request: Request): Promise<Response> {
  const sentAt = Date.now();
  let response: Response;
  try {
    response = await (takePrefetchedResponse(request) ?? fetch(request));
  } catch (error) {
    if (request.signal.aborted) throw error;
    throw new ApiError({ status: NO_RESPONSE, body: undefined, requestId: undefined });
  }
  updateServerClock(response.headers.get('date'), sentAt, Date.now());
  if (response.status === 401 && !request.url.endsWith('/sign-in')) signedOutHandler();
  return response;
}

type RequestArgs<M extends Method, P extends PathOf<M>> = Given<Init<OperationAt<M, P>>>;
type ResponseBody<M extends Method, P extends PathOf<M>> = Promise<Good<Answer<OperationAt<M, P>>>>;

/** A record and its ETag, which an update can require. */
interface Versioned<T> {
  readonly value: T;
  readonly version: string | undefined;
}

/** Reads a record with its version, so that an update fails if somebody changed it meanwhile. */
export async function getVersioned<P extends PathOf<'get'>>(
  path: P,
  ...init: RequestArgs<'get', P>
): Promise<Versioned<Good<Answer<OperationAt<'get', P>>>>> {
  const response = await sendRequest('get', path, init[0]);
  const value = (await parseBody(response)) as Good<Answer<OperationAt<'get', P>>>;
  return { value, version: response.headers.get('etag') ?? undefined };
}

/**
 * Sends a GET request and returns the response body. Throws an {@link ApiError} for error responses, as do the
 * functions below.
 */
export function get<P extends PathOf<'get'>>(path: P, ...init: RequestArgs<'get', P>): ResponseBody<'get', P> {
  return request<'get', P>('get', path, init[0]);
}

export function post<P extends PathOf<'post'>>(path: P, ...init: RequestArgs<'post', P>): ResponseBody<'post', P> {
  return request<'post', P>('post', path, init[0]);
}

export function put<P extends PathOf<'put'>>(path: P, ...init: RequestArgs<'put', P>): ResponseBody<'put', P> {
  return request<'put', P>('put', path, init[0]);
}

export function del<P extends PathOf<'delete'>>(path: P, ...init: RequestArgs<'delete', P>): ResponseBody<'delete', P> {
  return request<'delete', P>('delete', path, init[0]);
}

/** The callers' signatures type the arguments; this cast types the result. */
async function request<M extends Method, P extends PathOf<M>>(method: M, path: P, init: unknown): ResponseBody<M, P> {
  return (await parseBody(await sendRequest(method, path, init))) as Good<Answer<OperationAt<M, P>>>;
}

async function sendRequest(method: Method, path: string, init: unknown): Promise<Response> {
  const options = { ...(init as object), parseAs: 'stream' } as const;
  const { response, error } = await client.request(method as 'get', path as '/-/health', options);
  if (response.ok) return response;
  const requestId = response.headers.get('x-request-id') ?? undefined;
  const retryAfter = Number(response.headers.get('retry-after')) || undefined;
  // Without the texts of its codes, an error of the first second would be in English.
  if (hasMessageCode(error) && !areAllWordsLoaded()) await loadAllWords().catch(() => {});
  throw new ApiError({ status: response.status, body: error, requestId, retryAfter });
}

/** Parses a JSON body; returns any other body as a blob. */
async function parseBody(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined;
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
  return isJson && !response.headers.has('content-disposition') ? parseJson(await response.text()) : response.blob();
}
