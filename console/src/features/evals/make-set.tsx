import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { post } from '../../lib/api.ts';
import { useScope } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { NameField, TextField } from '../../ui/field.tsx';
import { MutationDialog } from '../../ui/mutation-form.tsx';
import { w } from '../../words/index.ts';
import { KINDS, type Of, pathsOf, placeOf } from './kinds.ts';
import { setChanged } from './queries.ts';

/** Makes a set, whose cases are put into it on its own screen. */
export function MakeSet({ of }: { readonly of: Of }) {
  const [making, setMaking] = useState(false);
  return (
    <>
      <Button onClick={() => setMaking(true)}>{w.evals.makeSet}</Button>
      {making && <SetDialog of={of} onClose={() => setMaking(false)} />}
    </>
  );
}

function SetDialog({ of, onClose }: { readonly of: Of; readonly onClose: () => void }) {
  const scope = useScope();
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const make = useMutation({
    mutationFn: () => {
      const body = { name, description, [KINDS[of.kind].runs]: [] };
      return post(pathsOf(of.kind).sets, { params: { path: placeOf(scope, of) }, body: body as never });
    },
    onSuccess: ({ id }) => {
      setChanged(id);
      void navigate({ to: '/evals/$kind/$ofId/sets/$setId', params: { kind: of.kind, ofId: of.id, setId: id } });
    },
  });
  return (
    <MutationDialog
      title={w.evals.makeSet}
      mutation={make}
      submitLabel={w.evals.makeSet}
      fieldPaths={['name', 'description']}
      onClose={onClose}
    >
      <NameField label={w.evals.name} hint={w.evals.setNameHint} error={make.error} value={name} onChange={setName} />
      <TextField
        label={w.evals.description}
        path="description"
        error={make.error}
        maxLength={2000}
        value={description}
        onChange={(event) => setDescription(event.target.value)}
      />
    </MutationDialog>
  );
}
