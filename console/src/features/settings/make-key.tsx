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
import { wordsIn } from './words-in.ts';

/** Makes a key, and shows its value the only time that it is seen. */
export function MakeKey({ onClose }: { readonly onClose: () => void }) {
  const scope = useScope();
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState('');
  const make = useMutation({
    mutationFn: () => {
      const given = wordsIn(scopes);
      const body = { name, ...(given.length > 0 ? { scopes: given } : {}) };
      return post(`${PROJECT}/api_key`, { params: { path: { ...scope } }, body });
    },
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: ['api_key', 'list'] }),
  });
  if (make.data)
    return <SecretDialog title={w.settings.newKey(make.data.name)} secret={make.data.value} onClose={onClose} />;
  return (
    <MutationDialog
      title={w.settings.makeKey}
      mutation={make}
      submitLabel={w.settings.makeKey}
      fieldPaths={['name', 'scopes']}
      onClose={onClose}
    >
      <NameField
        label={w.settings.name}
        hint={w.settings.keyNameHint}
        error={make.error}
        value={name}
        onChange={setName}
      />
      <TextField
        label={w.settings.scopes}
        hint={w.settings.scopesHint}
        path="scopes"
        error={make.error}
        spellCheck={false}
        value={scopes}
        onChange={(event) => setScopes(event.target.value)}
      />
    </MutationDialog>
  );
}
