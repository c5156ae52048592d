import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { post } from '../../../lib/api.ts';
import { queries } from '../../../lib/query.ts';
import { whoami } from '../../../lib/session.ts';
import { ActForm } from '../../../ui/act-form.tsx';
import { LongField, NameField, TextField } from '../../../ui/field.tsx';
import { toast } from '../../../ui/toast.tsx';
import { w } from '../../../words/index.ts';
import type { Profile } from './queries.ts';

export function ProfileForm({ of }: { readonly of: Profile }) {
  const [name, setName] = useState(of.name);
  const [role, setRole] = useState(of.job_role ?? '');
  const [bio, setBio] = useState(of.bio ?? '');
  const save = useMutation({
    mutationFn: () => {
      const body = { name, job_role: role.trim() || null, bio: bio.trim() || null };
      return post('/api/v1/user', { body });
    },
    onSuccess: () => {
      toast(w.account.saved);
      void queries.invalidateQueries({ queryKey: ['user', 'profile'] });
      void queries.invalidateQueries({ queryKey: whoami.queryKey });
    },
  });
  const common = { error: save.error } as const;
  return (
    <ActForm act={save} submit={w.account.save} places={['name', 'job_role', 'bio']}>
      <NameField {...common} label={w.account.name} autoComplete="name" value={name} onChange={setName} />
      <TextField
        label={w.account.email}
        hint={of.email_verified === false ? w.account.unconfirmed : undefined}
        readOnly
        value={of.email ?? ''}
      />
      <TextField
        {...common}
        label={w.account.role}
        at="job_role"
        maxLength={200}
        value={role}
        onChange={(event) => setRole(event.target.value)}
      />
      <LongField
        {...common}
        label={w.account.bio}
        at="bio"
        maxLength={5000}
        value={bio}
        onChange={(event) => setBio(event.target.value)}
      />
    </ActForm>
  );
}
