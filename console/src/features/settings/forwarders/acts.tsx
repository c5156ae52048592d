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
import { EditForwarder } from './edit-forwarder.tsx';
import { FORWARDER, type Forwarder, readForwardersAgain } from './queries.ts';
import { RotateForwarder } from './rotate-forwarder.tsx';

interface Props {
  readonly of: Forwarder;
}

/** What can be done with a forwarder. */
export function ForwarderActs({ of }: Props) {
  const [open, setOpen] = useState<'edit' | 'rotate' | 'remove'>();
  const close = () => setOpen(undefined);
  return (
    <>
      <Pause of={of} />
      <Button onClick={() => setOpen('edit')}>{w.forwarders.edit}</Button>
      {of.type === 'webhook' && <Button onClick={() => setOpen('rotate')}>{w.forwarders.rotate}</Button>}
      <Button onClick={() => setOpen('remove')}>{w.forwarders.remove}</Button>
      {open === 'edit' && <EditForwarder of={of} onClose={close} />}
      {open === 'rotate' && <RotateForwarder of={of} onClose={close} />}
      {open === 'remove' && <Remove of={of} onClose={close} />}
    </>
  );
}

function Pause({ of: { id, name, status } }: Props) {
  const scope = useScope();
  const isPaused = status === 'paused';
  const change = useMutation({
    mutationFn: () =>
      post(FORWARDER, {
        params: { path: { ...scope, task_forwarder_id: id } },
        body: { status: isPaused ? 'active' : 'paused' },
      }),
    onSuccess: (now) => {
      showToast(now.status === 'paused' ? w.forwarders.isPaused(name) : w.forwarders.isResumed(name));
      readForwardersAgain(scope);
    },
    onError: showErrorToast,
  });
  return (
    <Button variant={isPaused ? 'primary' : 'plain'} isPending={change.isPending} onClick={() => change.mutate()}>
      {isPaused ? w.forwarders.resume : w.forwarders.pause}
    </Button>
  );
}

function Remove({ of: { id, name }, onClose }: Props & { readonly onClose: () => void }) {
  const scope = useScope();
  const navigate = useNavigate();
  const remove = useMutation({
    mutationFn: () => del(FORWARDER, { params: { path: { ...scope, task_forwarder_id: id } } }),
    onSuccess: async () => {
      showToast(w.forwarders.removed(name));
      await navigate({ to: '/settings/forwarders' });
      readForwardersAgain(scope);
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
