import { parseRetryAfterMs } from '../platform/http/backoff.ts';
import { OutboundError } from '../platform/http/guarded-client.ts';
import { isUnreachableError } from '../platform/http/unavailable.ts';

/** The server that renews tokens is temporarily unavailable. The call that needed the token was not executed. */
export class TokenEndpointUnavailableError extends Error {
  override readonly name = 'TokenEndpointAwayError';
  /** Milliseconds that the server asks to wait. */
  readonly retryAfterMs: number | undefined;

  constructor(message: string, retryAfterMs?: number, options?: ErrorOptions) {
    super(message, options);
    this.retryAfterMs = retryAfterMs;
  }
}

/** Wraps a fetch of a token endpoint: throws {@link TokenEndpointUnavailableError} if it is down or overloaded. */
export function throwIfUnavailable<A extends readonly unknown[]>(
  send: (...args: A) => Promise<Response>,
): (...args: A) => Promise<Response> {
  return async (...args) => {
    const response = await send(...args).catch((error: unknown) => {
      if (!(error instanceof OutboundError && isUnreachableError(error))) throw error;
      throw new TokenEndpointUnavailableError(`no new token: ${error.message}`, undefined, { cause: error });
    });
    const { status, headers } = response;
    if (status < 500 && status !== 429) return response;
    await response.body?.cancel();
    const message = `no new token: the authorization server answered with status ${status}`;
    throw new TokenEndpointUnavailableError(message, parseRetryAfterMs(Object.fromEntries(headers)));
  };
}
