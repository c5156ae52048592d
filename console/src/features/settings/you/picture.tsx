import { useMutation } from '@tanstack/react-query';
import { post } from '../../../lib/api.ts';
import { queries } from '../../../lib/query.ts';
import { toast } from '../../../ui/toast.tsx';
import { w } from '../../../words/index.ts';
import { Picture } from '../picture.tsx';
import type { Profile } from './queries.ts';

export function OwnPicture({ of: { avatar_url } }: { readonly of: Profile }) {
  const set = useMutation({
    mutationFn: (file: File) => post('/api/v1/user/avatar', { body: { file } }),
    onSuccess: () => {
      toast(w.account.pictureSet);
      void queries.invalidateQueries({ queryKey: ['user', 'profile'] });
    },
  });
  return (
    <Picture
      label={w.account.picture}
      hint={w.account.pictureHint}
      none={w.account.noPicture}
      url={avatar_url}
      busy={set.isPending}
      error={set.error}
      onChoose={set.mutate}
    />
  );
}
