import type { FailureDeclaration } from '../kinds/kind.ts';
import { memberAt } from '../members.ts';
import { type ApiAnswer, jsonIn } from './answer.ts';

/** What an answer says about its call; `unclear` leaves open whether it took effect. */
export type CallVerdict = 'done' | 'failed' | 'unclear' | 'unauthorized';

/** What an answer says about its call, by its status and by what the service's own form of an error says. */
export function verdictOf(
  answer: ApiAnswer,
  failure: FailureDeclaration | undefined,
  sideEffects: boolean,
): CallVerdict {
  const { status, headers } = answer.response;
  if (status === 401) return 'unauthorized';
  if (status === 403 && /\berror="?insufficient_scope/.test(headers['www-authenticate'] ?? '')) return 'unauthorized';
  if (status >= 500 && status !== 501) return sideEffects ? 'unclear' : 'failed';
  if (status >= 300) return 'failed';
  const value = failure && jsonIn(answer);
  if (!failure || memberAt(value, [failure.flag]) !== false) return 'done';
  const code = String(memberAt(value, [failure.code]));
  if (failure.unauthorized.includes(code)) return 'unauthorized';
  return sideEffects && failure.unclear.includes(code) ? 'unclear' : 'failed';
}
