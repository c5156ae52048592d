import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { del, post } from '../../../lib/api.ts';
import { useScope } from '../../../lib/session.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmByNameDialog } from '../../../ui/confirm-by-name-dialog.tsx';
import { showErrorToast } from '../../../ui/error-alert.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { w } from '../../../words/index.ts';
import { EditForwarderDialog } from './edit-forwarder-dialog.tsx';
import { FORWARDER_PATH, type Forwarder, invalidateForwarders } from './queries.ts';
import { RotateForwarderSecretDialog } from './rotate-forwarder-secret-dialog.tsx';

interface Props {
  readonly forwarder: Forwarder;
}

/** Actions of a forwarder. */
export function ForwarderActions({ forwarder }: Props) {
  const [openDialog, setOpenDialog] = useState<'edit' | 'rotate' | 'remove'>();
  const close = () => setOpenDialog(undefined);
  return (
    <>
      <PauseButton forwarder={forwarder} />
      <Button onClick={() => setOpenDialog('edit')}>{w.forwarders.edit}</Button>
      {forwarder.type === 'webhook' && <Button onClick={() => setOpenDialog('rotate')}>{w.forwarders.rotate}</Button>}
      <Button onClick={() => setOpenDialog('remove')}>{w.forwarders.remove}</Button>
      {openDialog === 'edit' && <EditForwarderDialog forwarder={forwarder} onClose={close} />}
      {openDialog === 'rotate' && <RotateForwarderSecretDialog forwarder={forwarder} onClose={close} />}
      {openDialog === 'remove' && <DeleteForwarderDialog forwarder={forwarder} onClose={close} />}
    </>
  );
}

function PauseButton({ forwarder: { id, name, status } }: Props) {
  const scope = useScope();
  const isPaused = status === 'paused';
  const toggle = useMutation({
    mutationFn: () =>
      post(FORWARDER_PATH, {
        params: { path: { ...scope, task_forwarder_id: id } },
        body: { status: isPaused ? 'active' : 'paused' },
      }),
    onSuccess: (updated) => {
      showToast(
        updated.status === 'paused' ? w.forwarders.forwarderPaused({ name }) : w.forwarders.forwarderResumed({ name }),
      );
      invalidateForwarders(scope);
    },
    onError: showErrorToast,
  });
  return (
    <Button variant={isPaused ? 'primary' : 'plain'} isPending={toggle.isPending} onClick={() => toggle.mutate()}>
      {isPaused ? w.forwarders.resume : w.forwarders.pause}
    </Button>
  );
}

function DeleteForwarderDialog({ forwarder: { id, name }, onClose }: Props & { readonly onClose: () => void }) {
  const scope = useScope();
  const navigate = useNavigate();
  const remove = useMutation({
    mutationFn: () => del(FORWARDER_PATH, { params: { path: { ...scope, task_forwarder_id: id } } }),
    onSuccess: async () => {
      showToast(w.forwarders.removed({ name }));
      await navigate({ to: '/settings/forwarders' });
      invalidateForwarders(scope);
    },
  });
  return (
    <ConfirmByNameDialog
      title={`${w.forwarders.remove}: ${name}`}
      name={name}
      confirmLabel={w.forwarders.remove}
      isPending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      {w.forwarders.removeHint}
    </ConfirmByNameDialog>
  );
}
