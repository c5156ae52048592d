import { sourceFailures } from '../../../src/knowledge/failures.ts';
import { OutboundError, type OutboundReason } from '../../../src/platform/http/guarded-client.ts';
import type { MessageParam } from '../../../src/platform/messages.ts';
import type { RunError } from '../../../src/runs/contract.ts';
import { toRunError } from '../../../src/runs/errors.ts';

/** What became of a request, in words for people. */
export interface Failure {
  readonly problem: RunError;
  /** Whether it may be otherwise in a moment. */
  readonly mayPass: boolean;
}

const REASONS: Partial<Record<OutboundReason, { readonly reason: string; readonly mayPass: boolean }>> = {
  refused_address: { reason: 'ADDRESS_REFUSED', mayPass: false },
  invalid_url: { reason: 'ADDRESS_INVALID', mayPass: false },
  timeout: { reason: 'TOO_SLOW', mayPass: true },
  too_large: { reason: 'TOO_LARGE', mayPass: false },
  connect: { reason: 'UNREACHABLE', mayPass: true },
  too_many_redirects: { reason: 'TOO_MANY_REDIRECTS', mayPass: false },
  protocol: { reason: 'ANSWER_BROKEN', mayPass: true },
};

/** Why a request got no answer. Throws any other error. */
export function failureOf(error: unknown): Failure {
  const known = error instanceof OutboundError ? REASONS[error.reason] : undefined;
  if (!known) throw error;
  return { problem: { reason: known.reason, message: (error as Error).message }, mayPass: known.mayPass };
}

/** Why an answer is none that was hoped for. */
export function failureOfStatus(status: number): Failure {
  const mayPass = status === 408 || status === 425 || status === 429 || status >= 500;
  const reason = status === 401 || status === 403 ? 'ACCESS_DENIED' : mayPass ? 'SERVER_FAILED' : 'NOT_FOUND';
  return { problem: toRunError(reason, sourceFailures.source_server_status({ status })), mayPass };
}

/** A thing over the limit. */
export function tooLarge(most: number): RunError {
  return toRunError('TOO_LARGE', sourceFailures.source_item_too_large({ limit: most }));
}

/** The message of an error for use as a value in another message; plain text if it has no code. */
export function toMessage({ message, code, params = {} }: RunError): MessageParam {
  return code === undefined ? message : { code, params, msg: message };
}
