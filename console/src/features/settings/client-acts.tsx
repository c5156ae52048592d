import { useMutation } from '@tanstack/react-query';
import { PROJECT } from '../../../../client/prefixes.ts';
import { del, post } from '../../lib/api.ts';
import { queries } from '../../lib/query.ts';
import { useScope } from '../../lib/session.ts';
import { RepeatName } from '../../ui/repeat-name.tsx';
import { SecretOnce } from '../../ui/secret-once.tsx';
import { toast } from '../../ui/toast.tsx';
import { w } from '../../words/index.ts';
import type { OAuthClient } from './queries.ts';

const CLIENT = `${PROJECT}/oauth_client/{oauth_client_id}` as const;

interface Props {
  readonly of: OAuthClient;
  readonly onClose: () => void;
}

const readAgain = () => void queries.invalidateQueries({ queryKey: ['oauth_client', 'list'] });

/** Deletes a client and all it was given. */
export function DeleteClient({ of: { id, name }, onClose }: Props) {
  const scope = useScope();
  const remove = useMutation({
    mutationFn: () => del(CLIENT, { params: { path: { ...scope, oauth_client_id: id } } }),
    onSuccess: () => {
      toast(w.settings.removed(name));
      readAgain();
      onClose();
    },
  });
  return (
    <RepeatName
      title={w.settings.removeNamed(name)}
      name={name}
      act={w.settings.remove}
      busy={remove.isPending}
      error={remove.error}
      onAct={() => remove.mutate()}
      onClose={onClose}
    >
      {w.settings.removeHint}
    </RepeatName>
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
  if (secret) return <SecretOnce title={w.settings.newSecret(name)} secret={secret} onClose={onClose} />;
  return (
    <RepeatName
      title={w.settings.rotateNamed(name)}
      name={name}
      act={w.settings.rotate}
      busy={rotate.isPending}
      error={rotate.error}
      onAct={() => rotate.mutate()}
      onClose={onClose}
    >
      {w.settings.rotateHint}
    </RepeatName>
  );
}
