import { DomainError } from '../src/platform/errors.ts';

/** What can be wrong with a request, whatever it asks for. */
export const requestErrors = {
  malformedPath: () => new DomainError(400, 'MALFORMED_PATH', 'the path cannot be read'),
  malformedBody: (problem: string) => new DomainError(400, 'MALFORMED_BODY', problem),
  unsupportedContentType: (given: string, expected: string) =>
    new DomainError(400, 'UNSUPPORTED_CONTENT_TYPE', `the body must be ${expected}, not ${given.slice(0, 100)}`),
  crossSiteRequest: () =>
    new DomainError(403, 'CROSS_SITE_REQUEST', 'a session cookie changes nothing for a page of another site'),
  routeNotFound: () => new DomainError(404, 'ROUTE_NOT_FOUND', 'no operation has this method and path'),
  methodNotAllowed: (methods: readonly string[]) =>
    new DomainError(
      405,
      'METHOD_NOT_ALLOWED',
      `this path has ${methods.join(', ')}`,
      { allowed: methods },
      { allow: methods.join(', ') },
    ),
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
};
