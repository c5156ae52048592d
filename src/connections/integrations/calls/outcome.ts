import type { FailureDeclaration } from '../kinds/kind.ts';
import { getMember } from '../values.ts';
import { type ApiResponse, parseJsonBody } from './response.ts';

/** Outcome of a call. `unclear` means that side effects are possible. */
type CallOutcome = 'done' | 'failed' | 'unclear' | 'unauthorized';

/** Returns the outcome of a call from its status and the error format of the service. */
export function getCallOutcome(
  apiResponse: ApiResponse,
  failure: FailureDeclaration | undefined,
  sideEffects: boolean,
): CallOutcome {
  const { status, headers } = apiResponse.response;
  if (status === 401) return 'unauthorized';
  if (status === 403 && /\berror="?insufficient_scope/.test(headers['www-authenticate'] ?? '')) return 'unauthorized';
  if (status >= 500 && status !== 501) return sideEffects ? 'unclear' : 'failed';
  if (status >= 300) return 'failed';
  const value = failure && parseJsonBody(apiResponse);
  if (!failure || getMember(value, [failure.flag]) !== false) return 'done';
  const code = String(getMember(value, [failure.code]));
  if (failure.unauthorized.includes(code)) return 'unauthorized';
  return sideEffects && failure.unknownOutcome.includes(code) ? 'unclear' : 'failed';
}
