import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { post } from '../../lib/api.ts';
import { clearScope } from '../../lib/last-scope.ts';
import { setPreference, usePreference } from '../../lib/preferences.ts';
import { useCurrentUser } from '../../lib/session.ts';
import { setShortcutsEnabled, useShortcutsEnabled } from '../../lib/shortcuts.ts';
import { setSharedPreference } from '../../lib/storage.ts';
import { getTheme, saveTheme } from '../../lib/theme.ts';
import { ChevronsUpDown } from '../../ui/icons.ts';
import { Menu, MenuItem, MenuRadioGroup } from '../../ui/menu.tsx';
import { LANGUAGES, type Language, language, w } from '../../words/index.ts';

/** Menu of the current user: theme, language, shortcuts, account and sign-out. */
export function AccountMenu({ isCollapsed = false }: { readonly isCollapsed?: boolean }) {
  const user = useCurrentUser();
  const navigate = useNavigate();
  const signOut = useMutation({
    mutationFn: () => post('/identity/sign-out'),
    onSuccess: () => {
      clearScope();
      location.assign('/sign-in');
    },
  });
  // The page switches its language even if the server can't store the preference for mails.
  const saveLanguage = useMutation({
    mutationFn: (next: Language) => post('/api/v1/user', { body: { language: next } }),
    onSettled: () => location.reload(),
  });
  return (
    <Menu
      className={`flex min-h-9 min-w-0 items-center gap-2 rounded-md text-start transition-colors hover:bg-surface-muted ${isCollapsed ? 'justify-center p-1' : 'w-full px-1.5 py-1'}`}
      label={<AccountLabel name={user?.name} isCollapsed={isCollapsed} />}
    >
      <ThemeGroup />
      <MenuRadioGroup
        label={w.shell.language}
        value={language}
        options={Object.entries(LANGUAGES).map(([tag, { name }]) => [tag, name] as const)}
        onChange={(next) => {
          setSharedPreference('language', next);
          saveLanguage.mutate(next as Language);
        }}
      />
      <LayoutGroups />
      <MenuItem onSelect={() => void navigate({ to: '/settings/account' })}>{w.account.title}</MenuItem>
      <MenuItem onSelect={() => signOut.mutate()}>{w.shell.signOut}</MenuItem>
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

function ThemeGroup() {
  const [theme, setTheme] = useState(getTheme);
  return (
    <MenuRadioGroup
      label={w.shell.theme}
      value={theme}
      options={[
        ['system', w.shell.system],
        ['light', w.shell.light],
        ['dark', w.shell.dark],
      ]}
      onChange={(next) => {
        setTheme(next);
        saveTheme(next);
      }}
    />
  );
}

function LayoutGroups() {
  const density = usePreference('density');
  const shortcutsEnabled = useShortcutsEnabled();
  return (
    <>
      <MenuRadioGroup
        label={w.shell.density}
        value={density}
        options={[
          ['comfortable', w.shell.comfortable],
          ['compact', w.shell.compact],
        ]}
        onChange={(next) => setPreference('density', next)}
      />
      <MenuRadioGroup
        label={w.shell.keysOn}
        value={shortcutsEnabled ? 'on' : 'off'}
        options={[
          ['on', w.shell.on],
          ['off', w.shell.off],
        ]}
        onChange={(next) => setShortcutsEnabled(next === 'on')}
      />
    </>
  );
}
