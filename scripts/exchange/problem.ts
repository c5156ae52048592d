import { reasonOf } from '../../client/errors.ts';
import { ApiError } from '../../client/index.ts';

/** What is to be told without a stack. */
export class Problem extends Error {}

/** What is wrong, where that is for the person at the keyboard to mend. */
export function tell(error: unknown): string | undefined {
  if (error instanceof ApiError || error instanceof Problem) return error.message;
  const { code, path } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return `there is no ${path}`;
  if (error instanceof TypeError && error.cause) return `the service can't be reached: ${reasonOf(error)}`;
  return undefined;
}
