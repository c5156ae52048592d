/** An unsuccessful response. */
export class ApiError extends Error {
  readonly status: number;
  /** Reason to switch on, for example `SESSION_BUSY`; undefined if the response has none. */
  readonly reason: string | undefined;
  readonly headers: Headers;
  /** Body of the response. */
  readonly data: unknown;

  constructor(answer: { readonly status: number; readonly headers: Headers; readonly data: unknown }) {
    const { status, headers, data } = answer;
    const detail = (data as { detail?: { reason?: string; message?: string } } | undefined)?.detail;
    const words = detail?.message ?? (typeof data === 'string' ? data : JSON.stringify(data)) ?? '';
    super(`the API answered ${status}${detail?.reason ? ` ${detail.reason}` : ''}: ${words.slice(0, 500)}`);
    this.name = 'ApiError';
    this.status = status;
    this.reason = detail?.reason;
    this.headers = headers;
    this.data = data;
  }
}

/** Returns whether a retry can succeed after this status. */
export function isRetryableStatus(status: number): boolean {
  return [408, 429, 502, 503, 504].includes(status);
}

/** Returns the innermost message of a connection error. */
export function getErrorMessage(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return cause instanceof Error ? cause.message || cause.name : String(cause);
}
