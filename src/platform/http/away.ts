import type { OutboundError } from './outbound-error.ts';

/** Statuses by which a server, or a proxy before it, says that it takes no requests for now. */
const AWAY_STATUSES: readonly number[] = [429, 502, 503, 504];

/** Whether an answer of this status says that the server is away for now. */
export function isAwayStatus(status: number): boolean {
  return AWAY_STATUSES.includes(status);
}

/**
 * Whether a request got no answer because its server is away: it could not be reached, did not answer in time, or broke the connection
 * off. A server that was reached may have taken the request ({@link OutboundError.sent}).
 */
export function isUnreached({ reason, sent }: OutboundError): boolean {
  return reason === 'connect' || reason === 'timeout' || (reason === 'protocol' && sent);
}
