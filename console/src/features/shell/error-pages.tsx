import { type ErrorComponentProps, Link } from '@tanstack/react-router';
import { getButtonClassName } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { CircleHelp } from '../../ui/icons.ts';
import { w } from '../../words/index.ts';

/** Shown for unknown URLs. */
export function NotFoundPage() {
  return (
    <main>
      <h1 className="sr-only">{w.shell.notFound}</h1>
      <EmptyState icon={CircleHelp} title={w.shell.notFound}>
        <p className="mb-4">{w.shell.notFoundHint}</p>
        <Link to="/" className={getButtonClassName('primary')}>
          {w.shell.goHome}
        </Link>
      </EmptyState>
    </main>
  );
}

/** A chunk that fails to load usually belongs to a replaced release. */
const CHUNK_LOAD_ERROR = /dynamically imported module|module script|Failed to fetch/i;

/** Shown after an unexpected error. After an upgrade, it offers a reload. */
export function ErrorPage({ error }: ErrorComponentProps) {
  const isOutdated = CHUNK_LOAD_ERROR.test(String(error));
  return (
    <main className="mx-auto flex max-w-2xl flex-col gap-4 p-4">
      <h1 className="text-xl font-semibold">{isOutdated ? w.failure.newVersion : w.failure.unforeseen}</h1>
      {!isOutdated && <ErrorAlert error={error} />}
      <button type="button" className={getButtonClassName('primary')} onClick={() => location.reload()}>
        {isOutdated ? w.failure.reload : w.ui.tryAgain}
      </button>
    </main>
  );
}
