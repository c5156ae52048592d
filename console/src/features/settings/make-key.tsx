import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { PROJECT } from '../../../../client/prefixes.ts';
import { post } from '../../lib/api.ts';
import { queries } from '../../lib/query.ts';
import { useScope } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Failed } from '../../ui/failed.tsx';
import { problemAt, TextField } from '../../ui/field.tsx';
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
  const atField = ['name', 'scopes'].some((at) => problemAt(make.error, at) !== undefined);
  return (
    <Dialog title={w.settings.makeKey} onClose={onClose}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          make.mutate();
        }}
      >
        <TextField
          label={w.settings.name}
          hint={w.settings.keyNameHint}
          at="name"
          error={make.error}
          required
          maxLength={200}
          value={name}
          onChange={(event) => setName(event.target.value)}
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
        {make.error && !atField && <Failed error={make.error} />}
        <Button type="submit" look="primary" busy={make.isPending}>
          {w.settings.makeKey}
        </Button>
      </form>
    </Dialog>
  );
}
