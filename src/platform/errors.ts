import type { Message, MessageParams, Problem } from './messages.ts';

/** An error in the domain form of the API. The API's renderer creates the response. */
export class DomainError extends Error {
  readonly status: number;
  /** Stable code, e.g. `RESOURCE_NOT_FOUND`. */
  readonly reason: string;
  /** Details, as `<camelCaseOfReason>Error` of the response. */
  readonly details: Readonly<Record<string, unknown>> | undefined;
  /** Response headers, such as Retry-After. */
  readonly headers: Readonly<Record<string, string>> | undefined;

  constructor(
    status: number,
    reason: string,
    message: string,
    details?: Record<string, unknown>,
    headers?: Record<string, string>,
  ) {
    super(message);
    this.name = 'DomainError';
    this.status = status;
    this.reason = reason;
    this.details = details;
    this.headers = headers;
  }
}

/** A precondition outside of the request failed. The response also has the reason as `code`. */
export class PreconditionError extends DomainError {
  override readonly name = 'PreconditionError';
}

/** An error whose response has the text as its `detail`. */
export class PlainError extends Error {
  override readonly name = 'PlainError';
  readonly status: number;
  readonly detail: Message;

  constructor(status: number, detail: Message) {
    super(detail.msg);
    this.status = status;
    this.detail = detail;
  }
}

/** An item of a 422 response. */
export interface ValidationProblem {
  /** Location: `['body', 'name']`, `['query', 'page_limit']`, … */
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly type: string;
  /** Stable code for translation. */
  readonly code: string;
  /** The values in `msg`. */
  readonly params: MessageParams;
}

/**
 * Returns a declared problem at a location of a request: `toProblemAt(['body', 'name'],
 * taskProblems.duplicate_file_name)`.
 */
export function toProblemAt(
  loc: readonly (string | number)[],
  { msg, type, code, params }: Problem,
): ValidationProblem {
  return { loc, msg, type, code, params };
}

/** Returns a 422 about the body as one about the query, for a rule that both use. Other errors stay as they are. */
export function toQueryError(error: unknown): unknown {
  if (!(error instanceof ValidationError)) return error;
  return new ValidationError(
    error.problems.map((problem) => ({ ...problem, loc: ['query', ...problem.loc.slice(1)] })),
  );
}

/** Valid JSON that violates a rule of one or more fields: 422. */
export class ValidationError extends Error {
  readonly problems: readonly ValidationProblem[];

  constructor(problems: readonly ValidationProblem[]) {
    super(problems.map((problem) => `${problem.loc.join('.')}: ${problem.msg}`).join('; '));
    this.name = 'ValidationError';
    this.problems = problems;
  }
}

/** Collects the problems of several checks, so one 422 contains all of them. */
export class Problems {
  readonly #found: ValidationProblem[] = [];

  /** Adds the problems of a check, except at locations that already have one. */
  add(problems: readonly ValidationProblem[]): void {
    const locations = new Set(this.#found.map(({ loc }) => JSON.stringify(loc)));
    this.#found.push(...problems.filter(({ loc }) => !locations.has(JSON.stringify(loc))));
  }

  /** Runs a check. Returns its result, or undefined if it found problems. Rethrows other errors. */
  async run<T>(check: () => T | Promise<T>): Promise<T | undefined> {
    try {
      return await check();
    } catch (error) {
      if (error instanceof ValidationError) this.add(error.problems);
      else {
        this.throwIfAny();
        throw error;
      }
      return undefined;
    }
  }

  /** Runs the last check. Returns its result, or throws a 422 with all problems. */
  async runLast<T>(check: () => T | Promise<T>): Promise<T> {
    const result = await this.run(check);
    this.throwIfAny();
    return result as T;
  }

  /** Returns a 422 with the first problems, at most `most`. */
  toError(most: number): ValidationError {
    return new ValidationError(this.#found.slice(0, most));
  }

  /** Throws a 422 with all problems, if any. */
  throwIfAny(): void {
    if (this.#found.length > 0) throw new ValidationError(this.#found);
  }
}

/** Throws one 422 with the problems of all errors, if any. */
export function throwProblems(found: readonly ValidationError[]): void {
  if (found.length > 0) throw new ValidationError(found.flatMap(({ problems }) => problems));
}

/**
 * Checks each item and returns the results. Throws one 422 with the problems of all items. Rethrows other errors
 * immediately, after the problems found so far.
 */
export function checkEach<T, R>(items: readonly T[], check: (item: T, index: number) => R): R[] {
  const found: ValidationError[] = [];
  const results = items.flatMap((item, index) => {
    try {
      return [check(item, index)];
    } catch (error) {
      if (error instanceof ValidationError) found.push(error);
      else {
        throwProblems(found);
        throw error;
      }
      return [];
    }
  });
  throwProblems(found);
  return results;
}

/** A caller: a user, a project or a token of a task. */
export interface SubjectRef {
  readonly type: string;
  readonly id: string;
}

/** Error factories of the platform. Modules have their own. */
export const errors = {
  malformedIdentifier: (field: string, value: string) =>
    new DomainError(400, 'MALFORMED_IDENTIFIER', `${field} is not a UUID`, { field, value: value.slice(0, 100) }),
  malformedCursor: () => new DomainError(400, 'MALFORMED_CURSOR', 'cursor must be one that this list returned'),
  notFound: (field: string, value: string) =>
    new DomainError(404, 'RESOURCE_NOT_FOUND', `no ${field.replaceAll('_', ' ')} ${value.slice(0, 100)} here`, {
      field,
      value: value.slice(0, 100),
    }),
  /** Another record of the project has the name. The reason is the resource's: `TAG_ALREADY_EXISTS`. */
  nameTaken: (resource: string, name: string) =>
    new DomainError(
      409,
      `${resource.toUpperCase()}_ALREADY_EXISTS`,
      `another ${resource.replaceAll('_', ' ')} has this name; choose another one`,
      { name },
    ),
  rateLimited: (seconds: number) =>
    new DomainError(429, 'RATE_LIMITED', `too many requests; try again in ${seconds} s`, undefined, {
      'retry-after': String(seconds),
    }),
  tooManyStreams: (of: 'credential' | 'person' | 'project', most: number) =>
    new DomainError(
      429,
      'TOO_MANY_STREAMS',
      `the ${of} has the maximum of ${most} open streams: close one, or follow several things by one stream`,
      { of, limit: most },
      { 'retry-after': '5' },
    ),
  /** The project has reached the maximum number of records of a kind. */
  tooManyRecords: (of: string, most: number) =>
    new DomainError(
      409,
      'TOO_MANY_RECORDS',
      `the project has the maximum of ${most} ${of}: delete some first, or have RECORDS_PER_PROJECT raised`,
      { of, limit: most },
    ),
  /** A repeat with the same Idempotency-Key has taken over this request. Another repeat gets its response. */
  keyTakenOver: () =>
    new DomainError(
      503,
      'IDEMPOTENCY_KEY_TAKEN_OVER',
      'a repeat of this request has taken it over after a long silence; repeat it with the same Idempotency-Key',
      undefined,
      { 'retry-after': '1' },
    ),
  /** The database is temporarily unavailable. A repeat can succeed. */
  databaseUnavailable: (fault: { readonly cause: string; readonly message: string; readonly retryAfter: number }) =>
    new DomainError(
      503,
      'DATABASE_UNAVAILABLE',
      fault.message,
      { cause: fault.cause },
      { 'retry-after': String(fault.retryAfter) },
    ),
  /** The record has changed since it was read. */
  staleVersion: (version: number) =>
    new DomainError(
      409,
      'STALE_VERSION',
      'the record has changed meanwhile: read it again, and decide on the current version',
      {
        version,
      },
    ),
  /** A 422 about a field of the body. */
  invalid: (field: string | readonly (string | number)[], problem: Problem) =>
    new ValidationError([toProblemAt(['body', ...(typeof field === 'string' ? [field] : field)], problem)]),
  /** A 422 about a key of the query. */
  invalidQuery: (field: string, problem: Problem) => new ValidationError([toProblemAt(['query', field], problem)]),
  keyReused: (key: string) =>
    new DomainError(409, 'IDEMPOTENCY_KEY_REUSED', 'this Idempotency-Key was used with a different request', { key }),
};

/** Returns the found record. Throws a 404 if it is undefined. */
export function orNotFound<R>(found: R | undefined, field: string, value: string): R {
  if (found === undefined) throw errors.notFound(field, value);
  return found;
}
