import type { Message, MessageParams, Problem } from './messages.ts';

/** An error in the specification's domain form; the API's renderer turns it into the wire's. */
export class DomainError extends Error {
  readonly status: number;
  /** Stable code, e.g. `RESOURCE_NOT_FOUND`. */
  readonly reason: string;
  /** Goes into `<camelCaseOfReason>Error` of the answer. */
  readonly details: Readonly<Record<string, unknown>> | undefined;
  /** Answer headers, e.g. Retry-After. */
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

/** Something outside is not as it has to be first; the specification has the reason under `code` too. */
export class PreconditionError extends DomainError {
  override readonly name = 'PreconditionError';
}

/** An error whose response has the text itself as its `detail`, where the specification has it so. */
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

/** One item of a 422 answer. */
export interface ValidationProblem {
  /** Where: `['body', 'name']`, `['query', 'page_limit']`, … */
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly type: string;
  /** Stable code of what is wrong, by which clients translate it. `invalid` where the problem is declared nowhere yet. */
  readonly code?: string;
  /** The values in `msg`. */
  readonly params?: MessageParams;
}

/** A declared problem at a place of a request: `problemAt(['body', 'name'], taskProblems.duplicate_file_name)`. */
export function problemAt(loc: readonly (string | number)[], { msg, type, code, params }: Problem): ValidationProblem {
  return { loc, msg, type, code, params };
}

/** A problem of a declared form, or still of a plain sentence and its type. */
function toProblem(loc: readonly (string | number)[], problem: Problem | string, type?: string): ValidationProblem {
  if (typeof problem === 'string') return { loc, msg: problem, type: type ?? 'value_error' };
  return problemAt(loc, type === undefined ? problem : { ...problem, type });
}

/** Input of the right form that breaks a rule on one or more fields: 422. */
export class ValidationError extends Error {
  readonly problems: readonly ValidationProblem[];

  constructor(problems: readonly ValidationProblem[]) {
    super(problems.map((problem) => `${problem.loc.join('.')}: ${problem.msg}`).join('; '));
    this.name = 'ValidationError';
    this.problems = problems;
  }
}

/** Gathers what several checks of one request find, so that one 422 names all of it. */
export class Problems {
  readonly #found: ValidationProblem[] = [];

  /** Adds what one check found, but at places where an earlier one found something: that has to be mended first. */
  add(problems: readonly ValidationProblem[]): void {
    const places = new Set(this.#found.map(({ loc }) => JSON.stringify(loc)));
    this.#found.push(...problems.filter(({ loc }) => !places.has(JSON.stringify(loc))));
  }

  /** Makes a check. Answers what it does, or undefined where it found problems; any other error ends the gathering. */
  async of<T>(check: () => T | Promise<T>): Promise<T | undefined> {
    try {
      return await check();
    } catch (error) {
      if (error instanceof ValidationError) this.add(error.problems);
      else {
        this.refuse();
        throw error;
      }
      return undefined;
    }
  }

  /** Makes the last check. Returns what it does, or throws a 422 with all that was found. */
  async last<T>(check: () => T | Promise<T>): Promise<T> {
    const result = await this.of(check);
    this.refuse();
    return result as T;
  }

  /** A 422 with the first so many that were found. */
  all(most: number): ValidationError {
    return new ValidationError(this.#found.slice(0, most));
  }

  /** Throws a 422 with all that was found, where anything was. */
  refuse(): void {
    if (this.#found.length > 0) throw new ValidationError(this.#found);
  }
}

/** Throws one 422 with the problems of all errors, where there are any. */
export function refuseAll(found: readonly ValidationError[]): void {
  if (found.length > 0) throw new ValidationError(found.flatMap(({ problems }) => problems));
}

/**
 * Makes a check for each item and returns what the checks do. Throws one 422 with the problems of all items; any other error is
 * thrown at once, after the problems found until then.
 */
export function checkEach<T, R>(items: readonly T[], check: (item: T, index: number) => R): R[] {
  const found: ValidationError[] = [];
  const results = items.flatMap((item, index) => {
    try {
      return [check(item, index)];
    } catch (error) {
      if (error instanceof ValidationError) found.push(error);
      else {
        refuseAll(found);
        throw error;
      }
      return [];
    }
  });
  refuseAll(found);
  return results;
}

/** Who asked, as the permission error shows it. */
export interface SubjectRef {
  readonly type: string;
  readonly id: string;
}

/** The platform's part of the error catalogue: one named factory per thing that can go wrong. Rooms have their own. */
export const errors = {
  malformedIdentifier: (field: string, value: string) =>
    new DomainError(400, 'MALFORMED_IDENTIFIER', `${field} is not a UUID`, { field, value: value.slice(0, 100) }),
  malformedCursor: () => new DomainError(400, 'MALFORMED_CURSOR', 'cursor is not one that this list gave out'),
  notFound: (field: string, value: string) =>
    new DomainError(404, 'RESOURCE_NOT_FOUND', `no ${field.replaceAll('_', ' ')} ${value.slice(0, 100)} here`, {
      field,
      value: value.slice(0, 100),
    }),
  rateLimited: (seconds: number) =>
    new DomainError(429, 'RATE_LIMITED', `too many requests; try again in ${seconds} s`, undefined, {
      'retry-after': String(seconds),
    }),
  tooManyStreams: (of: 'credential' | 'person' | 'project', most: number) =>
    new DomainError(
      429,
      'TOO_MANY_STREAMS',
      `the ${of} has ${most} streams open, which is the most it may have at once: close one, or follow several things by one stream`,
      { of, limit: most },
      { 'retry-after': '5' },
    ),
  /** The project has as many records of a kind as it may. */
  tooManyRecords: (of: string, most: number) =>
    new DomainError(
      409,
      'TOO_MANY_RECORDS',
      `the project has ${most} ${of}, which is the most it may have: delete some first, or have RECORDS_PER_PROJECT raised`,
      { of, limit: most },
    ),
  /** A repeat under the same Idempotency-Key goes on in this request's place; one more repeat gets its answer. */
  keyTakenOver: () =>
    new DomainError(
      503,
      'IDEMPOTENCY_KEY_TAKEN_OVER',
      'this request gave no sign for so long that a repeat of it has taken its place; repeat it under the same Idempotency-Key',
      undefined,
      { 'retry-after': '1' },
    ),
  /** The database can't do it now; a repeat may succeed. */
  databaseUnavailable: (fault: { readonly cause: string; readonly message: string; readonly retryAfter: number }) =>
    new DomainError(
      503,
      'DATABASE_UNAVAILABLE',
      fault.message,
      { cause: fault.cause },
      { 'retry-after': String(fault.retryAfter) },
    ),
  /** The record is another one than that which an edit was made to. */
  staleVersion: (version: number) =>
    new DomainError(409, 'STALE_VERSION', 'the record has changed meanwhile: read it again, and decide anew', {
      version,
    }),
  /** A 422 about one field of the body. The `type` is for a problem that is still a plain sentence. */
  invalid: (field: string | readonly (string | number)[], problem: Problem | string, type?: string) =>
    new ValidationError([toProblem(['body', ...(typeof field === 'string' ? [field] : field)], problem, type)]),
  /** A 422 about one key of the query. */
  invalidQuery: (field: string, problem: Problem | string) =>
    new ValidationError([toProblem(['query', field], problem)]),
  keyReused: (key: string) =>
    new DomainError(409, 'IDEMPOTENCY_KEY_REUSED', 'this Idempotency-Key was used with a different request', { key }),
};

/** What was looked for. Throws a 404 where it is not there. */
export function orNotFound<R>(found: R | undefined, field: string, value: string): R {
  if (found === undefined) throw errors.notFound(field, value);
  return found;
}
