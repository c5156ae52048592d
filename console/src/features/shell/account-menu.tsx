import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { post } from '../../lib/api.ts';
import { clearScope } from '../../lib/last-scope.ts';
import { useCurrentUser } from '../../lib/session.ts';
import { setShortcutsEnabled, useShortcutsEnabled } from '../../lib/shortcuts.ts';
import { setSharedPreference } from '../../lib/storage.ts';
import { getTheme, saveTheme } from '../../lib/theme.ts';
import { Menu, MenuItem, MenuRadioGroup } from '../../ui/menu.tsx';
import { LANGUAGES, type Language, language, w } from '../../words/index.ts';

/** Menu of the current user: theme, language, shortcuts, account and sign-out. */
export function AccountMenu() {
  const user = useCurrentUser();
  const navigate = useNavigate();
  const [theme, setTheme] = useState(getTheme);
  const shortcutsEnabled = useShortcutsEnabled();
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
      ariaLabel={`${user?.name ?? '…'}: ${w.shell.account}`}
      label={<span className="max-w-32 truncate">{user?.name ?? '…'}</span>}
    >
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
      <MenuRadioGroup
        label={w.shell.language}
        value={language}
        options={Object.entries(LANGUAGES).map(([tag, { name }]) => [tag, name] as const)}
        onChange={(next) => {
          setSharedPreference('language', next);
          saveLanguage.mutate(next as Language);
        }}
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
      <MenuItem onSelect={() => void navigate({ to: '/settings/account' })}>{w.account.title}</MenuItem>
      <MenuItem onSelect={() => signOut.mutate()}>{w.shell.signOut}</MenuItem>
    </Menu>
  );
}
