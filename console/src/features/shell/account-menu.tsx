import { lazy } from 'react';
import { useCurrentUser } from '../../lib/session.ts';
import { ChevronsUpDown } from '../../ui/icons.ts';
import { Menu } from '../../ui/menu.tsx';
import { w } from '../../words/index.ts';

const AccountMenuItems = lazy(async () => ({ default: (await import('./account-menu-items.tsx')).AccountMenuItems }));

/** Menu of the current user. */
export function AccountMenu({ isCollapsed = false }: { readonly isCollapsed?: boolean }) {
  const user = useCurrentUser();
  return (
    <Menu
      className={`flex min-h-9 min-w-0 items-center gap-2 rounded-md text-start transition-colors hover:bg-surface-muted ${isCollapsed ? 'justify-center p-1' : 'w-full px-1.5 py-1'}`}
      label={<AccountLabel name={user?.name} isCollapsed={isCollapsed} />}
    >
      <AccountMenuItems />
    </Menu>
  );
}

function AccountLabel({ name, isCollapsed }: { readonly name: string | undefined; readonly isCollapsed: boolean }) {
  return (
    <>
      <span
        aria-hidden
        data-initial={name?.trim().slice(0, 1)}
        className="flex size-6 shrink-0 items-center justify-center rounded-full bg-accent-subtle text-xs font-semibold text-accent uppercase before:content-[attr(data-initial)]"
      />
      {isCollapsed ? (
        <span className="sr-only">{name}</span>
      ) : (
        <>
          <span className="min-w-0 flex-1 truncate">{name ?? '…'}</span>
          <ChevronsUpDown className="size-3.5 shrink-0 text-muted" />
        </>
      )}
      <span className="sr-only">{`: ${w.shell.account}`}</span>
    </>
  );
}
