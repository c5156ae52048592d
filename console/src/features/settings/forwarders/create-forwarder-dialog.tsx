import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { PROJECT } from '../../../../../client/prefixes.ts';
import { post } from '../../../lib/api.ts';
import { useScope } from '../../../lib/session.ts';
import { MutationDialog } from '../../../ui/mutation-form.tsx';
import { SecretDialog } from '../../../ui/secret-dialog.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { w } from '../../../words/index.ts';
import { EMPTY_FORWARDER, toBody } from './draft.ts';
import { ERROR_FIELDS, ForwarderFields } from './forwarder-fields.tsx';
import { invalidateForwarders } from './queries.ts';

/** Creates a forwarder and shows the secret of a webhook once. */
export function CreateForwarderDialog({ onClose }: { readonly onClose: () => void }) {
  const scope = useScope();
  const [draft, setDraft] = useState(EMPTY_FORWARDER);
  const create = useMutation({
    mutationFn: () => post(`${PROJECT}/task_forwarder`, { params: { path: { ...scope } }, body: toBody(draft) }),
    onSuccess: ({ name, secret }) => {
      invalidateForwarders(scope);
      if (secret !== undefined) return;
      showToast(w.forwarders.created({ name }));
      onClose();
    },
  });
  if (create.data?.secret)
    return (
      <SecretDialog
        title={w.forwarders.secretOf({ name: create.data.name })}
        secret={create.data.secret}
        onClose={onClose}
      />
    );
  return (
    <MutationDialog
      title={w.forwarders.create}
      mutation={create}
      submitLabel={w.forwarders.create}
      fieldPaths={ERROR_FIELDS}
      onClose={onClose}
    >
      <ForwarderFields draft={draft} error={create.error} onChange={(change) => setDraft({ ...draft, ...change })} />
    </MutationDialog>
  );
}
