import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { PROJECT } from '../../../../client/prefixes.ts';
import { post } from '../../lib/api.ts';
import { queries } from '../../lib/query.ts';
import { useScope } from '../../lib/session.ts';
import { ActDialog } from '../../ui/act-form.tsx';
import { NameField, TextField } from '../../ui/field.tsx';
import { SecretOnce } from '../../ui/secret-once.tsx';
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
    onSuccess: () => void queries.invalidateQueries({ queryKey: ['api_key', 'list'] }),
  });
  if (make.data)
    return <SecretOnce title={w.settings.newKey(make.data.name)} secret={make.data.value} onClose={onClose} />;
  return (
    <ActDialog
      title={w.settings.makeKey}
      act={make}
      submit={w.settings.makeKey}
      places={['name', 'scopes']}
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
        at="scopes"
        error={make.error}
        spellCheck={false}
        value={scopes}
        onChange={(event) => setScopes(event.target.value)}
      />
    </ActDialog>
  );
}
