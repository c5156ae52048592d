import { setTimeout as wait } from 'node:timers/promises';
import type { Static, TSchema } from 'typebox';
import { sourceFailures } from '../../../src/knowledge/failures.ts';
import { parseRetryAfterMs } from '../../../src/platform/http/backoff.ts';
import { parseJson } from '../../../src/platform/json.ts';
import { createTrustedCheck } from '../../../src/platform/json-schema.ts';
import { toRunError } from '../../../src/runs/errors.ts';
import { toFailure, toStatusFailure } from './failures.ts';
import { SourceError, type SyncContext } from './kind.ts';

const TIMEOUT_MS = 60_000;
/** Maximum size of a response in bytes. */
const MAX_RESPONSE_BYTES = 20 * 1024 * 1024;
/** Maximum number of attempts while the server limits the rate, and maximum pause between two. */
const MAX_ATTEMPTS = 6;
const MAX_PAUSE_MS = 120_000;
const DEFAULT_PAUSE_MS = 1000;

/** A request to the JSON API of a source. */
interface ApiRequest {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent as JSON by POST. */
  readonly body?: object;
}

/** Returns a function that checks and returns a response of the API, or throws a {@link SourceError}. */
export function createResponseReader<T extends TSchema>(schema: T): (value: unknown) => Static<T> {
  const check = createTrustedCheck(schema);
  return (value) => {
    if (check(value).isValid) return value as Static<T>;
    throw new SourceError(toRunError('ANSWER_BROKEN', sourceFailures.api_response_invalid), false);
  };
}

/**
 * Requests JSON, and repeats the request after the pause that the server asks for while it limits the rate. Returns
 * undefined for 404 and 410. Throws a {@link SourceError} for other errors.
 */
export async function requestJson(work: SyncContext, request: ApiRequest): Promise<unknown> {
  for (let attempt = 1; ; attempt += 1) {
    const { status, headers, body, truncated } = await send(work, request);
    if (status === 404 || status === 410) return undefined;
    if (status === 429 || status === 503 || status === 529) {
      const pauseMs = parseRetryAfterMs(headers) ?? DEFAULT_PAUSE_MS * 2 ** (attempt - 1);
      if (attempt < MAX_ATTEMPTS && pauseMs <= MAX_PAUSE_MS) {
        await wait(pauseMs, undefined, { signal: work.signal });
        continue;
      }
    }
    if (status !== 200) {
      const { problem, isTransient } = toStatusFailure(status);
      throw new SourceError(problem, isTransient);
    }
    const value = truncated ? undefined : parseBody(body);
    if (value !== undefined) return value;
    // A page instead of JSON comes from a proxy or a sign-in page.
    throw new SourceError(toRunError('ANSWER_BROKEN', sourceFailures.api_response_invalid), false);
  }
}

async function send({ ctx, signal }: SyncContext, { url, headers, body }: ApiRequest) {
  try {
    return await ctx.http.request({
      method: body === undefined ? 'GET' : 'POST',
      url: url.href,
      headers: { accept: 'application/json', ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_RESPONSE_BYTES,
      // A redirect would take the secret to another address.
      maxRedirects: 0,
      signal,
    });
  } catch (error) {
    signal.throwIfAborted();
    const { problem, isTransient } = toFailure(error);
    throw new SourceError(problem, isTransient);
  }
}

function parseBody(body: Uint8Array): unknown {
  try {
    return parseJson(Buffer.from(body).toString());
  } catch {
    return undefined;
  }
}
