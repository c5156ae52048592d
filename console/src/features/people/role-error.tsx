import { ApiError } from '../../lib/api-error.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { w } from '../../words/index.ts';

/** Returns the reason for a rejected role change, and the role that it requires. */
export function formatRoleError(error: unknown): {
  readonly intro: string | undefined;
  readonly permissionHint: string;
} {
  const reason = error instanceof ApiError ? error.reason : undefined;
  return {
    intro: w.people.refusals[reason as keyof typeof w.people.refusals],
    permissionHint: w.people.ownersOnlyHint,
  };
}

/** Shows why a role change failed. Renders nothing without an error. */
export function RoleError({ error }: { readonly error: unknown }) {
  return error === null || error === undefined ? null : <ErrorAlert error={error} {...formatRoleError(error)} />;
}
