import { type ErrorComponentProps, Link } from '@tanstack/react-router';
import { buttonClass } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Failed } from '../../ui/failed.tsx';
import { w } from '../../words/index.ts';

/** For an address that leads nowhere. */
export function LostPage() {
  return (
    <main>
      <h1 className="sr-only">{w.shell.lost}</h1>
      <Empty title={w.shell.lost}>
        <p className="mb-4">{w.shell.lostHint}</p>
        <Link to="/" className={buttonClass('primary')}>
          {w.shell.goHome}
        </Link>
      </Empty>
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
      {!outdated && <Failed error={error} />}
      <button type="button" className={buttonClass('primary')} onClick={() => location.reload()}>
        {outdated ? w.failure.reload : w.ui.tryAgain}
      </button>
    </main>
  );
}
