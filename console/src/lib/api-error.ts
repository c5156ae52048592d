import { getMessageText, type ServerMessage } from './messages.ts';

/** Status of a request without a response. */
export const NO_RESPONSE = 0;

interface ErrorResponse {
  readonly status: number;
  readonly body: unknown;
  readonly requestId: string | undefined;
  readonly retryAfter?: number | undefined;
}

interface Problem extends ServerMessage {
  readonly loc: readonly (string | number)[];
}

/** An error response of the API, or a missing response. */
export class ApiError extends Error {
  readonly status: number;
  /** Reason code, for example `APPROVAL_REQUEST_NOT_PENDING`. */
  readonly reason: string | undefined;
  readonly requestId: string | undefined;
  /** Seconds to wait before a retry, from `Retry-After`. */
  readonly retryAfter: number | undefined;
  /** Details that belong to the reason, such as the missing resource or the exceeded limit. */
  readonly details: Readonly<Record<string, unknown>> | undefined;
  readonly #problems: readonly Problem[];

  constructor({ status, body, requestId, retryAfter }: ErrorResponse) {
    const detail = (body as { detail?: unknown } | undefined)?.detail;
    const problems = Array.isArray(detail) ? (detail as Problem[]) : [];
    super(toMessage(detail, problems, body));
    this.name = 'Failure';
    // A malformed ID in the path names no record, like an unknown one.
    const isUnknownPath = status === 422 && problems.length > 0 && problems.every(({ loc }) => loc[0] === 'path');
    this.status = isUnknownPath ? 404 : status;
    this.reason = (detail as { reason?: string } | undefined)?.reason;
    this.requestId = requestId;
    this.retryAfter = retryAfter;
    this.details = findDetails(detail, this.reason);
    this.#problems = isUnknownPath ? [] : problems;
  }

  /** First validation error of each body field, by path: `active_revisions.1.weight`. */
  get fields(): ReadonlyMap<string, string> {
    const fields = new Map<string, string>();
    for (const problem of this.#problems) {
      const path = problem.loc.slice(1).join('.');
      if (!fields.has(path)) fields.set(path, getMessageText(problem));
    }
    return fields;
  }
}

/** Whether a code selects the text of an error response. */
export function hasMessageCode(body: unknown): boolean {
  const { detail, code } = (body ?? {}) as { readonly detail?: unknown; readonly code?: unknown };
  return Array.isArray(detail) || typeof code === 'string';
}

/** Returns the details named after the reason: `releaseGateError` for RELEASE_GATE. */
function findDetails(detail: unknown, reason: string | undefined): Readonly<Record<string, unknown>> | undefined {
  const name = reason?.toLowerCase().replaceAll(/_(.)/g, (_, character: string) => character.toUpperCase());
  return name === undefined
    ? undefined
    : (detail as Readonly<Record<string, Readonly<Record<string, unknown>>>>)[`${name}Error`];
}

function toMessage(detail: unknown, problems: readonly Problem[], body: unknown): string {
  if (problems.length > 0) return problems.map(({ loc, msg }) => `${loc.slice(1).join('.')}: ${msg}`).join('; ');
  if (typeof detail === 'string')
    return getMessageText({ ...(body as Partial<ServerMessage>), msg: detail } as ServerMessage);
  const message = (detail as { message?: string } | undefined)?.message;
  return message ?? (body as { error?: { message?: string } } | undefined)?.error?.message ?? '';
}

/** Whether the session is over, which the page handles by itself. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}

/** Whether a retry can succeed. */
export function isRetryable(error: unknown): boolean {
  return error instanceof ApiError && [NO_RESPONSE, 429, 502, 503, 504].includes(error.status);
}
