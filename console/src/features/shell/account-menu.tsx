import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { post } from '../../lib/api.ts';
import { forgetScope } from '../../lib/kept-scope.ts';
import { switchKeys, useKeysOn } from '../../lib/keys.ts';
import { usePerson } from '../../lib/session.ts';
import { keepForPages } from '../../lib/storage.ts';
import { chooseTheme, chosenTheme } from '../../lib/theme.ts';
import { Menu, MenuChoice, MenuItem } from '../../ui/menu.tsx';
import { LANGUAGES, type Language, language, w } from '../../words/index.ts';

/** Who is signed in, and what they choose for themselves. */
export function AccountMenu() {
  const person = usePerson();
  const navigate = useNavigate();
  const [theme, setTheme] = useState(chosenTheme);
  const keysOn = useKeysOn();
  const signOut = useMutation({
    mutationFn: () => post('/identity/sign-out'),
    onSuccess: () => {
      forgetScope();
      location.assign('/sign-in');
    },
  });
  // The page speaks it whether or not mails can be told of it now.
  const speak = useMutation({
    mutationFn: (next: Language) => post('/api/v1/user', { body: { language: next } }),
    onSettled: () => location.reload(),
  });
  return (
    <Menu
      name={`${person?.name ?? '…'}: ${w.shell.account}`}
      label={<span className="max-w-32 truncate">{person?.name ?? '…'}</span>}
    >
      <MenuChoice
        label={w.shell.theme}
        value={theme}
        of={[
          ['system', w.shell.system],
          ['light', w.shell.light],
          ['dark', w.shell.dark],
        ]}
        onChoose={(next) => {
          chooseTheme(next);
          setTheme(next);
        }}
      />
      <MenuChoice
        label={w.shell.language}
        value={language}
        of={Object.entries(LANGUAGES).map(([tag, { name }]) => [tag, name] as const)}
        onChoose={(next) => {
          keepForPages('language', next);
          speak.mutate(next as Language);
        }}
      />
      <MenuChoice
        label={w.shell.keysOn}
        value={keysOn ? 'on' : 'off'}
        of={[
          ['on', w.shell.on],
          ['off', w.shell.off],
        ]}
        onChoose={(next) => switchKeys(next === 'on')}
      />
      <MenuItem onSelect={() => void navigate({ to: '/settings/account' })}>{w.account.title}</MenuItem>
      <MenuItem onSelect={() => signOut.mutate()}>{w.shell.signOut}</MenuItem>
    </Menu>
  );
}
