import { useQuery } from '@tanstack/react-query';
import { CopyableId } from '../../../ui/copyable.tsx';
import { ErrorAlert } from '../../../ui/error-alert.tsx';
import { Loading } from '../../../ui/loading.tsx';
import { Section } from '../../../ui/section.tsx';
import { w } from '../../../words/index.ts';
import { SettingsPage } from '../parts.tsx';
import { Organizations } from './organizations.tsx';
import { PasswordForm } from './password-form.tsx';
import { OwnPicture } from './picture.tsx';
import { ProfileForm } from './profile-form.tsx';
import { profile } from './queries.ts';

/** Who the person is, how they sign in, and where they belong. */
export default function Account() {
  const { data, error, refetch } = useQuery(profile);
  return (
    <SettingsPage at="/settings/account" title={w.account.title} acts={data && <CopyableId id={data.id} />}>
      <div className="grid items-start gap-8 lg:grid-cols-2">
        <Section title={w.account.profile} hint={w.account.profileHint}>
          {error && <ErrorAlert error={error} onRetry={() => void refetch()} />}
          {!data && !error && <Loading lineCount={6} />}
          {data && <OwnPicture of={data} />}
          {data && <ProfileForm of={data} />}
        </Section>
        <Section title={w.account.password} hint={w.account.passwordHint}>
          <PasswordForm email={data?.email ?? ''} />
        </Section>
      </div>
      <Organizations />
    </SettingsPage>
  );
}
