import { messageText, type ServerMessage } from './messages.ts';

/** Status of an answer that never came. */
export const NO_ANSWER = 0;

interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly requestId: string | undefined;
  readonly retryAfter?: number | undefined;
}

interface Problem extends ServerMessage {
  readonly loc: readonly (string | number)[];
}

/** An answer of the API that is none of the good ones, or none at all. */
export class Failure extends Error {
  readonly status: number;
  /** What to switch on, for example `APPROVAL_REQUEST_NOT_PENDING`; undefined where the answer has none. */
  readonly reason: string | undefined;
  readonly requestId: string | undefined;
  /** Seconds after which to ask again, where the answer says so. */
  readonly retryAfter: number | undefined;
  /** What the answer says besides, by its reason: what is missing, which limit. */
  readonly told: Readonly<Record<string, unknown>> | undefined;
  readonly #problems: readonly Problem[];

  constructor({ status, body, requestId, retryAfter }: Answer) {
    const detail = (body as { detail?: unknown } | undefined)?.detail;
    const problems = Array.isArray(detail) ? (detail as Problem[]) : [];
    super(messageOf(detail, problems, body));
    this.name = 'Failure';
    this.status = status;
    this.reason = (detail as { reason?: string } | undefined)?.reason;
    this.requestId = requestId;
    this.retryAfter = retryAfter;
    this.told = toldIn(detail, this.reason);
    this.#problems = problems;
  }

  /** What a 422 says of the fields of the body, by their place: `active_revisions.1.weight`. The first problem of each. */
  get fields(): ReadonlyMap<string, string> {
    const fields = new Map<string, string>();
    for (const problem of this.#problems) {
      const place = problem.loc.slice(1).join('.');
      if (!fields.has(place)) fields.set(place, messageText(problem));
    }
    return fields;
  }
}

/** The part of an answer that is called after its reason: `releaseGateError` of RELEASE_GATE. */
function toldIn(detail: unknown, reason: string | undefined): Readonly<Record<string, unknown>> | undefined {
  const name = reason?.toLowerCase().replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());
  return name === undefined
    ? undefined
    : (detail as Readonly<Record<string, Readonly<Record<string, unknown>>>>)[`${name}Error`];
}

function messageOf(detail: unknown, problems: readonly Problem[], body: unknown): string {
  if (problems.length > 0) return problems.map(({ loc, msg }) => `${loc.slice(1).join('.')}: ${msg}`).join('; ');
  if (typeof detail === 'string')
    return messageText({ ...(body as Partial<ServerMessage>), msg: detail } as ServerMessage);
  const message = (detail as { message?: string } | undefined)?.message;
  return message ?? (body as { error?: { message?: string } } | undefined)?.error?.message ?? '';
}

/** Whether it only says that nobody is signed in any more, which the page asks for itself. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof Failure && error.status === 401;
}

/** Whether asking again may bring another answer. */
export function mayPass(error: unknown): boolean {
  return error instanceof Failure && [NO_ANSWER, 429, 502, 503, 504].includes(error.status);
}
