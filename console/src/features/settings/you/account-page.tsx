import { useQuery } from '@tanstack/react-query';
import { post } from '../../../lib/api.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { CopyableId } from '../../../ui/copyable.tsx';
import { ErrorAlert } from '../../../ui/error-alert.tsx';
import { Loading } from '../../../ui/loading.tsx';
import { Section } from '../../../ui/section.tsx';
import { w } from '../../../words/index.ts';
import { AvatarField } from '../avatar-field.tsx';
import { SettingsPage } from '../settings-layout.tsx';
import { OrganizationList } from './organization-list.tsx';
import { PasswordForm } from './password-form.tsx';
import { ProfileForm } from './profile-form.tsx';
import { type Profile, profileQuery } from './queries.ts';

/** Page of the user's profile, password and organizations. */
export default function AccountPage() {
  const { data, error, refetch } = useQuery(profileQuery);
  return (
    <SettingsPage path="/settings/account" title={w.account.title} acts={data && <CopyableId id={data.id} />}>
      <div className="grid items-start gap-8 lg:grid-cols-2">
        <Section title={w.account.profile} hint={w.account.profileHint}>
          {error && <ErrorAlert error={error} onRetry={() => void refetch()} />}
          {!data && !error && <Loading lineCount={6} />}
          {data && <ProfileAvatar profile={data} />}
          {data && <ProfileForm profile={data} />}
        </Section>
        <Section title={w.account.password} hint={w.account.passwordHint}>
          <PasswordForm email={data?.email ?? ''} />
        </Section>
      </div>
      <OrganizationList />
    </SettingsPage>
  );
}

function ProfileAvatar({ profile: { avatar_url } }: { readonly profile: Profile }) {
  return (
    <AvatarField
      url={avatar_url}
      onUpload={(file) => post('/api/v1/user/avatar', { body: { file } })}
      onRemove={() => post('/api/v1/user', { body: { avatar_url: null } })}
      onChanged={() => void queryClient.invalidateQueries({ queryKey: ['user', 'profile'] })}
    />
  );
}
