import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { PROJECT } from '../../../../client/prefixes.ts';
import { post } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';
import { type Scope, useScope } from '../../lib/session.ts';
import { CheckboxField, NameField, SelectField, TextareaField, TextField } from '../../ui/field.tsx';
import { MutationDialog } from '../../ui/mutation-form.tsx';
import { SecretDialog } from '../../ui/secret-dialog.tsx';
import { showToast } from '../../ui/toast.tsx';
import { w } from '../../words/index.ts';
import { splitWords } from './split-words.ts';

interface ClientDraft {
  readonly name: string;
  readonly kind: 'machine' | 'app';
  readonly redirectUris: string;
  readonly isPublic: boolean;
  readonly scopes: string;
}

const EMPTY_CLIENT: ClientDraft = { name: '', kind: 'machine', redirectUris: '', isPublic: false, scopes: '' };

/** Creates a client and shows its secret once. */
export function CreateClientDialog({ onClose }: { readonly onClose: () => void }) {
  const scope = useScope();
  const [draft, setDraft] = useState(EMPTY_CLIENT);
  const creation = useMutation({
    mutationFn: () => createClient(scope, draft),
    onSuccess: ({ name, client_secret }) => {
      void queryClient.invalidateQueries({ queryKey: ['oauth_client', 'list'] });
      if (client_secret !== null) return;
      showToast(w.settings.clientMade({ name }));
      onClose();
    },
  });
  if (creation.data?.client_secret)
    return (
      <SecretDialog
        title={w.settings.newSecret({ name: creation.data.name })}
        secret={creation.data.client_secret}
        onClose={onClose}
      />
    );
  return (
    <MutationDialog
      title={w.settings.createClient}
      mutation={creation}
      submitLabel={w.settings.createClient}
      fieldPaths={['name', 'redirect_uris', 'scopes']}
      onClose={onClose}
    >
      <ClientFields draft={draft} error={creation.error} onChange={(change) => setDraft({ ...draft, ...change })} />
    </MutationDialog>
  );
}

function createClient(scope: Scope, { name, kind, redirectUris, isPublic, scopes }: ClientDraft) {
  const appBody = {
    redirect_uris: splitWords(redirectUris),
    grant_types: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_method: isPublic ? 'none' : 'client_secret_basic',
  } as const;
  const body = { name, scopes: scopes.trim() || null, ...(kind === 'app' ? appBody : {}) };
  return post(`${PROJECT}/oauth_client`, { params: { path: { ...scope } }, body });
}

interface ClientFieldsProps {
  readonly draft: ClientDraft;
  readonly error: unknown;
  readonly onChange: (change: Partial<ClientDraft>) => void;
}

function ClientFields({ draft, error, onChange }: ClientFieldsProps) {
  const isApp = draft.kind === 'app';
  return (
    <>
      <NameField label={w.settings.name} error={error} value={draft.name} onChange={(name) => onChange({ name })} />
      <SelectField
        label={w.settings.kind}
        hint={isApp ? w.settings.appHint : w.settings.machineHint}
        value={draft.kind}
        onChange={(event) => onChange({ kind: event.target.value === 'app' ? 'app' : 'machine' })}
      >
        <option value="machine">{w.settings.machine}</option>
        <option value="app">{w.settings.app}</option>
      </SelectField>
      {isApp && (
        <>
          <TextareaField
            label={w.settings.redirects}
            hint={w.settings.redirectsHint}
            path="redirect_uris"
            error={error}
            rows={2}
            required
            spellCheck={false}
            value={draft.redirectUris}
            onChange={(event) => onChange({ redirectUris: event.target.value })}
          />
          <CheckboxField
            label={w.settings.isPublic}
            checked={draft.isPublic}
            onChange={(isPublic) => onChange({ isPublic })}
          />
        </>
      )}
      <TextField
        label={w.settings.scopes}
        hint={w.settings.scopesHint}
        path="scopes"
        error={error}
        spellCheck={false}
        value={draft.scopes}
        onChange={(event) => onChange({ scopes: event.target.value })}
      />
    </>
  );
}
