import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { PROJECT } from '../../../../../client/prefixes.ts';
import { post } from '../../../lib/api.ts';
import { useScope } from '../../../lib/session.ts';
import { MutationDialog } from '../../../ui/mutation-form.tsx';
import { SecretDialog } from '../../../ui/secret-dialog.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { w } from '../../../words/index.ts';
import { bodyOf, EMPTY } from './draft.ts';
import { FIELDS, ForwarderFields } from './fields.tsx';
import { readForwardersAgain } from './queries.ts';

/** Makes a forwarder, and shows the secret of a webhook the only time that it is seen. */
export function MakeForwarder({ onClose }: { readonly onClose: () => void }) {
  const scope = useScope();
  const [draft, setDraft] = useState(EMPTY);
  const make = useMutation({
    mutationFn: () => post(`${PROJECT}/task_forwarder`, { params: { path: { ...scope } }, body: bodyOf(draft) }),
    onSuccess: ({ name, secret }) => {
      readForwardersAgain(scope);
      if (secret !== undefined) return;
      showToast(w.forwarders.made(name));
      onClose();
    },
  });
  if (make.data?.secret)
    return <SecretDialog title={w.forwarders.secretOf(make.data.name)} secret={make.data.secret} onClose={onClose} />;
  return (
    <MutationDialog
      title={w.forwarders.make}
      mutation={make}
      submitLabel={w.forwarders.make}
      fieldPaths={FIELDS}
      onClose={onClose}
    >
      <ForwarderFields draft={draft} error={make.error} onChange={(change) => setDraft({ ...draft, ...change })} />
    </MutationDialog>
  );
}
