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

const CLIENT_PATH = `${PROJECT}/oauth_client/{oauth_client_id}` as const;

interface Props {
  readonly client: OAuthClient;
  readonly onClose: () => void;
}

const invalidateClients = () => void queryClient.invalidateQueries({ queryKey: ['oauth_client', 'list'] });

/** Deletes a client and its tokens. */
export function DeleteClientDialog({ client: { id, name }, onClose }: Props) {
  const scope = useScope();
  const remove = useMutation({
    mutationFn: () => del(CLIENT_PATH, { params: { path: { ...scope, oauth_client_id: id } } }),
    onSuccess: () => {
      showToast(w.settings.removed({ name }));
      invalidateClients();
      onClose();
    },
  });
  return (
    <ConfirmByNameDialog
      title={w.settings.removeNamed({ name })}
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

/** Replaces the secret of a client. */
export function RotateSecretDialog({ client: { id, name }, onClose }: Props) {
  const scope = useScope();
  const rotate = useMutation({
    mutationFn: () =>
      post(`${CLIENT_PATH}/client_secret`, { params: { path: { ...scope, oauth_client_id: id } }, body: {} }),
    onSuccess: invalidateClients,
  });
  const secret = rotate.data?.client_secret;
  if (secret) return <SecretDialog title={w.settings.newSecret({ name })} secret={secret} onClose={onClose} />;
  return (
    <ConfirmByNameDialog
      title={w.settings.rotateNamed({ name })}
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
