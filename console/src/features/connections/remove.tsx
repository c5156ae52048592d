import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { del } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';
import { useScope } from '../../lib/session.ts';
import { ConfirmByNameDialog } from '../../ui/confirm-by-name-dialog.tsx';
import { showToast } from '../../ui/toast.tsx';
import { w } from '../../words/index.ts';
import { INTEGRATION, SERVER } from './queries.ts';

interface Props {
  readonly of: { readonly id: string; readonly name: string };
  readonly isServer: boolean;
  readonly onClose: () => void;
}

/** Deletes a connection and what it signs its calls with, once its name was repeated. */
export function RemoveConnection({ of: { id, name }, isServer, onClose }: Props) {
  const scope = useScope();
  const navigate = useNavigate();
  const remove = useMutation<unknown>({
    mutationFn: () =>
      isServer
        ? del(SERVER, { params: { path: { ...scope, task_mcp_server_id: id } } })
        : del(INTEGRATION, { params: { path: { ...scope, integration_id: id } } }),
    onSuccess: async () => {
      showToast(w.connections.removed(name));
      await navigate({ to: '/connections' });
      void queryClient.invalidateQueries({ queryKey: [isServer ? 'task_mcp_server' : 'integration', 'list'] });
    },
  });
  return (
    <ConfirmByNameDialog
      title={w.connections.removeNamed(name)}
      name={name}
      confirmLabel={w.connections.remove}
      isPending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      {w.connections.removeHint}
    </ConfirmByNameDialog>
  );
}
