import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { post } from '../../../lib/api.ts';
import { HAS_NOTIFICATIONS, isNotifying, setNotifying } from '../../../lib/browser-notifications.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { ErrorAlert, showErrorToast } from '../../../ui/error-alert.tsx';
import { CheckboxField, SelectField } from '../../../ui/field.tsx';
import { Loading } from '../../../ui/loading.tsx';
import { Section } from '../../../ui/section.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { LANGUAGES, type Language, w } from '../../../words/index.ts';
import { SettingsPage } from '../settings-layout.tsx';
import { type Profile, profileQuery } from './queries.ts';

const MAIL_KINDS = Object.keys(w.account.mailNames) as (keyof typeof w.account.mailNames)[];

/** Page of the user's email notifications. */
export default function NotificationsPage() {
  const { data, error, refetch } = useQuery(profileQuery);
  return (
    <SettingsPage path="/settings/notifications" title={w.account.notifications}>
      {error && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading lineCount={3} />}
      <BrowserNotifications />
      {data && <NotificationFields profile={data} />}
    </SettingsPage>
  );
}

/** Turns notifications of pending requests in this browser on and off. */
function BrowserNotifications() {
  const [isOn, setIsOn] = useState(isNotifying);
  return (
    <Section title={w.account.inBrowser}>
      <CheckboxField
        label={w.account.notifyPending}
        hint={HAS_NOTIFICATIONS ? w.account.notifyHint : w.account.notifyMissing}
        checked={isOn}
        disabled={!HAS_NOTIFICATIONS}
        onChange={(wanted) =>
          void setNotifying(wanted).then((isAllowed) => {
            setIsOn(isAllowed);
            if (wanted && !isAllowed) showToast(w.account.notifyRefused, 'bad');
          })
        }
      />
    </Section>
  );
}

function NotificationFields({ profile }: { readonly profile: Profile }) {
  const save = useMutation({
    mutationFn: (change: Partial<Pick<Profile, 'muted_mails' | 'language'>>) => post('/api/v1/user', { body: change }),
    onSuccess: (savedProfile) => {
      queryClient.setQueryData(profileQuery.queryKey, savedProfile as Profile);
      showToast(w.account.saved);
    },
    onError: showErrorToast,
  });
  const mutedMails = profile.muted_mails;
  return (
    <>
      <Section title={w.account.mails} hint={w.account.mailsHint({ address: profile.email ?? '' })}>
        {MAIL_KINDS.map((kind) => (
          <div key={kind}>
            <CheckboxField
              label={w.account.mailNames[kind]}
              checked={!mutedMails.includes(kind)}
              disabled={save.isPending}
              onChange={(isEnabled) =>
                save.mutate({
                  muted_mails: isEnabled ? mutedMails.filter((mutedKind) => mutedKind !== kind) : [...mutedMails, kind],
                })
              }
            />
            <p className="ps-6 text-sm text-muted">{w.account.mailHints[kind]}</p>
          </div>
        ))}
      </Section>
      <SelectField
        label={w.account.mailLanguage}
        hint={w.account.mailLanguageHint}
        className="sm:w-64"
        value={profile.language ?? 'en'}
        disabled={save.isPending}
        onChange={({ target }) => save.mutate({ language: target.value as Language })}
      >
        {Object.entries(LANGUAGES).map(([tag, { name }]) => (
          <option key={tag} value={tag}>
            {name}
          </option>
        ))}
      </SelectField>
      <Section title={w.account.alwaysMailed}>
        <p className="text-muted">{w.account.alwaysMailedHint}</p>
      </Section>
    </>
  );
}
