import { post } from '../../../lib/api.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { Picture } from '../picture.tsx';
import type { Profile } from './queries.ts';

export function OwnPicture({ of: { avatar_url } }: { readonly of: Profile }) {
  return (
    <Picture
      url={avatar_url}
      onSet={(file) => post('/api/v1/user/avatar', { body: { file } })}
      onRemove={() => post('/api/v1/user', { body: { avatar_url: null } })}
      onChanged={() => void queryClient.invalidateQueries({ queryKey: ['user', 'profile'] })}
    />
  );
}
