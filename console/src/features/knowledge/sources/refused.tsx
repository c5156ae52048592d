import { ApiError } from '../../../lib/api-error.ts';
import { w } from '../../../words/index.ts';

/** Why a sync could not be begun, and what to do about it, where that is known. */
export function RefusedSync({ error }: { readonly error: unknown }) {
  const reason = error instanceof ApiError ? error.reason : undefined;
  const said = w.sources.refusals[reason as keyof typeof w.sources.refusals];
  return said === undefined ? null : <p className="text-danger">{said}</p>;
}
