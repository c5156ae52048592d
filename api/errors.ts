import { DomainError } from '../src/platform/errors.ts';

/** Errors of any request. */
export const requestErrors = {
  malformedPath: () => new DomainError(400, 'MALFORMED_PATH', 'the path is malformed or too long'),
  malformedBody: (problem: string) => new DomainError(400, 'MALFORMED_BODY', problem),
  unsupportedContentType: (contentType: string, expected: string) =>
    new DomainError(400, 'UNSUPPORTED_CONTENT_TYPE', `the body must be ${expected}, not ${contentType.slice(0, 100)}`),
  crossSiteRequest: () =>
    new DomainError(
      403,
      'CROSS_SITE_REQUEST',
      'requests with a session cookie from another site cannot change anything',
    ),
  metricsNotPublic: () =>
    new DomainError(
      403,
      'METRICS_NOT_PUBLIC',
      'metrics are for this machine only; set METRICS_TOKEN to read them elsewhere',
    ),
  routeNotFound: () => new DomainError(404, 'ROUTE_NOT_FOUND', 'no operation has this path and method'),
  methodNotAllowed: (methods: readonly string[]) =>
    new DomainError(
      405,
      'METHOD_NOT_ALLOWED',
      `this path supports only ${methods.join(', ')}`,
      { allowed: methods },
      { allow: methods.join(', ') },
    ),
  bodyTooLarge: (limit: number) =>
    new DomainError(413, 'BODY_TOO_LARGE', `the body exceeds the limit of ${limit} bytes`, { limit }),
  tooManyValues: (limit: number) =>
    new DomainError(413, 'BODY_TOO_COMPLEX', `the body contains more than ${limit} values`, { limit }),
  tooManyParts: (limit: number, what: string) =>
    new DomainError(413, 'BODY_TOO_COMPLEX', `the form contains more than ${limit} ${what}`, { limit }),
  formTooLarge: (limit: number) =>
    new DomainError(413, 'FILE_TOO_LARGE', `the files and fields of the form exceed the limit of ${limit} bytes`, {
      limit,
    }),
  requestTooSlow: () => new DomainError(408, 'REQUEST_TOO_SLOW', 'the request did not arrive in time; send it again'),
  malformedRequest: () => new DomainError(400, 'MALFORMED_REQUEST', 'the data is not a valid HTTP request'),
  headersTooLarge: () => new DomainError(431, 'HEADERS_TOO_LARGE', 'the path and headers exceed the limit of 16 KiB'),
};
