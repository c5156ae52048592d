import { Link } from '@tanstack/react-router';
import { useLive } from '../../lib/live-changes.ts';
import { joinClassNames } from '../../ui/class-names.ts';
import { w } from '../../words/index.ts';
import { NAVIGATION, type NavigationItem } from './navigation.ts';

const LINK_CLASS_NAME =
  'group/link relative flex min-h-8 items-center gap-2.5 rounded-md px-2 text-muted transition-colors hover:bg-active/70 hover:text-foreground aria-[current=page]:bg-active aria-[current=page]:font-medium aria-[current=page]:text-foreground';

interface Props {
  /** Shows icons only. Their names stay for assistive technology and as tooltips. */
  readonly isCollapsed?: boolean;
}

/** The links of the main navigation, by group. */
export function NavigationLinks({ isCollapsed = false }: Props) {
  return NAVIGATION.map(({ getLabel, items }) => (
    <div key={items[0].to} className="flex flex-col gap-0.5">
      {getLabel && (
        <h2
          className={joinClassNames(
            'px-2 pb-0.5 text-xs font-medium tracking-normal text-muted',
            isCollapsed && 'sr-only',
          )}
        >
          {getLabel()}
        </h2>
      )}
      <ul className="flex flex-col gap-px">
        {(items as readonly NavigationItem[]).map((item) => (
          <li key={item.to}>
            <NavigationLink item={item} isCollapsed={isCollapsed} />
          </li>
        ))}
      </ul>
    </div>
  ));
}

function NavigationLink({ item, isCollapsed = false }: Props & { readonly item: NavigationItem }) {
  const { to, icon: Icon, getLabel, countKind } = item;
  return (
    <Link
      to={to}
      activeOptions={{ exact: to === '/', includeSearch: false }}
      className={joinClassNames(LINK_CLASS_NAME, isCollapsed && 'justify-center')}
      {...(isCollapsed ? { title: getLabel() } : {})}
    >
      <Icon className="size-4 shrink-0 group-aria-[current=page]/link:text-accent" />
      <span className={isCollapsed ? 'sr-only' : 'min-w-0 flex-1 truncate'}>{getLabel()}</span>
      {countKind && (
        <span className={isCollapsed ? 'absolute -end-0.5 -top-0.5' : ''}>
          <PendingCount kind={countKind} />
        </span>
      )}
    </Link>
  );
}

/** Badge with the number of pending records of a kind. */
export function PendingCount({ kind }: { readonly kind: string }) {
  const count = useLive().counts?.[kind]?.pending ?? 0;
  if (count === 0) return null;
  return (
    <span className="flex h-4.5 min-w-4.5 items-center justify-center rounded-full bg-accent px-1 text-xs font-semibold text-accent-foreground tabular-nums">
      <span aria-hidden>{count}</span>
      <span className="sr-only">{w.shell.waiting({ n: count })}</span>
    </span>
  );
}
