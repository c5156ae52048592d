import type { ReactNode } from 'react';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Loading } from '../../ui/loading.tsx';

interface Props {
  readonly title: string;
  readonly action?: ReactNode;
  /** The queries of the content. A failed or missing one is stated before the content. */
  readonly queries: readonly SectionQuery[];
  readonly children: ReactNode;
}

/** The part of a TanStack query that a section uses. */
interface SectionQuery {
  readonly data: unknown;
  readonly error: unknown;
  readonly refetch: () => unknown;
}

/** A section of the home screen: its title, errors and loading state, then the content. */
export function HomeSection({ title, action, queries, children }: Props) {
  const error = queries.find((query) => query.error)?.error;
  return (
    <section aria-label={title} className="flex min-w-0 flex-col gap-3 rounded-lg border bg-surface p-4 shadow-sm">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="font-semibold">{title}</h2>
        {action}
      </div>
      {error !== undefined && error !== null && (
        <ErrorAlert error={error} onRetry={() => queries.forEach((query) => void query.refetch())} />
      )}
      {!error && queries.some(({ data }) => !data) && <Loading lineCount={3} />}
      {children}
    </section>
  );
}
