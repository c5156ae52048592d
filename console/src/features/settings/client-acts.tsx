import { useMutation } from '@tanstack/react-query';
import { PROJECT } from '../../../../client/prefixes.ts';
import { del, post } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';
import { useScope } from '../../lib/session.ts';
import { ConfirmByNameDialog } from '../../ui/confirm-by-name-dialog.tsx';
import { SecretDialog } from '../../ui/secret-dialog.tsx';
import { showToast } from '../../ui/toast.tsx';
import { w } from '../../words/index.ts';
import type { OAuthClient } from './queries.ts';

const CLIENT = `${PROJECT}/oauth_client/{oauth_client_id}` as const;

interface Props {
  readonly of: OAuthClient;
  readonly onClose: () => void;
}

const readAgain = () => void queryClient.invalidateQueries({ queryKey: ['oauth_client', 'list'] });

/** Deletes a client and all it was given. */
export function DeleteClient({ of: { id, name }, onClose }: Props) {
  const scope = useScope();
  const remove = useMutation({
    mutationFn: () => del(CLIENT, { params: { path: { ...scope, oauth_client_id: id } } }),
    onSuccess: () => {
      showToast(w.settings.removed(name));
      readAgain();
      onClose();
    },
  });
  return (
    <ConfirmByNameDialog
      title={w.settings.removeNamed(name)}
      name={name}
      confirmLabel={w.settings.remove}
      isPending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      {w.settings.removeHint}
    </ConfirmByNameDialog>
  );
}

/** Gives a client another secret in place of the one it has. */
export function RotateSecret({ of: { id, name }, onClose }: Props) {
  const scope = useScope();
  const rotate = useMutation({
    mutationFn: () =>
      post(`${CLIENT}/client_secret`, { params: { path: { ...scope, oauth_client_id: id } }, body: {} }),
    onSuccess: readAgain,
  });
  const secret = rotate.data?.client_secret;
  if (secret) return <SecretDialog title={w.settings.newSecret(name)} secret={secret} onClose={onClose} />;
  return (
    <ConfirmByNameDialog
      title={w.settings.rotateNamed(name)}
      name={name}
      confirmLabel={w.settings.rotate}
      isPending={rotate.isPending}
      error={rotate.error}
      onConfirm={() => rotate.mutate()}
      onClose={onClose}
    >
      {w.settings.rotateHint}
    </ConfirmByNameDialog>
  );
}
