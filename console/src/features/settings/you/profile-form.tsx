import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { post } from '../../../lib/api.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { whoamiQuery } from '../../../lib/session.ts';
import { NameField, TextareaField, TextField } from '../../../ui/field.tsx';
import { MutationForm } from '../../../ui/mutation-form.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { w } from '../../../words/index.ts';
import type { Profile } from './queries.ts';

export function ProfileForm({ profile }: { readonly profile: Profile }) {
  const [name, setName] = useState(profile.name);
  const [jobRole, setJobRole] = useState(profile.job_role ?? '');
  const [bio, setBio] = useState(profile.bio ?? '');
  const save = useMutation({
    mutationFn: () => {
      const body = { name, job_role: jobRole.trim() || null, bio: bio.trim() || null };
      return post('/api/v1/user', { body });
    },
    onSuccess: () => {
      showToast(w.account.saved);
      void queryClient.invalidateQueries({ queryKey: ['user', 'profile'] });
      void queryClient.invalidateQueries({ queryKey: whoamiQuery.queryKey });
    },
  });
  const commonProps = { error: save.error } as const;
  return (
    <MutationForm mutation={save} submitLabel={w.account.save} fieldPaths={['name', 'job_role', 'bio']}>
      <NameField {...commonProps} label={w.account.name} autoComplete="name" value={name} onChange={setName} />
      <TextField
        label={w.account.email}
        hint={profile.email_verified === false ? w.account.unconfirmed : undefined}
        readOnly
        value={profile.email ?? ''}
      />
      <TextField
        {...commonProps}
        label={w.account.role}
        path="job_role"
        maxLength={200}
        value={jobRole}
        onChange={(event) => setJobRole(event.target.value)}
      />
      <TextareaField
        {...commonProps}
        label={w.account.bio}
        path="bio"
        maxLength={5000}
        value={bio}
        onChange={(event) => setBio(event.target.value)}
      />
    </MutationForm>
  );
}
