import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { post } from '../../../lib/api.ts';
import { useScope } from '../../../lib/session.ts';
import { MutationDialog } from '../../../ui/mutation-form.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { w } from '../../../words/index.ts';
import { toBody, toDraft } from './draft.ts';
import { ERROR_FIELDS, ForwarderFields } from './forwarder-fields.tsx';
import { FORWARDER_PATH, type Forwarder, invalidateForwarders } from './queries.ts';

export function EditForwarderDialog({
  forwarder,
  onClose,
}: {
  readonly forwarder: Forwarder;
  readonly onClose: () => void;
}) {
  const scope = useScope();
  const [draft, setDraft] = useState(() => toDraft(forwarder));
  const save = useMutation({
    mutationFn: () =>
      post(FORWARDER_PATH, { params: { path: { ...scope, task_forwarder_id: forwarder.id } }, body: toBody(draft) }),
    onSuccess: () => {
      showToast(w.forwarders.saved);
      invalidateForwarders(scope);
      onClose();
    },
  });
  return (
    <MutationDialog
      title={`${w.forwarders.edit}: ${forwarder.name}`}
      mutation={save}
      submitLabel={w.forwarders.save}
      fieldPaths={ERROR_FIELDS}
      onClose={onClose}
    >
      <ForwarderFields
        isExisting
        draft={draft}
        error={save.error}
        onChange={(change) => setDraft({ ...draft, ...change })}
      />
    </MutationDialog>
  );
}
