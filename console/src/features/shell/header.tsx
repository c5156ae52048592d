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

/** The bar at the top of every screen. */
export function Header() {
  const nav = useRef<HTMLElement>(null);
  useScrollToCurrentLink(nav, useLocation({ select: ({ pathname }) => pathname.split('/')[1] }));
  return (
    <header className="sticky top-0 z-20 border-b bg-raised">
      <div className="mx-auto flex max-w-7xl flex-wrap items-center gap-x-3 gap-y-1 px-4 py-1.5">
        <Link to="/" className="flex items-center gap-2 font-semibold">
          <img src="/favicon.svg" alt="" width="24" height="24" />
          <span className="sr-only sm:not-sr-only">Holdfast</span>
        </Link>
        <ProjectMenu />
        <nav
          ref={nav}
          aria-label={w.shell.navigation}
          className="order-last w-full overflow-x-auto md:order-none md:w-auto md:flex-1"
        >
          <ul className="flex gap-1 md:gap-0.5">
            {NAVIGATION.map(({ to, name, count }) => (
              <li key={to}>
                <Link
                  to={to}
                  className="flex items-center gap-1.5 rounded-md px-2 py-1.5 whitespace-nowrap hover:bg-sunken md:px-1.5 aria-[current=page]:bg-accent-ground aria-[current=page]:font-medium"
                >
                  {name()}
                  {count && <Waiting kind={count} />}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className="ms-auto flex items-center gap-1">
          <LiveSign />
          <AccountMenu />
        </div>
      </div>
      {useIsOutdated() && <Outdated />}
    </header>
  );
}

/** Offers the new release to a tab that was open while it was deployed. What is being written is not thrown away for it. */
function Outdated() {
  return (
    <p
      role="status"
      className="flex flex-wrap items-center justify-center gap-3 border-t bg-warn-ground px-4 py-1.5 text-warn"
    >
      {w.failure.newVersion}
      <Button isSmall onClick={() => location.reload()}>
        {w.failure.reload}
      </Button>
    </p>
  );
}

/** How many of a kind wait for a person. */
function Waiting({ kind }: { readonly kind: string }) {
  const count = useLive().counts?.[kind]?.pending ?? 0;
  if (count === 0) return null;
  return (
    <span className="rounded-full bg-accent px-1.5 text-sm font-semibold text-on-accent">
      <span aria-hidden>{count}</span>
      <span className="sr-only">{w.shell.waiting(count)}</span>
    </span>
  );
}

/** Whether what is seen changes by itself; said in words as soon as it does not. */
function LiveSign() {
  const { state } = useLive();
  return (
    <p
      role="status"
      className={joinClassNames('flex items-center gap-1.5 text-sm', state === 'broken' ? 'text-bad' : 'text-quiet')}
    >
      <span
        aria-hidden
        className={joinClassNames(
          'size-[8px] rounded-full',
          state === 'live' ? 'bg-good' : state === 'broken' ? 'bg-bad' : 'bg-warn',
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
