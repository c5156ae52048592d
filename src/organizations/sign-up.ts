import type { Config } from '../platform/config.ts';
import type { Executor } from '../platform/db/client.ts';
import { isExpected } from './addresses.ts';

/** Whether an address may sign up; the policy `invited` allows expected addresses. */
export async function canSignUp(db: Executor, policy: Config['signUp'], email: string): Promise<boolean> {
  return policy === 'open' || (policy === 'invited' && (await isExpected(db, email)));
}
