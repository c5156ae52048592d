import type { FailureDeclaration } from '../kinds/kind.ts';
import { getMember } from '../members.ts';
import { type ApiResponse, parseJsonBody } from './response.ts';

/** What an answer says about its call; `unclear` leaves open whether it took effect. */
export type CallOutcome = 'done' | 'failed' | 'unclear' | 'unauthorized';

/** What an answer says about its call, by its status and by what the service's own form of an error says. */
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
