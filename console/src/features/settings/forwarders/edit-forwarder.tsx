import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { post } from '../../../lib/api.ts';
import { useScope } from '../../../lib/session.ts';
import { MutationDialog } from '../../../ui/mutation-form.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { w } from '../../../words/index.ts';
import { bodyOf, draftOf } from './draft.ts';
import { FIELDS, ForwarderFields } from './fields.tsx';
import { FORWARDER, type Forwarder, readForwardersAgain } from './queries.ts';

export function EditForwarder({ of, onClose }: { readonly of: Forwarder; readonly onClose: () => void }) {
  const scope = useScope();
  const [draft, setDraft] = useState(() => draftOf(of));
  const save = useMutation({
    mutationFn: () =>
      post(FORWARDER, { params: { path: { ...scope, task_forwarder_id: of.id } }, body: bodyOf(draft) }),
    onSuccess: () => {
      showToast(w.forwarders.saved);
      readForwardersAgain(scope);
      onClose();
    },
  });
  return (
    <MutationDialog
      title={`${w.forwarders.edit}: ${of.name}`}
      mutation={save}
      submitLabel={w.forwarders.save}
      fieldPaths={FIELDS}
      onClose={onClose}
    >
      <ForwarderFields made draft={draft} error={save.error} onChange={(change) => setDraft({ ...draft, ...change })} />
    </MutationDialog>
  );
}
