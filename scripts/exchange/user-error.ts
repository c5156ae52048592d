import { getErrorMessage } from '../../client/errors.ts';
import { ApiError } from '../../client/index.ts';

/** An error to print without a stack. */
export class UserError extends Error {}

/** Returns the message of an error that the user can fix; undefined for others. */
export function toUserMessage(error: unknown): string | undefined {
  if (error instanceof ApiError || error instanceof UserError) return error.message;
  const { code, path } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return `there is no ${path}`;
  if (error instanceof TypeError && error.cause) return `the service can't be reached: ${getErrorMessage(error)}`;
  return undefined;
}
