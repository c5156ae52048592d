import { useMutation, useQuery } from '@tanstack/react-query';
import { post } from '../../../lib/api.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { ErrorAlert, showErrorToast } from '../../../ui/error-alert.tsx';
import { CheckboxField, SelectField } from '../../../ui/field.tsx';
import { Loading } from '../../../ui/loading.tsx';
import { Section } from '../../../ui/section.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { LANGUAGES, type Language, w } from '../../../words/index.ts';
import { SettingsPage } from '../parts.tsx';
import { type Profile, profile } from './queries.ts';

type Kind = Profile['muted_mails'][number];
const KINDS: readonly Kind[] = ['approval_waiting', 'forwarder_paused'];

/** Which mails the person gets, and what each is for. */
export default function NotificationsScreen() {
  const { data, error, refetch } = useQuery(profile);
  return (
    <SettingsPage at="/settings/notifications" title={w.account.notifications}>
      {error && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading lineCount={3} />}
      {data && <Chosen of={data} />}
    </SettingsPage>
  );
}

function Chosen({ of }: { readonly of: Profile }) {
  const choose = useMutation({
    mutationFn: (change: Partial<Pick<Profile, 'muted_mails' | 'language'>>) => post('/api/v1/user', { body: change }),
    onSuccess: (saved) => {
      queryClient.setQueryData(profile.queryKey, saved as Profile);
      showToast(w.account.saved);
    },
    onError: showErrorToast,
  });
  const muted = of.muted_mails;
  return (
    <>
      <Section title={w.account.mails} hint={w.account.mailsHint(of.email ?? '')}>
        {KINDS.map((kind) => (
          <div key={kind}>
            <CheckboxField
              label={w.account.mailNames[kind]}
              checked={!muted.includes(kind)}
              disabled={choose.isPending}
              onChange={(on) =>
                choose.mutate({ muted_mails: on ? muted.filter((each) => each !== kind) : [...muted, kind] })
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
        value={of.language ?? 'en'}
        disabled={choose.isPending}
        onChange={({ target }) => choose.mutate({ language: target.value as Language })}
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
