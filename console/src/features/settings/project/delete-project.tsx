import { useMutation } from '@tanstack/react-query';
import { PROJECT } from '../../../../../client/prefixes.ts';
import { del } from '../../../lib/api.ts';
import { clearScope } from '../../../lib/last-scope.ts';
import { useScope } from '../../../lib/session.ts';
import { ConfirmByNameDialog } from '../../../ui/confirm-by-name-dialog.tsx';
import { w } from '../../../words/index.ts';
import type { Project } from './queries.ts';

/** Ends a project for good. */
export function DeleteProject({ of: { name }, onClose }: { readonly of: Project; readonly onClose: () => void }) {
  const scope = useScope();
  const remove = useMutation({
    mutationFn: () => del(PROJECT, { params: { path: { ...scope } } }),
    onSuccess: () => {
      clearScope();
      // Nothing that the page holds is there any more: it begins anew, in another project.
      location.assign('/');
    },
  });
  return (
    <ConfirmByNameDialog
      title={`${w.project.remove}: ${name}`}
      name={name}
      confirmLabel={w.project.remove}
      isPending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      {w.project.removeHint}
    </ConfirmByNameDialog>
  );
}
