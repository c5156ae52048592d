import { Link, type LinkProps } from '@tanstack/react-router';
import { useRef } from 'react';
import { classes } from './classes.ts';
import { useCurrentInView } from './current-in-view.ts';

interface Tab {
  readonly name: string;
  readonly shown: boolean;
  /** Where it leads; to the same screen with another search where it is left out. */
  readonly to?: LinkProps['to'];
  readonly search?: object;
}

/** The row of links to the parts of a screen, or to screens that belong together. */
export function Tabs({ label, tabs }: { readonly label: string; readonly tabs: readonly Tab[] }) {
  const ref = useRef<HTMLElement>(null);
  useCurrentInView(
    ref,
    tabs.findIndex(({ shown }) => shown),
  );
  return (
    <nav ref={ref} aria-label={label} className="flex gap-1 overflow-x-auto border-b">
      {tabs.map(({ name, shown, to = '.', search }) => (
        <Link
          key={name}
          to={to}
          search={search as LinkProps['search']}
          aria-current={shown ? 'page' : undefined}
          className={classes(
            'border-b-2 px-3 py-1.5 whitespace-nowrap',
            shown ? 'border-accent font-medium' : 'border-transparent',
          )}
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}
