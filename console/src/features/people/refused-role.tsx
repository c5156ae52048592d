import { ApiError } from '../../lib/api-error.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { w } from '../../words/index.ts';

/** What is said of a refused change of roles besides the API's own words: why, and what to do about it. */
export function sayRefusal(error: unknown): { readonly intro: string | undefined; readonly permissionHint: string } {
  const reason = error instanceof ApiError ? error.reason : undefined;
  return {
    intro: w.people.refusals[reason as keyof typeof w.people.refusals],
    permissionHint: w.people.takesPrivileged,
  };
}

/** Why a role could not be given or taken; nothing where nothing was refused. */
export function RefusedRole({ error }: { readonly error: unknown }) {
  return error === null || error === undefined ? null : <ErrorAlert error={error} {...sayRefusal(error)} />;
}
