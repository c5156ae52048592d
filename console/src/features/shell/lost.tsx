import { type ErrorComponentProps, Link } from '@tanstack/react-router';
import { getButtonClassName } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { w } from '../../words/index.ts';

/** For an address that leads nowhere. */
export function LostPage() {
  return (
    <main>
      <h1 className="sr-only">{w.shell.lost}</h1>
      <EmptyState title={w.shell.lost}>
        <p className="mb-4">{w.shell.lostHint}</p>
        <Link to="/" className={getButtonClassName('primary')}>
          {w.shell.goHome}
        </Link>
      </EmptyState>
    </main>
  );
}

/** A part of the console that can't be loaded any more belongs to a release that was replaced. */
const OUTDATED = /dynamically imported module|module script|Failed to fetch/i;

/** For a screen that stopped; after a deploy the way on is to load the page again. */
export function StoppedPage({ error }: ErrorComponentProps) {
  const outdated = OUTDATED.test(String(error));
  return (
    <main className="mx-auto flex max-w-2xl flex-col gap-4 p-4">
      <h1 className="text-xl font-semibold">{outdated ? w.failure.newVersion : w.failure.unforeseen}</h1>
      {!outdated && <ErrorAlert error={error} />}
      <button type="button" className={getButtonClassName('primary')} onClick={() => location.reload()}>
        {outdated ? w.failure.reload : w.ui.tryAgain}
      </button>
    </main>
  );
}
