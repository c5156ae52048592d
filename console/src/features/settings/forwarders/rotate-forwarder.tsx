import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { post } from '../../../lib/api.ts';
import { useScope } from '../../../lib/session.ts';
import { TextField } from '../../../ui/field.tsx';
import { MutationDialog } from '../../../ui/mutation-form.tsx';
import { SecretDialog } from '../../../ui/secret-dialog.tsx';
import { w } from '../../../words/index.ts';
import { FORWARDER, type Forwarder } from './queries.ts';

/** Gives a webhook another secret; those before sign besides for some hours. */
export function RotateForwarder({
  of: { id, name },
  onClose,
}: {
  readonly of: Forwarder;
  readonly onClose: () => void;
}) {
  const scope = useScope();
  const [hours, setHours] = useState('24');
  const rotate = useMutation({
    mutationFn: () =>
      post(`${FORWARDER}/rotate_secret`, {
        params: { path: { ...scope, task_forwarder_id: id } },
        body: { overlap_hours: Number(hours) },
      }),
  });
  const secret = rotate.data?.secret;
  if (secret) return <SecretDialog title={w.forwarders.secretOf(name)} secret={secret} onClose={onClose} />;
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
        value={hours}
        onChange={(event) => setHours(event.target.value)}
      />
    </MutationDialog>
  );
}
