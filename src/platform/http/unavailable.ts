import type { OutboundError } from './outbound-error.ts';

/** Statuses of a server or proxy that is temporarily unavailable. */
const UNAVAILABLE_STATUSES: readonly number[] = [429, 502, 503, 504];

/** Returns whether a status means that the server is temporarily unavailable. */
export function isUnavailableStatus(status: number): boolean {
  return UNAVAILABLE_STATUSES.includes(status);
}

/**
 * Returns whether a request failed because its server is unreachable, timed out or dropped the connection. A reached
 * server may have received the request ({@link OutboundError.sent}).
 */
export function isUnreachableError({ reason, sent }: OutboundError): boolean {
  return reason === 'connect' || reason === 'timeout' || (reason === 'protocol' && sent);
}
