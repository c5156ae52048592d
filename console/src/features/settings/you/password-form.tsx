import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { post } from '../../../lib/api.ts';
import { formatNumber } from '../../../lib/numbers.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { TextField } from '../../../ui/field.tsx';
import { MutationForm } from '../../../ui/mutation-form.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { w } from '../../../words/index.ts';

/** Changes the password. The hidden email address is for password managers. */
export function PasswordForm({ email }: { readonly email: string }) {
  const [currentPassword, setCurrentPassword] = useState('');
  const [newPassword, setNewPassword] = useState('');
  const change = useMutation({
    mutationFn: () => {
      const currentPasswordBody = currentPassword === '' ? {} : { current_password: currentPassword };
      return post('/api/v1/user/password', { body: { ...currentPasswordBody, password: newPassword } });
    },
    onSuccess: ({ ended }) => {
      showToast(w.account.changed({ ended: formatNumber(ended) }));
      setCurrentPassword('');
      setNewPassword('');
      void queryClient.invalidateQueries({ queryKey: ['user', 'session'] });
    },
  });
  return (
    <MutationForm mutation={change} submitLabel={w.account.change} fieldPaths={['current_password', 'password']}>
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <TextField
        label={w.account.current}
        hint={w.account.currentHint}
        path="current_password"
        error={change.error}
        type="password"
        autoComplete="current-password"
        value={currentPassword}
        onChange={(event) => setCurrentPassword(event.target.value)}
      />
      <TextField
        label={w.account.next}
        hint={w.account.nextHint}
        path="password"
        error={change.error}
        type="password"
        autoComplete="new-password"
        required
        value={newPassword}
        onChange={(event) => setNewPassword(event.target.value)}
      />
    </MutationForm>
  );
}
