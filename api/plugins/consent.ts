import type { FastifyRequest } from 'fastify';
import { addQueryParams } from '../../src/connections/auth-sessions.ts';
import type { DomainError } from '../../src/platform/errors.ts';

/** Page of the console that tells a person what came of their consent. */
const CONNECTED = '/connected';

/** A browser that was sent here asks for a page. */
export function wantsPage(request: FastifyRequest): boolean {
  return /\btext\/html\b/.test(request.headers.accept ?? '');
}

/** How a browser is told of what went wrong. */
export function failureQuery({ reason, message }: DomainError): Record<string, string> {
  return { error: reason, error_description: message };
}

/** Where a browser is told what went wrong that came back with nothing which anybody waits for. */
export function failurePage(publicUrl: string, error: DomainError): string {
  return addQueryParams(publicUrl + CONNECTED, failureQuery(error));
}
