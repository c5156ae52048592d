import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import { Ellipsis, MenuIcon, Search } from '../../ui/icons.ts';
import { w } from '../../words/index.ts';
import { AccountMenu } from './account-menu.tsx';
import { LiveIndicator } from './live-indicator.tsx';
import { NavigationLinks, PendingCount } from './nav-links.tsx';
import { NAVIGATION_ITEMS } from './navigation.ts';
import { ProjectMenu } from './project-menu.tsx';

/** Screens of the bottom bar. `More` lists all. */
const BOTTOM_BAR_PATHS: readonly string[] = ['/', '/approvals', '/runs', '/agents'];
const ICON_BUTTON_CLASS_NAME = 'flex size-10 shrink-0 items-center justify-center rounded-md text-muted';
const TAB_CLASS_NAME =
  'relative flex min-h-14 w-full flex-col items-center justify-center gap-0.5 text-xs text-muted aria-[current=page]:font-medium aria-[current=page]:text-accent';

/** The bar on top of a phone: project, search and account. */
export function PhoneTopBar({ onSearch }: { readonly onSearch: () => void }) {
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  return (
    <header className="phone-top-bar top-0 z-20 flex items-center gap-1 border-b bg-surface px-2 py-1">
      <button
        type="button"
        aria-label={w.shell.menu}
        className={`phone-menu-button ${ICON_BUTTON_CLASS_NAME}`}
        onClick={() => setIsMenuOpen(true)}
      >
        <MenuIcon className="size-5" />
      </button>
      <div className="me-auto flex min-w-0">
        <ProjectMenu />
      </div>
      <LiveIndicator isCompact />
      <button type="button" aria-label={w.shell.palette} className={ICON_BUTTON_CLASS_NAME} onClick={onSearch}>
        <Search className="size-5" />
      </button>
      <AccountMenu isCollapsed />
      {isMenuOpen && <NavigationDialog onClose={() => setIsMenuOpen(false)} />}
    </header>
  );
}

/** The bar at the bottom of a phone: the screens of everyday work, and a menu of all. */
export function PhoneBottomBar() {
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  const items = NAVIGATION_ITEMS.filter(({ to }) => BOTTOM_BAR_PATHS.includes(to));
  return (
    <>
      <nav
        aria-label={w.shell.navigation}
        className="phone-bottom-bar fixed inset-x-0 bottom-0 z-20 border-t bg-surface pb-[env(safe-area-inset-bottom)]"
      >
        <ul className="grid grid-cols-5">
          {items.map(({ to, icon: Icon, getLabel, countKind }) => (
            <li key={to}>
              <Link to={to} activeOptions={{ exact: to === '/', includeSearch: false }} className={TAB_CLASS_NAME}>
                <Icon className="size-5" />
                {getLabel()}
                {countKind && (
                  <span className="absolute start-1/2 top-1 ms-1.5">
                    <PendingCount kind={countKind} />
                  </span>
                )}
              </Link>
            </li>
          ))}
          <li>
            <button type="button" className={TAB_CLASS_NAME} onClick={() => setIsMenuOpen(true)}>
              <Ellipsis className="size-5" />
              {w.shell.more}
            </button>
          </li>
        </ul>
      </nav>
      {isMenuOpen && <NavigationDialog onClose={() => setIsMenuOpen(false)} />}
    </>
  );
}

/** All screens, for a phone. Closes once another screen opens. */
function NavigationDialog({ onClose }: { readonly onClose: () => void }) {
  const pathname = useLocation({ select: (location) => location.pathname });
  const [initialPathname] = useState(pathname);
  useEffect(() => {
    if (pathname !== initialPathname) onClose();
  }, [pathname, initialPathname, onClose]);
  return (
    <Dialog title={w.shell.menu} onClose={onClose}>
      <nav aria-label={w.shell.menu} className="flex flex-col gap-4">
        <NavigationLinks />
      </nav>
    </Dialog>
  );
}
