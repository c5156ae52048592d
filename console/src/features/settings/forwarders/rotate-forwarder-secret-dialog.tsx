import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { post } from '../../../lib/api.ts';
import { useScope } from '../../../lib/session.ts';
import { TextField } from '../../../ui/field.tsx';
import { MutationDialog } from '../../../ui/mutation-form.tsx';
import { SecretDialog } from '../../../ui/secret-dialog.tsx';
import { w } from '../../../words/index.ts';
import { FORWARDER_PATH, type Forwarder } from './queries.ts';

/** Replaces the secret of a webhook. Earlier secrets also sign for the chosen number of hours. */
export function RotateForwarderSecretDialog({
  forwarder: { id, name },
  onClose,
}: {
  readonly forwarder: Forwarder;
  readonly onClose: () => void;
}) {
  const scope = useScope();
  const [overlapHours, setOverlapHours] = useState('24');
  const rotate = useMutation({
    mutationFn: () =>
      post(`${FORWARDER_PATH}/rotate_secret`, {
        params: { path: { ...scope, task_forwarder_id: id } },
        body: { overlap_hours: Number(overlapHours) },
      }),
  });
  const secret = rotate.data?.secret;
  if (secret) return <SecretDialog title={w.forwarders.secretOf({ name })} secret={secret} onClose={onClose} />;
  return (
    <MutationDialog
      title={`${w.forwarders.rotate}: ${name}`}
      mutation={rotate}
      submitLabel={w.forwarders.rotate}
      fieldPaths={['overlap_hours']}
      onClose={onClose}
    >
      <TextField
        label={w.forwarders.overlap}
        hint={w.forwarders.rotateHint}
        path="overlap_hours"
        error={rotate.error}
        type="number"
        min={0}
        max={168}
        required
        value={overlapHours}
        onChange={(event) => setOverlapHours(event.target.value)}
      />
    </MutationDialog>
  );
}
