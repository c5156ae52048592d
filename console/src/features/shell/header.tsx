import { Link, useLocation } from '@tanstack/react-router';
import { useRef } from 'react';
import { useLive } from '../../lib/live-changes.ts';
import { useIsOutdated } from '../../lib/release.ts';
import { Button } from '../../ui/button.tsx';
import { joinClassNames } from '../../ui/class-names.ts';
import { useScrollToCurrentLink } from '../../ui/scroll-to-current-link.ts';
import { w } from '../../words/index.ts';
import { AccountMenu } from './account-menu.tsx';
import { NAVIGATION } from './navigation.ts';
import { ProjectMenu } from './project-menu.tsx';

/** The header of every screen. */
export function Header() {
  const navRef = useRef<HTMLElement>(null);
  useScrollToCurrentLink(navRef, useLocation({ select: ({ pathname }) => pathname.split('/')[1] }));
  return (
    <header className="sticky top-0 z-20 border-b bg-surface">
      <div className="mx-auto flex max-w-7xl flex-wrap items-center gap-x-3 gap-y-1 px-4 py-1.5">
        <Link to="/" className="flex items-center gap-2 font-semibold">
          <img src="/favicon.svg" alt="" width="24" height="24" />
          <span className="sr-only sm:not-sr-only">Holdfast</span>
        </Link>
        <ProjectMenu />
        <nav
          ref={navRef}
          aria-label={w.shell.navigation}
          className="order-last w-full overflow-x-auto md:order-none md:w-auto md:flex-1"
        >
          <ul className="flex gap-1 md:gap-0.5">
            {NAVIGATION.map(({ to, getLabel: name, countKind: count }) => (
              <li key={to}>
                <Link
                  to={to}
                  className="flex items-center gap-1.5 rounded-md px-2 py-1.5 whitespace-nowrap hover:bg-surface-muted md:px-1.5 aria-[current=page]:bg-accent-subtle aria-[current=page]:font-medium"
                >
                  {name()}
                  {count && <PendingCount kind={count} />}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className="ms-auto flex items-center gap-1">
          <LiveIndicator />
          <AccountMenu />
        </div>
      </div>
      {useIsOutdated() && <NewReleaseNotice />}
    </header>
  );
}

/** Offers a reload to tabs that an upgrade made outdated. The user decides, so that no input is lost. */
function NewReleaseNotice() {
  return (
    <p
      role="status"
      className="flex flex-wrap items-center justify-center gap-3 border-t bg-warning-subtle px-4 py-1.5 text-warning"
    >
      {w.failure.newVersion}
      <Button isSmall onClick={() => location.reload()}>
        {w.failure.reload}
      </Button>
    </p>
  );
}

/** Badge with the number of pending records of a kind. */
function PendingCount({ kind }: { readonly kind: string }) {
  const count = useLive().counts?.[kind]?.pending ?? 0;
  if (count === 0) return null;
  return (
    <span className="rounded-full bg-accent px-1.5 text-sm font-semibold text-accent-foreground">
      <span aria-hidden>{count}</span>
      <span className="sr-only">{w.shell.waiting({ n: count })}</span>
    </span>
  );
}

/** Shows whether live updates work, in words if they do not. */
function LiveIndicator() {
  const { state } = useLive();
  return (
    <p
      role="status"
      className={joinClassNames('flex items-center gap-1.5 text-sm', state === 'broken' ? 'text-danger' : 'text-muted')}
    >
      <span
        aria-hidden
        className={joinClassNames(
          'size-[8px] rounded-full',
          state === 'live' ? 'bg-success' : state === 'broken' ? 'bg-danger' : 'bg-warning',
        )}
      />
      <span
        className={state === 'live' ? 'sr-only sm:not-sr-only' : state === 'broken' ? '' : 'sr-only 2xl:not-sr-only'}
      >
        {w.shell[state]}
      </span>
    </p>
  );
}
