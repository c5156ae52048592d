import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { post } from '../../lib/api.ts';
import { clearScope } from '../../lib/last-scope.ts';
import { openGuide } from '../../lib/open-guide.ts';
import { setPreference, usePreference } from '../../lib/preferences.ts';
import { setShortcutsEnabled, useShortcutsEnabled } from '../../lib/shortcuts.ts';
import { setSharedPreference } from '../../lib/storage.ts';
import { getTheme, saveTheme } from '../../lib/theme.ts';
import { MenuItem, MenuRadioGroup } from '../../ui/dropdown-menu.tsx';
import { LANGUAGES, type Language, language, w } from '../../words/index.ts';

/** Items of the user's menu: theme, language, shortcuts, account, documentation and sign-out. */
export function AccountMenuItems() {
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
    <>
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
      <MenuItem onSelect={openGuide}>{w.shell.documentation}</MenuItem>
      <MenuItem onSelect={() => signOut.mutate()}>{w.shell.signOut}</MenuItem>
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
