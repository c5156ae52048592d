import { useMutation } from '@tanstack/react-query';
import { PROJECT } from '../../../../../client/prefixes.ts';
import { del } from '../../../lib/api.ts';
import { clearScope } from '../../../lib/last-scope.ts';
import { useScope } from '../../../lib/session.ts';
import { ConfirmByNameDialog } from '../../../ui/confirm-by-name-dialog.tsx';
import { w } from '../../../words/index.ts';
import type { Project } from './queries.ts';

/** Deletes a project after the user repeats its name. */
export function DeleteProjectDialog({
  project: { name },
  onClose,
}: {
  readonly project: Project;
  readonly onClose: () => void;
}) {
  const scope = useScope();
  const remove = useMutation({
    mutationFn: () => del(PROJECT, { params: { path: { ...scope } } }),
    onSuccess: () => {
      clearScope();
      // All cached data belongs to the deleted project, so the page reloads.
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
