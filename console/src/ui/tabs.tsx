import { Link, type LinkProps } from '@tanstack/react-router';
import { useRef } from 'react';
import { joinClassNames } from './class-names.ts';
import { useScrollToCurrentLink } from './scroll-to-current-link.ts';

interface Tab {
  readonly label: string;
  readonly isCurrent: boolean;
  /** Target path. Default: the current screen with other search params. */
  readonly to?: LinkProps['to'];
  readonly search?: object | ((search: object) => object);
}

/** Tabs as links to the parts of a screen or to related screens. */
export function Tabs({ label, tabs }: { readonly label: string; readonly tabs: readonly Tab[] }) {
  const navRef = useRef<HTMLElement>(null);
  useScrollToCurrentLink(
    navRef,
    tabs.findIndex(({ isCurrent }) => isCurrent),
  );
  return (
    <nav
      ref={navRef}
      aria-label={label}
      className="flex gap-5 overflow-x-auto overflow-y-hidden shadow-[inset_0_-1px_var(--border)]"
    >
      {tabs.map(({ label: tabLabel, isCurrent, to = '.', search }) => (
        <Link
          key={tabLabel}
          to={to}
          search={search as LinkProps['search']}
          // Without it, the first tab is also current on the others, because its search params are part of theirs.
          activeOptions={{ exact: true }}
          aria-current={isCurrent ? 'page' : undefined}
          className={joinClassNames(
            '-mb-px border-b-2 px-1 py-2 whitespace-nowrap transition-colors',
            isCurrent ? 'border-accent font-medium' : 'border-transparent text-muted hover:text-foreground',
          )}
        >
          {tabLabel}
        </Link>
      ))}
    </nav>
  );
}
