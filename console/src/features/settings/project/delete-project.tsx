import { useMutation } from '@tanstack/react-query';
import { PROJECT } from '../../../../../client/prefixes.ts';
import { del } from '../../../lib/api.ts';
import { forgetScope } from '../../../lib/kept-scope.ts';
import { useScope } from '../../../lib/session.ts';
import { RepeatName } from '../../../ui/repeat-name.tsx';
import { w } from '../../../words/index.ts';
import type { Project } from './queries.ts';

/** Ends a project for good. */
export function DeleteProject({ of: { name }, onClose }: { readonly of: Project; readonly onClose: () => void }) {
  const scope = useScope();
  const remove = useMutation({
    mutationFn: () => del(PROJECT, { params: { path: { ...scope } } }),
    onSuccess: () => {
      forgetScope();
      // Nothing that the page holds is there any more: it begins anew, in another project.
      location.assign('/');
    },
  });
  return (
    <RepeatName
      title={`${w.project.remove}: ${name}`}
      name={name}
      act={w.project.remove}
      busy={remove.isPending}
      error={remove.error}
      onAct={() => remove.mutate()}
      onClose={onClose}
    >
      {w.project.removeHint}
    </RepeatName>
  );
}
