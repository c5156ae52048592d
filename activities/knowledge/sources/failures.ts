import { sourceFailures } from '../../../src/knowledge/failures.ts';
import { OutboundError, type OutboundReason } from '../../../src/platform/http/guarded-client.ts';
import type { MessageParam } from '../../../src/platform/messages.ts';
import type { RunError } from '../../../src/runs/contract.ts';
import { toRunError } from '../../../src/runs/errors.ts';

/** Why a request failed. */
export interface Failure {
  readonly problem: RunError;
  /** Whether a retry may succeed. */
  readonly isTransient: boolean;
}

const REASONS: Partial<Record<OutboundReason, { readonly reason: string; readonly isTransient: boolean }>> = {
  refused_address: { reason: 'ADDRESS_REFUSED', isTransient: false },
  invalid_url: { reason: 'ADDRESS_INVALID', isTransient: false },
  timeout: { reason: 'TOO_SLOW', isTransient: true },
  too_large: { reason: 'TOO_LARGE', isTransient: false },
  connect: { reason: 'UNREACHABLE', isTransient: true },
  too_many_redirects: { reason: 'TOO_MANY_REDIRECTS', isTransient: false },
  protocol: { reason: 'ANSWER_BROKEN', isTransient: true },
};

/** Converts an error of an outbound request to a failure. Rethrows other errors. */
export function toFailure(error: unknown): Failure {
  const known = error instanceof OutboundError ? REASONS[error.reason] : undefined;
  if (!known) throw error;
  return { problem: { reason: known.reason, message: (error as Error).message }, isTransient: known.isTransient };
}

/** Converts an HTTP error status to a failure. */
export function toStatusFailure(status: number): Failure {
  const isTransient = status === 408 || status === 425 || status === 429 || status >= 500;
  const reason = status === 401 || status === 403 ? 'ACCESS_DENIED' : isTransient ? 'SERVER_FAILED' : 'NOT_FOUND';
  return { problem: toRunError(reason, sourceFailures.source_server_status({ status })), isTransient };
}

/** Returns the error of an item over the size limit. */
export function toTooLargeError(limit: number): RunError {
  return toRunError('TOO_LARGE', sourceFailures.source_item_too_large({ limit }));
}

/** The message of an error for use as a value in another message; plain text if it has no code. */
export function toMessage({ message, code, params = {} }: RunError): MessageParam {
  return code === undefined ? message : { code, params, msg: message };
}
