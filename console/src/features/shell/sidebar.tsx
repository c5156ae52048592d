import { setPreference, usePreference } from '../../lib/preferences.ts';
import { useShortcuts } from '../../lib/shortcuts.ts';
import { joinClassNames } from '../../ui/class-names.ts';
import { PanelLeftClose, PanelLeftOpen, Search } from '../../ui/icons.ts';
import { w } from '../../words/index.ts';
import { AccountMenu } from './account-menu.tsx';
import { LiveIndicator } from './live-indicator.tsx';
import { NavigationLinks } from './nav-links.tsx';
import { ProjectMenu } from './project-menu.tsx';

const ICON_BUTTON_CLASS_NAME =
  'flex size-8 shrink-0 items-center justify-center rounded-md text-muted transition-colors hover:bg-surface-muted hover:text-foreground';

/** The sidebar of every screen: project, search, navigation and account. A phone has bars instead. */
export function Sidebar({ onSearch }: { readonly onSearch: () => void }) {
  const isCollapsed = usePreference('sidebar') === 'collapsed';
  const toggle = () => setPreference('sidebar', isCollapsed ? 'expanded' : 'collapsed');
  useShortcuts([{ key: '[', description: w.shell.toggleSidebar, run: toggle }]);
  const ToggleIcon = isCollapsed ? PanelLeftOpen : PanelLeftClose;
  return (
    <header className="sidebar sticky top-0 flex h-dvh flex-col border-e bg-sidebar">
      <div className={joinClassNames('flex flex-col gap-2 p-2', isCollapsed && 'items-center')}>
        <div className={joinClassNames('flex items-center gap-1', isCollapsed && 'flex-col')}>
          <ProjectMenu isCollapsed={isCollapsed} />
          <button
            type="button"
            aria-label={w.shell.toggleSidebar}
            aria-expanded={!isCollapsed}
            title={`${w.shell.toggleSidebar} [`}
            className={ICON_BUTTON_CLASS_NAME}
            onClick={toggle}
          >
            <ToggleIcon className="size-4" />
          </button>
        </div>
        <SearchButton isCollapsed={isCollapsed} onSearch={onSearch} />
      </div>
      <nav
        aria-label={w.shell.navigation}
        className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto px-2 py-2 [scrollbar-width:thin]"
      >
        <NavigationLinks isCollapsed={isCollapsed} />
      </nav>
      <div className={joinClassNames('flex flex-col gap-1 border-t p-2', isCollapsed && 'items-center')}>
        <div className={joinClassNames('px-2 py-1', isCollapsed && 'px-0')}>
          <LiveIndicator isCompact={isCollapsed} />
        </div>
        <AccountMenu isCollapsed={isCollapsed} />
      </div>
    </header>
  );
}

/** The field that opens the command palette. */
function SearchButton({ isCollapsed, onSearch }: { readonly isCollapsed: boolean; readonly onSearch: () => void }) {
  if (isCollapsed)
    return (
      <button
        type="button"
        aria-label={w.shell.palette}
        title={`${w.shell.palette} ${w.shell.control} K`}
        className={ICON_BUTTON_CLASS_NAME}
        onClick={onSearch}
      >
        <Search className="size-4" />
      </button>
    );
  return (
    <button
      type="button"
      className="flex min-h-8 items-center gap-2 rounded-md border border-border-strong bg-surface px-2 text-start text-muted shadow-sm transition-colors hover:border-input"
      onClick={onSearch}
    >
      <Search className="size-4 shrink-0" />
      <span className="min-w-0 flex-1 truncate">{w.shell.palette}</span>
      <kbd>{w.shell.control} K</kbd>
    </button>
  );
}
