import type { Message } from '../messages.ts';
import { outboundFailures } from './failures.ts';

/**
 * Reason why an outbound request has no response:
 * - `refused_address`: the host is private, reserved or a cloud metadata service, and not on the allow-list;
 * - `invalid_url`: not a plain http or https URL;
 * - `timeout`: the time limit passed;
 * - `too_large`: the response head exceeds the limit (a long body is truncated, not an error);
 * - `connect`: the host could not be resolved or reached, or TLS failed;
 * - `too_many_redirects`: more redirects than allowed;
 * - `aborted`: the caller's signal fired;
 * - `superseded`: the caller's condition for sending (`maySend`) no longer held;
 * - `protocol`: the request violates HTTP, or the connection broke after it was open.
 */
export type OutboundReason =
  | 'refused_address'
  | 'invalid_url'
  | 'timeout'
  | 'too_large'
  | 'connect'
  | 'too_many_redirects'
  | 'aborted'
  | 'superseded'
  | 'protocol';

/** An outbound request without a response. The message contains at most the host, never the path, query or headers. */
export class OutboundError extends Error {
  readonly reason: OutboundReason;
  /** False only if certainly no byte of the request reached a server. The first hop of a redirect counts. */
  readonly sent: boolean;
  /** The message with its code. */
  readonly detail: Message;

  constructor(reason: OutboundReason, detail: Message, sent: boolean, options?: { cause?: unknown }) {
    super(detail.msg, options);
    this.name = 'OutboundError';
    this.reason = reason;
    this.sent = sent;
    this.detail = detail;
  }
}

/** Converts any error of an exchange to an OutboundError. */
export function toOutboundError(error: unknown, url: string, sent: boolean): OutboundError {
  if (error instanceof OutboundError) return error;
  if (error instanceof Error && 'code' in error && error.code === 'UND_ERR_HEADERS_OVERFLOW') {
    return new OutboundError('too_large', outboundFailures.response_head_too_large({ host: getHost(url) }), sent, {
      cause: error,
    });
  }
  return new OutboundError('protocol', outboundFailures.exchange_broken({ host: getHost(url) }), sent, {
    cause: error,
  });
}

/** Returns the host of a URL, which messages may contain. */
export function getHost(url: string): string {
  return URL.canParse(url) ? new URL(url).host : 'an invalid URL';
}
