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

/** One item of a 422 answer. */
export interface ValidationProblem {
  /** Where: `['body', 'name']`, `['query', 'page_limit']`, … */
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly type: string;
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

/** Who asked, as the permission error shows it. */
export interface SubjectRef {
  readonly type: string;
  readonly id: string;
}

/** The error catalogue: one named factory per thing that can go wrong. */
export const errors = {
  malformedIdentifier: (field: string, value: string) =>
    new DomainError(400, 'MALFORMED_IDENTIFIER', `${field} is not a UUID`, { field, value: value.slice(0, 100) }),
  malformedCursor: () => new DomainError(400, 'MALFORMED_CURSOR', 'cursor is not one that this list gave out'),
  malformedPath: () => new DomainError(400, 'MALFORMED_PATH', 'the path cannot be read'),
  malformedBody: (problem: string) => new DomainError(400, 'MALFORMED_BODY', problem),
  unsupportedContentType: (given: string, expected: string) =>
    new DomainError(400, 'UNSUPPORTED_CONTENT_TYPE', `the body must be ${expected}, not ${given.slice(0, 100)}`),
  insufficientCredits: (orgId: string) =>
    new DomainError(402, 'INSUFFICIENT_CREDITS', 'the organization has no credits left', { organization_id: orgId }),
  permissionCheckFailed: (subject: SubjectRef, resource: SubjectRef, permission: string) =>
    new DomainError(
      403,
      'PERMISSION_CHECK_FAILED',
      `${subject.type} ${subject.id} lacks the permission ${permission} on ${resource.type} ${resource.id}, or it does not exist`,
      { subject, resource, permission },
    ),
  notFound: (field: string, value: string) =>
    new DomainError(404, 'RESOURCE_NOT_FOUND', `no ${field.replaceAll('_', ' ')} ${value.slice(0, 100)} here`, {
      field,
      value: value.slice(0, 100),
    }),
  routeNotFound: () => new DomainError(404, 'ROUTE_NOT_FOUND', 'no operation has this method and path'),
  conflict: (reason: string, message: string, details?: Record<string, unknown>) =>
    new DomainError(409, reason, message, details),
  bodyTooLarge: (limit: number) =>
    new DomainError(413, 'BODY_TOO_LARGE', `the body is over the limit of ${limit} bytes`, { limit }),
  fileTooLarge: (limit: number) =>
    new DomainError(413, 'FILE_TOO_LARGE', `a file is over the limit of ${limit} bytes`, { limit }),
  rateLimited: (seconds: number) =>
    new DomainError(429, 'RATE_LIMITED', `too many requests; try again in ${seconds} s`, undefined, {
      'retry-after': String(seconds),
    }),
  /** A 422 about one field of the body. */
  invalid: (field: string | readonly (string | number)[], msg: string, type = 'value_error') =>
    new ValidationError([{ loc: ['body', ...(typeof field === 'string' ? [field] : field)], msg, type }]),
  /** A 422 about one key of the query. */
  invalidQuery: (field: string, msg: string) =>
    new ValidationError([{ loc: ['query', field], msg, type: 'value_error' }]),
};
