import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { PROJECT } from '../../../../client/prefixes.ts';
import { post } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';
import { useScope } from '../../lib/session.ts';
import { NameField, TextField } from '../../ui/field.tsx';
import { MutationDialog } from '../../ui/mutation-form.tsx';
import { SecretDialog } from '../../ui/secret-dialog.tsx';
import { w } from '../../words/index.ts';
import { splitWords } from './split-words.ts';

/** Creates a key and shows its value once. */
export function CreateKeyDialog({ onClose }: { readonly onClose: () => void }) {
  const scope = useScope();
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState('');
  const create = useMutation({
    mutationFn: () => {
      const scopeList = splitWords(scopes);
      const body = { name, ...(scopeList.length > 0 ? { scopes: scopeList } : {}) };
      return post(`${PROJECT}/api_key`, { params: { path: { ...scope } }, body });
    },
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: ['api_key', 'list'] }),
  });
  if (create.data)
    return (
      <SecretDialog
        title={w.settings.newKey({ name: create.data.name })}
        secret={create.data.value}
        onClose={onClose}
      />
    );
  return (
    <MutationDialog
      title={w.settings.createKey}
      mutation={create}
      submitLabel={w.settings.createKey}
      fieldPaths={['name', 'scopes']}
      onClose={onClose}
    >
      <NameField
        label={w.settings.name}
        hint={w.settings.keyNameHint}
        error={create.error}
        value={name}
        onChange={setName}
      />
      <TextField
        label={w.settings.scopes}
        hint={w.settings.scopesHint}
        path="scopes"
        error={create.error}
        spellCheck={false}
        value={scopes}
        onChange={(event) => setScopes(event.target.value)}
      />
    </MutationDialog>
  );
}
