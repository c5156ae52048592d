import type { FastifyRequest } from 'fastify';
import { addQueryParams } from '../../src/connections/auth-sessions.ts';
import type { DomainError } from '../../src/platform/errors.ts';

/** Console page that shows the result of an OAuth consent. */
const CONNECTED_PATH = '/connected';

/** Whether a browser navigates to this request. */
export function wantsPage(request: FastifyRequest): boolean {
  return /\btext\/html\b/.test(request.headers.accept ?? '');
}

/** Returns an error as query parameters of a redirect. */
export function toErrorQuery({ reason, message }: DomainError): Record<string, string> {
  return { error: reason, error_description: message };
}

/** Returns the console page that shows an OAuth error without a pending authorization. */
export function toErrorPageUrl(publicUrl: string, error: DomainError): string {
  return addQueryParams(publicUrl + CONNECTED_PATH, toErrorQuery(error));
}
