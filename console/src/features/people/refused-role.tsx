import { Failure } from '../../lib/failure.ts';
import { Failed } from '../../ui/failed.tsx';
import { w } from '../../words/index.ts';

/** What is said of a refused change of roles besides the API's own words: why, and what to do about it. */
export function sayRefusal(error: unknown): { readonly lead: string | undefined; readonly needs: string } {
  const reason = error instanceof Failure ? error.reason : undefined;
  return { lead: w.people.refusals[reason as keyof typeof w.people.refusals], needs: w.people.takesPrivileged };
}

/** Why a role could not be given or taken; nothing where nothing was refused. */
export function RefusedRole({ error }: { readonly error: unknown }) {
  return error === null || error === undefined ? null : <Failed error={error} {...sayRefusal(error)} />;
}
