import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { post } from '../../lib/api.ts';
import { useScope } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { NameField, TextField } from '../../ui/field.tsx';
import { MutationDialog } from '../../ui/mutation-form.tsx';
import { w } from '../../words/index.ts';
import { EVAL_KINDS, type EvalSubject, getEvalPathParams, getEvalPaths } from './eval-kinds.ts';
import { invalidateSet } from './queries.ts';

/** Creates an empty set. Its page adds the cases. */
export function CreateSetButton({ subject }: { readonly subject: EvalSubject }) {
  const [isCreating, setIsCreating] = useState(false);
  return (
    <>
      <Button onClick={() => setIsCreating(true)}>{w.evals.makeSet}</Button>
      {isCreating && <CreateSetDialog subject={subject} onClose={() => setIsCreating(false)} />}
    </>
  );
}

function CreateSetDialog({ subject, onClose }: { readonly subject: EvalSubject; readonly onClose: () => void }) {
  const scope = useScope();
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const create = useMutation({
    mutationFn: () => {
      const body = { name, description, [EVAL_KINDS[subject.kind].runs]: [] };
      return post(getEvalPaths(subject.kind).sets, {
        params: { path: getEvalPathParams(scope, subject) },
        body: body as never,
      });
    },
    onSuccess: ({ id }) => {
      invalidateSet(id);
      void navigate({
        to: '/evals/$kind/$ofId/sets/$setId',
        params: { kind: subject.kind, ofId: subject.id, setId: id },
      });
    },
  });
  return (
    <MutationDialog
      title={w.evals.makeSet}
      mutation={create}
      submitLabel={w.evals.makeSet}
      fieldPaths={['name', 'description']}
      onClose={onClose}
    >
      <NameField label={w.evals.name} hint={w.evals.setNameHint} error={create.error} value={name} onChange={setName} />
      <TextField
        label={w.evals.description}
        path="description"
        error={create.error}
        maxLength={2000}
        value={description}
        onChange={(event) => setDescription(event.target.value)}
      />
    </MutationDialog>
  );
}
