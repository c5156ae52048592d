import { ApiError } from '../../../lib/api-error.ts';
import { w } from '../../../words/index.ts';

/** Explains why a sync could not start, where the reason is known. */
export function SyncErrorHint({ error }: { readonly error: unknown }) {
  const reason = error instanceof ApiError ? error.reason : undefined;
  const text = w.sources.refusals[reason as keyof typeof w.sources.refusals];
  return text === undefined ? null : <p className="text-danger">{text}</p>;
}
