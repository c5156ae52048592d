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

/** An error whose whole answer is one sentence, where the specification has it so. */
export class PlainError extends Error {
  override readonly name = 'PlainError';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
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
  invalidOrganization: (problem: string) => new PlainError(400, `invalid organization: ${problem}`),
  invalidImage: (problem: string) => new DomainError(400, 'INVALID_IMAGE', problem, { field: 'file' }),
  invalidInviteCode: () => new DomainError(400, 'INVALID_INVITE_CODE', 'code is not of the form of an invite code'),
  invalidMember: (member: string, problem: string) =>
    new DomainError(400, 'INVALID_MEMBER', `${member.slice(0, 100)} ${problem}`, { member: member.slice(0, 100) }),
  invalidSubjectType: (given: string, allowed: readonly string[]) =>
    new DomainError(400, 'INVALID_SUBJECT_TYPE', `a member is one of ${allowed.join(', ')}`, {
      subject_type: given.slice(0, 100),
      allowed,
    }),
  invalidRole: (role: string, allowed: readonly string[]) =>
    new DomainError(400, 'INVALID_ROLE', `${role.slice(0, 100)} is not a role of this resource`, {
      role: role.slice(0, 100),
      allowed,
    }),
  multipleRoles: (roles: readonly string[]) =>
    new DomainError(400, 'MULTIPLE_ROLES_NOT_ALLOWED', 'a member has one of the roles owner, editor and viewer', {
      roles,
    }),
  lastOwner: (orgId: string) =>
    new DomainError(409, 'LAST_OWNER', 'an organization keeps at least one owner; make somebody else one first', {
      organization_id: orgId,
    }),
  alreadyMember: (orgId: string, member: string) =>
    new DomainError(409, 'ORGANIZATION_MEMBER_ALREADY_EXISTS', 'already a member of the organization', {
      organization_id: orgId,
      member,
    }),
  memberAlreadyExists: (orgId: string, email: string) =>
    new DomainError(400, 'ORGANIZATION_MEMBER_ALREADY_EXISTS', 'the address is that of a member', {
      organization_id: orgId,
      email_address: email,
    }),
  inviteAlreadyExists: (orgId: string, email: string) =>
    new DomainError(400, 'ORGANIZATION_INVITE_ALREADY_EXISTS', 'the address has an open invite already', {
      organization_id: orgId,
      email_address: email,
    }),
  userAlreadyInvited: (orgId: string, email: string) =>
    new DomainError(
      409,
      'USER_ALREADY_INVITED',
      'whoever reads this mailbox has an open invite under another address',
      {
        organization_id: orgId,
        email_address: email,
      },
    ),
  invalidDomain: (problem: string) => new DomainError(400, 'INVALID_DOMAIN', `not a domain: ${problem}`),
  domainAlreadyExists: (domain: string) =>
    new DomainError(
      409,
      'DOMAIN_ALREADY_EXISTS',
      'the domain is there already, or another organization has verified it',
      {
        domain,
      },
    ),
  insufficientCredits: (orgId: string) =>
    new DomainError(402, 'INSUFFICIENT_CREDITS', 'the organization has no credits left', { organization_id: orgId }),
  trialEnded: (orgId: string) =>
    new DomainError(402, 'TRIAL_ENDED', "the organization's trial has ended", { organization_id: orgId }),
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
  crossSiteRequest: () =>
    new DomainError(403, 'CROSS_SITE_REQUEST', 'a session cookie changes nothing for a page of another site'),
  signUpClosed: () => new DomainError(403, 'SIGN_UP_CLOSED', 'nobody can sign up here; ask an administrator'),
  badLink: () => new DomainError(400, 'INVALID_LINK', 'the link was used already, is too old, or is not one of ours'),
  routeNotFound: () => new DomainError(404, 'ROUTE_NOT_FOUND', 'no operation has this method and path'),
  conflict: (reason: string, message: string, details?: Record<string, unknown>) =>
    new DomainError(409, reason, message, details),
  bodyTooLarge: (limit: number) =>
    new DomainError(413, 'BODY_TOO_LARGE', `the body is over the limit of ${limit} bytes`, { limit }),
  tooManyValues: (limit: number) =>
    new DomainError(413, 'BODY_TOO_COMPLEX', `the body holds more than ${limit} values`, { limit }),
  tooManyParts: (limit: number, what: string) =>
    new DomainError(413, 'BODY_TOO_COMPLEX', `the form holds more than ${limit} ${what}`, { limit }),
  formTooLarge: (limit: number) =>
    new DomainError(413, 'FILE_TOO_LARGE', `the form is over the limit of ${limit} bytes, files and fields together`, {
      limit,
    }),
  requestTooSlow: () =>
    new DomainError(408, 'REQUEST_TOO_SLOW', 'the request did not arrive in time; send it again, and faster'),
  malformedRequest: () => new DomainError(400, 'MALFORMED_REQUEST', 'what was sent is not an HTTP request'),
  headersTooLarge: () =>
    new DomainError(431, 'HEADERS_TOO_LARGE', 'the path and the headers together are over the limit of 16 KiB'),
  fileTooLarge: (limit: number) =>
    new DomainError(413, 'FILE_TOO_LARGE', `a file is over the limit of ${limit} bytes`, { limit }),
  /** The blob store can't do it now; a repeat may succeed. */
  fileStoreUnavailable: (cause: unknown) =>
    Object.assign(
      new DomainError(503, 'FILE_STORE_UNAVAILABLE', 'files can neither be kept nor read right now', undefined, {
        'retry-after': '5',
      }),
      { cause },
    ),
  /** The store has not what it was given; the cause says of which file, for the log. */
  fileDamaged: (fileId: string, problem: string) =>
    Object.assign(
      new DomainError(
        503,
        'FILE_DAMAGED',
        `the stored bytes ${problem}; whoever runs this installation has to restore them`,
      ),
      { cause: new Error(`the stored bytes of file ${fileId} ${problem}`) },
    ),
  rangeNotSatisfiable: (size: number) =>
    new DomainError(
      416,
      'RANGE_NOT_SATISFIABLE',
      `the file has ${size} bytes`,
      { size },
      { 'content-range': `bytes */${size}` },
    ),
  rateLimited: (seconds: number) =>
    new DomainError(429, 'RATE_LIMITED', `too many requests; try again in ${seconds} s`, undefined, {
      'retry-after': String(seconds),
    }),
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
  /** A 422 about one field of the body. */
  invalid: (field: string | readonly (string | number)[], msg: string, type = 'value_error') =>
    new ValidationError([{ loc: ['body', ...(typeof field === 'string' ? [field] : field)], msg, type }]),
  /** A 422 about one key of the query. */
  invalidQuery: (field: string, msg: string) =>
    new ValidationError([{ loc: ['query', field], msg, type: 'value_error' }]),
};
